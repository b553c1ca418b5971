// The lines of "Totals" with their exact figures: each line's own, those of its columns, and those of all lines of one
// unit.
import {
  compareDecimals,
  type Decimal,
  decimalText,
  percentOf,
  plus,
  type RoundingMode,
  rounded,
  ZERO,
} from '../../../../shared/exact/decimal.ts'
import type { KeyValue, SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { Figure, NotInFigures, TotalsCell, TotalsQuestion } from '../../../../shared/snapshot/snapshot-totals.ts'
import { createNotInSum, type NotInSumTally } from '../../../../shared/worth/not-in-sum.ts'
import { codesOf, dividedGroups, groupRows } from '../table/group-rows.ts'
import type { KeyCodes, LoadedSnapshot } from '../table/loaded-snapshot.ts'
import {
  CREDIT,
  DEBIT,
  type MeasuredRows,
  measuredRows,
  NEITHER,
  rowSigns,
  SIGNS,
  type UnitCodes,
  unitCodes,
} from '../table/measure-rows.ts'
import { compareNumbers, NO_NUMBER, type OrderedNumber, orderedNumber } from '../table/number-column.ts'
import { inSteps, type Turn } from '../table/turn.ts'
import { type BoardFigures, createMissedRows, createSumBoard, joinedFigures, type SumBoard } from './sum-board.ts'

/** One for credits, one for debits, and one for what is neither: at `CREDIT`, `DEBIT` and `NEITHER`. */
type BySign<Value> = readonly [Value, Value, Value]
export type SignedFigures = BySign<BoardFigures>

/** How figures are rounded; null: not at all. */
type Rounding = { places: number; mode: RoundingMode } | null

/** The figures of several lines as one. */
export interface Whole {
  figures: SignedFigures
  /** The sums of their figures as each line has them, rounded. */
  roundedLines: BySign<Decimal>
}

/** A line. A *code* is the number of a value of a key, a unit property or a column; 0: there is none. */
export interface LineFigures {
  /** Its codes of the keys, in their order. */
  codes: number[]
  /** Its codes of the unit properties, in their order. */
  units: number[]
  /** The code of its event code, where lines without a unit are told apart by that; else null. */
  eventCode: number | null
  total: SignedFigures
  /** Its columns, by their codes. */
  cells: Map<number, SignedFigures>
  /** What is not in `total`; null: all is. */
  notIn: NotInFigures | null
}

export interface TotalsLines {
  keys: KeyCodes[]
  units: UnitCodes[]
  /** What columns are made by; null: there are none. */
  columns: KeyCodes | null
  lines: LineFigures[]
  /**
   * The event codes by which lines without a unit are told apart besides; null: they are not, or a key does so already.
   */
  eventCodes: KeyCodes | null
  /** Whether nothing is added across the event codes of rows without a unit. */
  isApart: boolean
}

/** Whether no unit of a line is known. */
export const isWithoutUnit = ({ units }: Pick<LineFigures, 'units'>) => units.every((code) => code === 0)

/**
 * A line for each combination of keys and units in `rows`, and within it a cell for each column. Without a split
 * `columns` is null and lines have no cells.
 */
export async function totalsLines(
  snapshot: LoadedSnapshot,
  question: TotalsQuestion,
  rows: Uint32Array,
  turn: Turn,
): Promise<TotalsLines> {
  const { measure, rounding, zone } = question
  const measured = measure === null ? null : await measuredRows(snapshot, measure, turn)
  const units = measure === null ? [] : await unitCodes(snapshot, question, rows, turn)
  const keys = await codesOf(snapshot, question.by, zone, turn)
  const columns = question.split === null ? null : await snapshot.codes(question.split, zone, turn)
  const codes =
    measured === null || question.byCode === undefined
      ? null
      : await codesWithoutUnit(snapshot, units, measured, rows, turn)
  const isApart = codes !== null && codes.count > (question.byCode === 'each' ? 0 : 1)
  const eventCodes = isApart && !question.by.some(isEventCode) ? codes.keys : null
  // A group of rows is a line. Columns divide it into cells, which are added up each by itself, and by sign.
  const groups = await groupRows(rows, [...keys, ...units, ...(eventCodes === null ? [] : [eventCodes])], turn)
  const cells = columns === null ? null : await dividedGroups(groups, rows, columns, turn)
  const cellCount = cells?.count ?? groups.count
  const board = createSumBoard(cellCount * SIGNS.length, measured, rounding)
  const missed = measured === null ? null : createMissedRows(snapshot, measured)
  const note = missed === null ? null : (at: number, row: number) => missed.add(groups.of[at] ?? 0, row)
  await addRows(snapshot, rows, cells?.of ?? groups.of, board, note, turn)

  /** The line of a group, with nothing in it. */
  function newLine(group: number): LineFigures {
    const all = groups.codes.map((list) => list[group] ?? 0)
    const ofUnits = all.slice(keys.length, keys.length + units.length)
    return {
      codes: all.slice(0, keys.length),
      units: ofUnits,
      eventCode: eventCodes !== null && isWithoutUnit({ units: ofUnits }) ? (all.at(-1) ?? 0) : null,
      total: NO_FIGURES,
      cells: new Map(),
      notIn: missed?.figures(group) ?? null,
    }
  }
  const lines: LineFigures[] = []
  for (let cell = 0; cell < cellCount; cell += 1) {
    if (cell % 4_096 === 0) await turn.breathe()
    const group = cells?.parents[cell] ?? cell
    const figures = signedFigures(board, cell)
    const known = lines[group]
    const line = known ?? newLine(group)
    lines[group] = line
    line.total = known === undefined ? figures : joinedSigned(line.total, figures)
    if (cells !== null) line.cells.set(cells.codes.at(-1)?.[cell] ?? 0, figures)
  }
  return { keys, units, columns, lines, eventCodes, isApart }
}

const isEventCode = (key: SnapshotKey) => key.of === 'field' && key.field === 'eventCode'

/**
 * The event codes of rows of which no unit is known; 0 for other rows. `count`: how many different ones, "none"
 * included, such rows with a number have.
 */
async function codesWithoutUnit(
  snapshot: LoadedSnapshot,
  units: readonly UnitCodes[],
  measured: MeasuredRows,
  rows: Uint32Array,
  turn: Turn,
): Promise<{ keys: KeyCodes; count: number }> {
  const keys = await snapshot.codes({ of: 'field', field: 'eventCode' }, null, turn)
  const codes = new Uint32Array(keys.codes.length)
  const seen = new Set<number>()
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      if (units.some((unit) => unit.codes[row] !== 0)) continue
      const code = keys.codes[row] ?? 0
      codes[row] = code
      if (!seen.has(code) && measured.read(row) !== NO_NUMBER) seen.add(code)
    }
  })
  return { keys: { ...keys, codes }, count: seen.size }
}

/**
 * Adds rows to a board that has a group for each cell and sign.
 * @param cells the cell of each row
 * @param note called for each row that is in no sum, with its index; null: nobody asks
 */
async function addRows(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  cells: Uint32Array,
  board: SumBoard,
  note: ((at: number, row: number) => void) | null,
  turn: Turn,
): Promise<void> {
  const signOf = rowSigns(snapshot)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      const isAdded = board.add((cells[at] ?? 0) * SIGNS.length + signOf(row), row)
      if (!isAdded) note?.(at, row)
    }
  })
}

function signedFigures(board: SumBoard, cell: number): SignedFigures {
  const at = cell * SIGNS.length
  return [board.figures(at + CREDIT), board.figures(at + DEBIT), board.figures(at + NEITHER)]
}

/** All lines that have the same units. */
interface WholeOfUnits {
  units: number[]
  total: Whole
  /** By the code of the column. */
  columns: Map<number, Whole>
  /** What is in no sum of theirs, and how many events are in none besides, of which only that is known. */
  missed: NotInSumTally
  untold: number
}

/** Adds up all lines of the same units, in total and by column. They are mapped by the codes of the units: "3,0". */
export async function wholesByUnit(lines: readonly LineFigures[], rounding: Rounding, turn: Turn) {
  const wholes = new Map<string, WholeOfUnits>()
  for (const [at, { units, total, cells, notIn }] of lines.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    const known = wholes.get(units.join())
    const whole = known ?? {
      units,
      total: NOTHING,
      columns: new Map<number, Whole>(),
      missed: createNotInSum(),
      untold: 0,
    }
    whole.total = withFigures(whole.total, total, rounding)
    whole.missed.join(notIn?.parts ?? [])
    whole.untold += notIn?.untold ?? 0
    for (const [column, figures] of cells) {
      whole.columns.set(column, withFigures(whole.columns.get(column) ?? NOTHING, figures, rounding))
    }
    if (known === undefined) wholes.set(units.join(), whole)
  }
  return wholes
}

function withFigures(whole: Whole, figures: SignedFigures, rounding: Rounding): Whole {
  const add = (sum: Decimal, value: Decimal | null) =>
    value === null || rounding === null ? sum : plus(sum, rounded(value, rounding.places, rounding.mode))
  return {
    figures: joinedSigned(whole.figures, figures),
    roundedLines: [
      add(whole.roundedLines[CREDIT], figures[CREDIT].sum),
      add(whole.roundedLines[DEBIT], figures[DEBIT].sum),
      add(whole.roundedLines[NEITHER], figures[NEITHER].sum),
    ],
  }
}

/** Merges two groups, each sign by itself. */
function joinedSigned(a: SignedFigures, b: SignedFigures): SignedFigures {
  return [joinedFigures(a[CREDIT], b[CREDIT]), joinedFigures(a[DEBIT], b[DEBIT]), joinedFigures(a[NEITHER], b[NEITHER])]
}

const NONE = { count: 0, numbers: 0, beyond: 0, sum: null, roundedSum: null, min: null, max: null }
export const NO_FIGURES: SignedFigures = [NONE, NONE, NONE]
const NOTHING: Whole = { figures: NO_FIGURES, roundedLines: [ZERO, ZERO, ZERO] }

/** The columns of a split, by how many events each has: the commonest first. */
export const commonestFirst = (events: ReadonlyMap<number, number>): number[] =>
  [...events].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([column]) => column)

/** A cell of so many events without any figure, and without shares. */
export const cellWithout = (count: number): Omit<TotalsCell, 'share'> => ({
  count,
  numbers: 0,
  without: count,
  beyond: 0,
  credit: null,
  debit: null,
  neither: null,
  debitMinusCredit: null,
  min: null,
  max: null,
})

/**
 * A cell of an answer.
 * @param whole what shares are of
 * @param roundedLines of "All": the sums of its lines' rounded figures; null for a line
 */
export function totalsCell(
  figures: SignedFigures,
  rounding: Rounding,
  whole: SignedFigures,
  roundedLines: BySign<Decimal> | null,
): TotalsCell {
  const [credit, debit, neither] = figures
  const all = joinedFigures(joinedFigures(credit, debit), neither)
  const figureOfSign = (sign: typeof CREDIT | typeof DEBIT | typeof NEITHER) => {
    const { sum, roundedSum } = figures[sign]
    return sum === null ? null : figureOf(sum, roundedSum, rounding, roundedLines?.[sign] ?? null)
  }
  return {
    ...cellWithout(all.count),
    numbers: all.numbers,
    without: all.count - all.numbers - all.beyond,
    beyond: all.beyond,
    credit: figureOfSign(CREDIT),
    debit: figureOfSign(DEBIT),
    neither: figureOfSign(NEITHER),
    min: all.min && decimalText(all.min),
    max: all.max && decimalText(all.max),
    share: {
      count: percentOf(eventsOf(figures), eventsOf(whole), 2),
      credit: shareOf(credit.sum, whole[CREDIT].sum),
      debit: shareOf(debit.sum, whole[DEBIT].sum),
    },
  }
}

/** In percent; null where one of the two is not known, or nothing. */
export const shareOf = (part: Decimal | null | undefined, whole: Decimal | null | undefined) =>
  part == null || whole == null ? null : percentOf(part, whole, 2)

/** What is not in a figure; left out where all is. */
export const notInOf = (notIn: NotInFigures): { notIn?: NotInFigures } =>
  notIn.parts.length === 0 && notIn.untold === 0 ? {} : { notIn }

const eventsOf = (figures: SignedFigures): Decimal => ({
  digits: BigInt(figures.reduce((sum, { count }) => sum + count, 0)),
  scale: 0,
})

/**
 * A sum, exact and rounded in three ways.
 * @param perEvent the sum of rounded numbers
 * @param ofLines of "All": the sum of rounded lines; null for a line
 */
function figureOf(exact: Decimal, perEvent: Decimal | null, rounding: Rounding, ofLines: Decimal | null): Figure {
  if (rounding === null) return { exact: decimalText(exact), perEvent: null, perLine: null, perTotal: null }
  const roundedExact = rounded(exact, rounding.places, rounding.mode)
  const text = (value: Decimal) => decimalText(rounded(value, rounding.places, rounding.mode))
  return {
    exact: decimalText(exact),
    perEvent: perEvent && text(perEvent),
    perLine: text(ofLines ?? roundedExact),
    perTotal: decimalText(roundedExact),
  }
}

// The order of the lines of totals: as was asked, then by the values of their keys, numbers by what they come to.

/** What decides where a line stands. */
export interface Ordered {
  /** Lines of a block stand together: the place of theirs among the blocks. */
  block: number
  /** How many events it has. */
  count: number
  amount: Decimal | null
  /** For each key, the place of its value among the values of that key. */
  places: readonly number[]
}

/** The lines in order, as a new list: block by block the largest first, without an amount last; then by their keys. */
export function inOrder<Line extends Ordered>(lines: readonly Line[], order: TotalsQuestion['order']): Line[] {
  const byFigure = (a: Ordered, b: Ordered) => {
    if (order === 'count') return b.count - a.count
    if (order === 'keys' || a.amount === b.amount) return 0
    if (a.amount === null || b.amount === null) return a.amount === null ? 1 : -1
    return compareDecimals(b.amount, a.amount)
  }
  const byKeys = (a: Ordered, b: Ordered) => {
    const at = a.places.findIndex((place, key) => place !== b.places[key])
    return at < 0 ? 0 : (a.places[at] ?? 0) - (b.places[at] ?? 0)
  }
  return lines.toSorted((a, b) => a.block - b.block || byFigure(a, b) || byKeys(a, b))
}

/** Values of keys are in the order of these kinds. */
const KINDS: readonly KeyValue['kind'][] = ['time', 'number', 'string', 'boolean', 'null', 'json', 'repeated']

/**
 * The place of each code in the order of their values, numbers by what they come to; 0, which is no value, comes last.
 */
export function placesOf(codes: Iterable<number>, keyValue: (code: number) => KeyValue | null): Map<number, number> {
  const values = [...new Set(codes)].map((code) => sortable(code, keyValue(code)))
  values.sort((a, b) => a.kind - b.kind || (a.number && b.number && compareNumbers(a.number, b.number)) || byText(a, b))
  return new Map(values.map(({ code }, place) => [code, place]))
}

interface Sortable {
  code: number
  kind: number
  number: OrderedNumber | null
  text: string
}

function sortable(code: number, value: KeyValue | null): Sortable {
  if (value === null) return { code, kind: KINDS.length, number: null, text: '' }
  const number = value.kind === 'number' ? orderedNumber(value.text) : null
  return { code, kind: KINDS.indexOf(value.kind), number, text: value.text }
}

const byText = (a: Sortable, b: Sortable) => (a.text < b.text ? -1 : a.text > b.text ? 1 : a.code - b.code)
