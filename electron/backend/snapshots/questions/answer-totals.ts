// Totals: the rows of a scope added up to lines, by up to two keys and by currency or unit, with columns by one more.
import { PLAIN_TOTALS } from '../../../../shared/snapshot/scopes.ts'
import {
  MOST_SPLIT_COLUMNS,
  type TotalsAnswer,
  type TotalsLine,
  type TotalsQuestion,
} from '../../../../shared/snapshot/snapshot-totals.ts'
import { cutPeriods, type LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { selectRows } from '../table/select-rows.ts'
import type { Turn } from '../table/turn.ts'
import {
  commonestFirst,
  inOrder,
  isWithoutUnit,
  type LineFigures,
  NO_FIGURES,
  notInOf,
  placesOf,
  type SignedFigures,
  type TotalsLines,
  totalsCell,
  totalsLines,
  type Whole,
  wholesByUnit,
} from './totals-lines.ts'
import { worthTotals } from './worth-totals.ts'

/** A page of lines, and figures over all lines. With `worth` they are money by the rules, else numbers as sent. */
export async function answerTotals(
  snapshot: LoadedSnapshot,
  question: TotalsQuestion,
  turn: Turn,
): Promise<TotalsAnswer> {
  const rows = await selectRows(snapshot, question.scope, turn)
  const { worth, by, zone } = question
  if (worth !== undefined) {
    // What no rule takes is summed as sent, by the same groups.
    const sentOf = (unruledRows: number[], units: NonNullable<typeof worth.unruled>) =>
      totalsAsSent(snapshot, unruledRows, { ...units, by, zone, limit: Math.max(1, unruledRows.length) }, turn)
    return worthTotals(snapshot, { ...question, worth }, rows, sentOf, turn)
  }
  return sentTotals(snapshot, question, rows, turn)
}

/** Totals of numbers as they were sent. */
async function sentTotals(
  snapshot: LoadedSnapshot,
  question: TotalsQuestion,
  rows: Uint32Array,
  turn: Turn,
): Promise<TotalsAnswer> {
  const { by, zone, rounding } = question
  const { range } = snapshot.table
  const made = await totalsLines(snapshot, question, rows, turn)
  const { units, lines, isApart } = made
  const wholes = await wholesByUnit(lines, rounding, turn)
  const columns = commonestColumns(made)
  const shown = columns.slice(0, MOST_SPLIT_COLUMNS)
  const { lineOf, all } = sentLines(made, wholes, shown, rounding)
  const eventsOfAll = (name: 'numbers' | 'beyond') =>
    [...wholes.values()].reduce((sum, { total }) => sum + total.figures.reduce((of, one) => of + one[name], 0), 0)
  const [numbers, beyond] = [eventsOfAll('numbers'), eventsOfAll('beyond')]
  await turn.breathe()
  return {
    by: units.map(({ name }) => name),
    columns: shown.map((column) => made.columns?.keyValue(column) ?? null),
    otherColumns: columns.length - shown.length,
    lines: orderedLines(made, question)
      .slice(question.offset, question.offset + question.limit)
      .map(lineOf),
    offset: question.offset,
    lineCount: lines.length,
    all: all.sort((a, b) => compareUnits(a.units, b.units)),
    ...(isApart && { isApart }),
    cut: by.flatMap((key) => (key.of === 'time' ? cutPeriods(range, key.every, zone ?? range.zone) : [])),
    events: rows.length,
    numbers,
    without: rows.length - numbers - beyond,
    beyond,
  }
}

/**
 * The lines of an answer: those of groups, made one by one as `lineOf` is asked for them, and "All" of each unit.
 * @param wholes all lines of each unit, which shares are of
 * @param columns those that are shown
 */
function sentLines(
  { keys, units, eventCodes, isApart }: TotalsLines,
  wholes: Awaited<ReturnType<typeof wholesByUnit>>,
  columns: readonly number[],
  rounding: TotalsQuestion['rounding'],
): { lineOf(line: LineFigures): TotalsLine; all: TotalsLine[] } {
  const unitTexts = (codes: readonly number[]) =>
    units.map(({ keyValue }, at) => keyValue(codes[at] ?? 0)?.text ?? null)
  /** Whether it has no "All", which would add what is counted of one event code to what is counted of another. */
  const isAcrossCodes = (of: Pick<LineFigures, 'units'>) => isApart && isWithoutUnit(of)
  const lineOf = (line: LineFigures): TotalsLine => {
    const whole = isAcrossCodes(line) ? undefined : wholes.get(line.units.join())
    const cellOf = (figures: SignedFigures | undefined, ofWhole: Whole | undefined) =>
      totalsCell(figures ?? NO_FIGURES, rounding, ofWhole?.figures ?? NO_FIGURES, null)
    return {
      keys: keys.map(({ keyValue }, at) => keyValue(line.codes[at] ?? 0)),
      units: unitTexts(line.units),
      ...(line.eventCode !== null && { code: eventCodes?.keyValue(line.eventCode)?.text ?? null }),
      cells: columns.map((column) => cellOf(line.cells.get(column), whole?.columns.get(column))),
      total: { ...cellOf(line.total, whole?.total), ...(line.notIn && { notIn: line.notIn }) },
    }
  }
  /** A cell of "All", which is its own whole. */
  const cellOfAll = ({ figures, roundedLines }: Pick<Whole, 'figures'> & Partial<Whole>) =>
    totalsCell(figures, rounding, figures, roundedLines ?? null)
  const all = [...wholes.values()].flatMap((whole): TotalsLine[] => {
    if (isAcrossCodes(whole)) return []
    const cells = columns.map((column) => cellOfAll(whole.columns.get(column) ?? { figures: NO_FIGURES }))
    const notIn = notInOf({ parts: whole.missed.figures(), untold: whole.untold })
    return [{ keys: [], units: unitTexts(whole.units), cells, total: { ...cellOfAll(whole.total), ...notIn } }]
  })
  return { lineOf, all }
}

/** What these rows add up to as they were sent, whatever rules say. */
export const totalsAsSent = (
  snapshot: LoadedSnapshot,
  rows: number[],
  question: Partial<
    Pick<TotalsQuestion, 'by' | 'zone' | 'measure' | 'units' | 'priced' | 'byCode' | 'order' | 'limit'>
  >,
  turn: Turn,
): Promise<TotalsAnswer> =>
  answerTotals(snapshot, { ...PLAIN_TOTALS, ...question, scope: { where: [{ is: 'rows', rows }], misses: true } }, turn)

/** The codes of all columns, those with most events first. */
function commonestColumns({ lines }: TotalsLines): number[] {
  const counts = new Map<number, number>()
  for (const { cells } of lines) {
    for (const [column, figures] of cells) counts.set(column, (counts.get(column) ?? 0) + eventsOf(figures))
  }
  return commonestFirst(counts)
}

const eventsOf = (figures: SignedFigures) => figures.reduce((sum, { count }) => sum + count, 0)

/** The lines in the order that was asked for. Ties are broken by keys, then by units, then by event codes. */
function orderedLines({ lines, keys, units, eventCodes }: TotalsLines, { order }: TotalsQuestion): LineFigures[] {
  const codes = lines.map((line) => [...line.codes, ...line.units, line.eventCode ?? 0])
  const tieBreakers = [...keys, ...units, ...(eventCodes === null ? [] : [eventCodes])]
  const places = tieBreakers.map(({ keyValue }, key) =>
    placesOf(
      codes.map((ofLine) => ofLine[key] ?? 0),
      keyValue,
    ),
  )
  const placed = lines.map((line, at) => ({
    line,
    // Totals of numbers as sent are one block.
    block: 0,
    count: eventsOf(line.total),
    amount: amountOf(line.total),
    places: (codes[at] ?? []).map((code, key) => places[key]?.get(code) ?? 0),
  }))
  return inOrder(placed, order).map(({ line }) => line)
}

/** What a line is ordered by: its debits, where it has none its credits, else what is neither. */
const amountOf = ([credit, debit, neither]: SignedFigures) => debit.sum ?? credit.sum ?? neither.sum

/** Orders "All" lines by the texts of their units; one that is not known comes last. */
function compareUnits(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? null
    if (one === other) continue
    if (one === null || other === null) return one === null ? 1 : -1
    return one < other ? -1 : 1
  }
  return 0
}
