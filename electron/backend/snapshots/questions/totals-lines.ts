// The lines of "Totals" with their exact figures: each line's own, those of its columns, and those of all lines of one unit.
import type { TotalsQuestion } from '../../../../shared/snapshot/snapshot-totals.ts'
import { dividedGroups, groupRows } from './group-rows.ts'
import type { KeyCodes, LoadedSnapshot } from './loaded-snapshot.ts'
import { type MeasuredRows, measuredRows } from './measure-rows.ts'
import { LARGE, SMALL } from './number-column.ts'
import { CREDIT, DEBIT, NEITHER, rowSigns, SIGNS } from './row-signs.ts'
import { selectRows } from './select-rows.ts'
import { createSumBoard, type SumBoard } from './sum-board.ts'
import {
  type CellRules,
  joinedSigned,
  NO_LINES,
  type RoundedLines,
  type SignedFigures,
  withLine,
} from './totals-cell.ts'
import { inSteps, type Turn } from './turn.ts'
import { type UnitCodes, unitCodes } from './unit-codes.ts'

/** Figures of several lines, and the sums of their rounded ones. */
export interface Whole {
  figures: SignedFigures
  lines: RoundedLines
}

export interface LineFigures {
  /** By key: its code. */
  codes: number[]
  /** By unit property: its code. */
  units: number[]
  total: SignedFigures
  /** By the code of the column. */
  cells: Map<number, SignedFigures>
}

export interface TotalsLines {
  keys: KeyCodes[]
  units: UnitCodes[]
  columns: KeyCodes | null
  lines: LineFigures[]
  rules: CellRules
  negativeCredits: number
  areCreditsMixed: boolean
}

export async function totalsLines(
  snapshot: LoadedSnapshot,
  question: TotalsQuestion,
  rows: Uint32Array,
  turn: Turn,
): Promise<TotalsLines> {
  const { measure, rounding, zone } = question
  const measured = measure === null ? null : await measuredRows(snapshot, measure, turn)
  const units = measure === null ? [] : await unitCodes(snapshot, question, rows, turn)
  const keys: KeyCodes[] = []
  for (const key of question.by) keys.push(await snapshot.codes(key, zone, turn))
  const columns = question.split === null ? null : await snapshot.codes(question.split, zone, turn)
  const groups = await groupRows(rows, [...keys, ...units], turn)
  const cells = columns === null ? null : await dividedGroups(groups, rows, columns, turn)
  const cellCount = cells?.count ?? groups.count
  const board = createSumBoard(cellCount * SIGNS.length, measured, rounding)
  const signs = await addRows(snapshot, rows, cells?.of ?? groups.of, measured, board, turn)
  const areCreditsMixed = signs.negative > 0 && (await hasPositiveCredits(snapshot, question, signs, measured, turn))
  const lines: LineFigures[] = []
  for (let cell = 0; cell < cellCount; cell += 1) {
    if (cell % 4_096 === 0) await turn.breathe()
    const group = cells?.parents[cell] ?? cell
    const figures = signedFigures(board, cell)
    const line = lines[group]
    const column = cells?.codes.at(-1)?.[cell] ?? 0
    if (line === undefined) {
      const codes = groups.codes.map((list) => list[group] ?? 0)
      const own = { codes: codes.slice(0, keys.length), units: codes.slice(keys.length), total: figures }
      lines[group] = { ...own, cells: new Map(cells === null ? [] : [[column, figures]]) }
    } else {
      line.total = joinedSigned(line.total, figures)
      line.cells.set(column, figures)
    }
  }
  const answered = areCreditsMixed ? null : question.negativeCredits
  // Nothing is netted that nobody said the meaning of.
  const credits = question.negativeCredits !== null && signs.negative === 0 ? 'subtract' : answered
  return { keys, units, columns, lines, rules: { rounding, credits }, negativeCredits: signs.negative, areCreditsMixed }
}

/** How many credits have a number below zero, and above it. */
interface CreditSigns {
  negative: number
  positive: number
}

/** In the whole search, whatever is filtered: what a negative credit means does not depend on which rows are looked at. */
async function hasPositiveCredits(
  snapshot: LoadedSnapshot,
  { scope }: TotalsQuestion,
  { positive }: CreditSigns,
  measured: MeasuredRows | null,
  turn: Turn,
): Promise<boolean> {
  if (positive > 0 || scope.where.length === 0 || measured === null) return positive > 0
  const signOf = rowSigns(snapshot)
  const rows = await selectRows(snapshot, { ...scope, where: [] }, turn)
  let isThere = false
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to && !isThere; at += 1) {
      const row = rows[at] ?? 0
      isThere = signOf(row) === CREDIT && directionOf(measured, measured.read(row)) > 0
    }
  })
  return isThere
}

/** Below, at or above zero: of the number just read; 0 also where there is none. */
function directionOf({ whole, large }: MeasuredRows, state: number): number {
  if (state === SMALL) return Math.sign(whole)
  return state === LARGE ? Number(large.digits > 0n) - Number(large.digits < 0n) : 0
}

async function addRows(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  groups: Uint32Array,
  measured: MeasuredRows | null,
  board: SumBoard,
  turn: Turn,
): Promise<CreditSigns> {
  const signOf = rowSigns(snapshot)
  const signs = { negative: 0, positive: 0 }
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      const sign = signOf(row)
      const state = board.add((groups[at] ?? 0) * SIGNS.length + sign, row)
      if (sign !== CREDIT || measured === null) continue
      const direction = directionOf(measured, state)
      if (direction < 0) signs.negative += 1
      else if (direction > 0) signs.positive += 1
    }
  })
  return signs
}

function signedFigures(board: SumBoard, cell: number): SignedFigures {
  const at = cell * SIGNS.length
  return [board.figures(at + CREDIT), board.figures(at + DEBIT), board.figures(at + NEITHER)]
}

/** By the codes of their units: all lines as one, in total and by column. */
export async function wholesByUnit({ lines, rules }: TotalsLines, turn: Turn) {
  const wholes = new Map<string, { units: number[]; total: Whole; columns: Map<number, Whole> }>()
  for (const [at, { units, total, cells }] of lines.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    const known = wholes.get(units.join())
    const whole = known ?? { units, total: NOTHING, columns: new Map<number, Whole>() }
    whole.total = withFigures(whole.total, total, rules)
    for (const [column, figures] of cells) {
      whole.columns.set(column, withFigures(whole.columns.get(column) ?? NOTHING, figures, rules))
    }
    if (known === undefined) wholes.set(units.join(), whole)
  }
  return wholes
}

function withFigures(whole: Whole, figures: SignedFigures, rules: CellRules): Whole {
  const sum = whole === NOTHING ? figures : joinedSigned(whole.figures, figures)
  return { figures: sum, lines: withLine(whole.lines, figures, rules) }
}

const NONE = { count: 0, numbers: 0, beyond: 0, sum: null, roundedSum: null, min: null, max: null }
export const NO_FIGURES: SignedFigures = [NONE, NONE, NONE]
const NOTHING: Whole = { figures: NO_FIGURES, lines: NO_LINES }
