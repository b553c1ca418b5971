// An amount whose cell is not all there is of it: debits and credits in two columns, the side of each line in a column
// of its own, taxes within it. Which side is charged the file settles, by the words of events or a total that it
// states, else it is asked.
import type { Asks, FileChoices, Refusal } from '../../../../shared/check/checked-file.ts'
import { readDecimal } from '../../../../shared/exact/decimal.ts'
import { capitalized, grouped } from '../../../../shared/exact/grouped-digits.ts'
import { areMinor, areSidesOfEvents } from '../../check/propose-columns.ts'
import { cellText, type ReadCell } from '../../check/read-lines.ts'
import { numberDress, sideMark } from '../../check/read-number.ts'

const LONGEST_SAMPLE = 100
type Side = NonNullable<FileChoices['charged']>

/** A column, from 0, and what its cells are said to be. */
interface Meant<Means> {
  column: number
  means: Means
}

/** Why the columns cannot be read: one is not there, or two have one meaning; null: they can. @param nameOf its name */
export function columnsProblem<Means>(
  meant: readonly Meant<Means>[],
  { heads }: Pick<FirstLines, 'heads'>,
  nameOf: (means: Means) => string,
  isSame = (a: Means, b: Means) => a === b,
): string | null {
  const beyond = meant.find(({ column }) => column >= heads.length)
  if (beyond !== undefined) return `The file has no column ${beyond.column + 1}; it has ${heads.length}.`
  const twice = meant.find(({ means }, at) => meant.findIndex((other) => isSame(other.means, means)) !== at)
  return twice === undefined ? null : `Two columns are chosen as ${nameOf(twice.means)}. Choose one of them.`
}

/**
 * The places of the columns that say the amount of a line: in one column, with its side or its taxes beside it, or in
 * one for debits and one for credits. Null: there is no such column.
 */
export type AmountColumns = Record<'amount' | 'debit' | 'credit' | 'side' | 'taxes', number | null>

/** Finds those columns. @param isOf whether a meaning is the one that is wanted */
export function amountColumns<Means>(
  meant: readonly Meant<Means>[],
  isOf: (means: Means, wanted: keyof AmountColumns) => boolean,
): AmountColumns {
  const placeOf = (wanted: keyof AmountColumns) => meant.find(({ means }) => isOf(means, wanted))?.column ?? null
  return {
    amount: placeOf('amount'),
    debit: placeOf('debit'),
    credit: placeOf('credit'),
    side: placeOf('side'),
    taxes: placeOf('taxes'),
  }
}

/** That the money of a column is in minor units, and that taxes were taken off it. */
export const amountNotes = (
  { head, beside }: { head: string; beside?: BesideColumn | null },
  units: FileChoices['units'],
): string[] => [
  ...(areMinor(head, units) ? [`“${head}” is read in minor units, such as cents.`] : []),
  ...(beside?.are === 'taxes' ? [`“${head}” is read without the taxes that it includes.`] : []),
]

/** What a column is called: its head, or, where it has none, its place, counted from 1. */
export const headOf = (heads: readonly string[], column: number): string => heads[column] || `column ${column + 1}`

/** The heads of a file, and its first lines. */
export interface FirstLines {
  /** By column; an empty text where it has none. */
  heads: string[]
  lines: { line: number; cells: readonly ReadCell[] }[]
}

/**
 * The column beside an amount that belongs to it. `credits` and `taxes` are numbers that are taken off; `sides` are
 * marks such as S and H, of which the amounts on the side `taken` are taken off.
 */
export type BesideColumn =
  | { column: number; are: 'credits' | 'taxes' }
  | { column: number; are: 'sides'; taken: 'debit' | 'credit' }

/** The place of the column whose cells all say a side, such as S and H; null: there is none, or there are several. */
export function sideColumn({ heads, lines }: FirstLines): number | null {
  const found = heads.flatMap((_, column) => {
    const marks = [...marksIn(lines, column).keys()]
    // Whole words may be the types of events.
    const areTypes = marks.every((mark) => /^(?:debit|credit)$/i.test(mark))
    return marks.length > 0 && !areTypes && marks.every((mark) => sideMark(mark) !== null) ? [column] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** The texts of a column, each once, with the line on which it first stands; empty cells are left out. */
function marksIn(lines: FirstLines['lines'], column: number): Map<string, number> {
  const marks = new Map<string, number>()
  for (const { line, cells } of lines) {
    const text = cellText(cells[column]).trim()
    if (text !== '' && !marks.has(text)) marks.set(text, line)
  }
  return marks
}

/** Why the columns of an amount do not go together, a sentence; null: they do. */
export function amountProblem({ amount, debit, credit, side, taxes }: AmountColumns): string | null {
  if ((credit === null) !== (debit === null) || (debit !== null && amount !== null))
    return 'Debits and credits are two columns of one amount. Choose both of them, or one column as the amount.'
  if (taxes !== null && amount === null)
    return 'Taxes are taken off an amount that includes them. Choose the column of that amount as well.'
  if (side !== null && amount === null)
    return 'This column says only whether an amount is a debit or a credit. Choose the column of the amount as well.'
  return side !== null && taxes !== null
    ? 'An amount is read with its side or without its taxes, not both. Leave one of these columns out.'
    : null
}

/** The column of the amount with the one beside it; null: there is none. */
export function amountColumn(
  { amount, debit, credit, side, taxes }: AmountColumns,
  heads: readonly string[],
  charged: FileChoices['charged'],
): { column: number; head: string; beside?: BesideColumn | null } | null {
  if (debit !== null && credit !== null) {
    const [first, second] = charged === 'credit' ? [credit, debit] : [debit, credit]
    return {
      column: first,
      head: `${headOf(heads, first)} / ${headOf(heads, second)}`,
      beside: { column: second, are: 'credits' },
    }
  }
  if (amount === null) return null
  const beside =
    side !== null
      ? { column: side, are: 'sides' as const, taken: charged === 'credit' ? ('debit' as const) : ('credit' as const) }
      : taxes === null
        ? null
        : { column: taxes, are: 'taxes' as const }
  return { column: amount, head: headOf(heads, amount), beside }
}

/**
 * What a file calls the two sides of its amounts, in quotation marks; null: they have none. `isOfEvents`: it calls them
 * debit and credit as events do, so that debits are charged. `of`: the column of their marks; null: each has a column.
 */
function sidesOf({ debit, credit, side }: AmountColumns, { heads, lines }: FirstLines) {
  if (debit !== null && credit !== null) {
    const [one, other] = [heads[debit] ?? '', heads[credit] ?? '']
    return { debit: quoted(one), credit: quoted(other), isOfEvents: areSidesOfEvents(one, other), of: null }
  }
  if (side === null) return null
  const marks = [...marksIn(lines, side).keys()]
  const named = (wanted: Side) => marks.find((mark) => sideMark(mark)?.side === wanted)
  const [one, other] = [named('debit'), named('credit')]
  return {
    debit: one === undefined ? 'what is not marked' : quoted(one),
    credit: other === undefined ? 'what is not marked' : quoted(other),
    isOfEvents: marks.every((mark) => sideMark(mark)?.isOfEvents !== false),
    of: quoted(headOf(heads, side)),
  }
}

const quoted = (text: string) => `“${text.slice(0, LONGEST_SAMPLE)}”`

/**
 * The columns that are read, with their heads and the one beside the amount: what stands there is read with it.
 * @param amountMeans what a column of amounts is said to be; one of debits is read as it
 */
export function columnsRead<Means>(
  meant: readonly Meant<Means>[],
  heads: readonly string[],
  charged: FileChoices['charged'],
  isOf: (means: Means, wanted: keyof AmountColumns) => boolean,
  amountMeans: Means,
) {
  const amount = amountColumn(amountColumns(meant, isOf), heads, charged)
  return meant.flatMap(({ column, means: said }) => {
    if (isOf(said, 'credit') || isOf(said, 'side') || isOf(said, 'taxes')) return []
    const means = isOf(said, 'debit') ? amountMeans : said
    return [{ column, head: headOf(heads, column), ...(isOf(means, 'amount') ? amount : {}), means }]
  })
}

/** Asks which of the two sides is charged; null: the file settles it, or has no sides. */
export function sidesAsked(
  columns: AmountColumns,
  beginning: FirstLines,
  charged: FileChoices['charged'],
): Asks | null {
  const sides = charged === null ? sidesOf(columns, beginning) : null
  if (sides === null || sides.isOfEvents) return null
  const { debit, credit, of } = sides
  const what =
    of === null
      ? `${debit} and ${credit} are two sides of one amount`
      : `${of} says on which of two sides each amount is, ${debit} or ${credit}`
  return {
    ask: 'charged',
    words: `${what}, and the file does not say which of them is charged. Choose one.`,
    choices: [
      { choose: { charged: 'debit' }, label: `${capitalized(debit)} is charged`, outcome: null },
      { choose: { charged: 'credit' }, label: `${capitalized(credit)} is charged`, outcome: null },
    ],
  }
}

/** A sentence on how the sides of amounts are read; none where they have no sides. */
export function sidesNotes(columns: AmountColumns, beginning: FirstLines, charged: FileChoices['charged']): string[] {
  const sides = sidesOf(columns, beginning)
  if (sides === null) return []
  const [first, second] = charged === 'credit' ? [sides.credit, sides.debit] : [sides.debit, sides.credit]
  if (sides.of === null) {
    return [
      `${first} and ${second} are read as one amount: what stands under ${first} is charged, under ${second} taken off.`,
    ]
  }
  return [`${sides.of} is read as the sign of the amount: ${first} is charged, ${second} taken off.`]
}

/** A total that a file states, where one of its two sides is taken for the one that is charged. */
export interface SidedTotal {
  line: number
  /** A plain decimal; null: it is not read. */
  stated: string | null
  /** Whether it is what its lines come to. */
  isSum: boolean
}

/**
 * The side that a total of the file settles: if it is charged, the total is a sum of its lines and above zero, and if
 * the other is, no total is so. Null: no side is settled.
 */
export function sideByTotals(
  byDebit: readonly SidedTotal[],
  byCredit: readonly SidedTotal[],
): { charged: Side; line: number } | null {
  const sumAbove = (totals: readonly SidedTotal[]) =>
    totals.find(({ stated, isSum }) => isSum && stated !== null && isAboveZero(stated)) ?? null
  const [debit, credit] = [sumAbove(byDebit), sumAbove(byCredit)]
  if ((debit === null) === (credit === null)) return null
  return debit === null ? { charged: 'credit', line: credit?.line ?? 0 } : { charged: 'debit', line: debit.line }
}

const isAboveZero = (text: string) => {
  const read = readDecimal(text)
  return read !== null && read !== 'beyond' && read.digits > 0n
}

/** @param line of the total */
export const settledNote = (line: number) =>
  `Line ${grouped(line)}, a row of totals, settles which side is charged: by it the lines add up to that total, above zero.`

/** Whether nothing but the side that is charged is asked. */
export const asksSide = (answer: Refusal): boolean =>
  answer.kind === 'asks' && answer.asks.every(({ ask }) => ask === 'charged')

/**
 * The text of an amount with the sign that the mark of its side gives it. Where the amount has a sign of its own, or
 * the mark is none, it is both texts, "-5.00 H", which is no number.
 * @param taken the side that is taken off
 */
export function sidedText(amount: string, mark: string, taken: Side): string {
  if (mark === '' || amount === '') return amount
  const side = sideMark(mark)?.side
  const dress = numberDress(amount)
  if (side === undefined || dress?.isBelowZero === true || dress?.signedBy != null) return `${amount} ${mark}`
  return side === taken ? `-${amount.replace(/^\+/, '')}` : amount
}
