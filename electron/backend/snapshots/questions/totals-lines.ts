// The lines of "Totals" with their exact figures: each line's own, those of its columns, and those of all lines of one unit.
import type { TotalsQuestion } from '../../../../shared/snapshot/snapshot-totals.ts'
import { dividedGroups, groupRows } from './group-rows.ts'
import type { KeyCodes, LoadedSnapshot } from './loaded-snapshot.ts'
import { measuredRows } from './measure-rows.ts'
import { CREDIT, DEBIT, NEITHER, rowSigns, SIGNS } from './row-signs.ts'
import { createSumBoard, type SumBoard } from './sum-board.ts'
import {
  joinedSigned,
  NO_LINES,
  type RoundedLines,
  type Rounding,
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
}

/** A line for each combination of keys and units in `rows`. Without a split `columns` is null and `cells` are empty. */
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
  await addRows(snapshot, rows, cells?.of ?? groups.of, board, turn)
  const lines: LineFigures[] = []
  for (let cell = 0; cell < cellCount; cell += 1) {
    if (cell % 4_096 === 0) await turn.breathe()
    const group = cells?.parents[cell] ?? cell
    const figures = signedFigures(board, cell)
    const line = lines[group]
    const column = cells?.codes.at(-1)?.[cell] ?? 0
    if (line === undefined) {
      const codes = groups.codes.map((list) => list[group] ?? 0)
      const newLine = { codes: codes.slice(0, keys.length), units: codes.slice(keys.length), total: figures }
      lines[group] = { ...newLine, cells: new Map(cells === null ? [] : [[column, figures]]) }
    } else {
      line.total = joinedSigned(line.total, figures)
      line.cells.set(column, figures)
    }
  }
  return { keys, units, columns, lines }
}

async function addRows(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  groups: Uint32Array,
  board: SumBoard,
  turn: Turn,
): Promise<void> {
  const signOf = rowSigns(snapshot)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      board.add((groups[at] ?? 0) * SIGNS.length + signOf(row), row)
    }
  })
}

function signedFigures(board: SumBoard, cell: number): SignedFigures {
  const at = cell * SIGNS.length
  return [board.figures(at + CREDIT), board.figures(at + DEBIT), board.figures(at + NEITHER)]
}

/** By the codes of their units: all lines as one, in total and by column. */
export async function wholesByUnit(lines: readonly LineFigures[], rounding: Rounding, turn: Turn) {
  const wholes = new Map<string, { units: number[]; total: Whole; columns: Map<number, Whole> }>()
  for (const [at, { units, total, cells }] of lines.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    const known = wholes.get(units.join())
    const whole = known ?? { units, total: NOTHING, columns: new Map<number, Whole>() }
    whole.total = withFigures(whole.total, total, rounding)
    for (const [column, figures] of cells) {
      whole.columns.set(column, withFigures(whole.columns.get(column) ?? NOTHING, figures, rounding))
    }
    if (known === undefined) wholes.set(units.join(), whole)
  }
  return wholes
}

function withFigures(whole: Whole, figures: SignedFigures, rounding: Rounding): Whole {
  const sum = whole === NOTHING ? figures : joinedSigned(whole.figures, figures)
  return { figures: sum, lines: withLine(whole.lines, figures, rounding) }
}

const NONE = { count: 0, numbers: 0, beyond: 0, sum: null, roundedSum: null, min: null, max: null }
export const NO_FIGURES: SignedFigures = [NONE, NONE, NONE]
const NOTHING: Whole = { figures: NO_FIGURES, lines: NO_LINES }
