// Lines of "Totals" as drawn: keys and units in words, figures at one scale per column, a block for each currency or unit.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { blockOf, codeWords, unitWords } from '../../../shared/figures/line-words.ts'
import { exactOf, isSum, sumOf, type TotalsFigure } from '../../../shared/figures/totals.ts'
import type { Period, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsCell, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { currencyExponent } from '../../../shared/worth/money-text.ts'
import { areUnits, measureUnits, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { alignedFigure, columnPlaces } from '../../ui/figure-text.ts'
import { figureColumns } from './figure-columns.ts'
import type { MeasureChoice, TotalsChoice } from './totals-choice.ts'
import { keyLabel, measuredLabel } from './totals-options.ts'

/** What the user said a measure is; null: no amount, or nobody said so. Worth by rules has its decimals already. */
export type AmountMeaning = 'amount-major' | 'amount-minor' | null

export interface ShownColumn extends TotalsFigure {
  /** With its unit, where there is only one. */
  title: string
  /** Its figure of a line, below the others of its currency or unit; "–" where there is none. */
  textOf: (line: TotalsLine) => string
  /** Of the rounded figures beside the exact ones; null where there are none. */
  rounded: { title: string; places: number } | null
}

export interface ShownTotals {
  measure: MeasureChoice
  question: TotalsQuestion
  answer: TotalsAnswer
  /** Heads of the keys. */
  keys: { key: SnapshotKey; head: string }[]
  /** What tells the blocks of the table apart, and the head of a column where it is copied; null where there is one block. */
  unitHead: string | null
  columns: ShownColumn[]
  /** The head of the coverage's column; null where events are only counted. */
  coverage: string | null
  /** The share of "All" to show; null: none. */
  share: { of: 'count' | 'credit' | 'debit' | 'charged' | 'reduces'; head: string } | null
  rounded: TotalsChoice['rounded']
}

export function shownTotals(
  choice: Pick<TotalsChoice, 'rounded'>,
  measure: MeasureChoice,
  question: TotalsQuestion,
  answer: TotalsAnswer,
  amount: AmountMeaning,
): ShownTotals {
  const lines = [...answer.lines, ...answer.all]
  const isQuantities = answer.worth?.hasMoney === false
  const hasUnits = isQuantities || new Set(lines.map(blockOf)).size > 1
  const unit = hasUnits ? null : unitWords(answer.all[0]?.units ?? [])
  const suffix = `${unit === null ? '' : `, ${unit}`}${amount === 'amount-minor' ? ', minor units' : ''}`
  const columns = figureColumns(measure, question, answer).map((column): ShownColumn => {
    const title = column.figure === 'count' ? column.head : `${column.head}${suffix}`
    const roundedTexts = () => lines.map((line) => sumOf(line, column)?.[choice.rounded] ?? null)
    const hasRounded = question.rounding !== null && isSum(column)
    return {
      ...column,
      title,
      textOf: textOf(column, lines, amount),
      rounded: hasRounded ? { title: `${column.head}, rounded`, places: columnPlaces(roundedTexts()) } : null,
    }
  })
  return {
    measure,
    question,
    answer,
    keys: question.by.map((key) => ({ key, head: keyLabel(key) })),
    unitHead: hasUnits ? answer.by.join(' · ') || 'Unit' : null,
    columns,
    coverage: coverageHead(measure, isQuantities),
    share: shareOf(measure, question, answer),
    rounded: choice.rounded,
  }
}

/** Only figures of one currency stand at one scale: an amount of yen has no decimals that an amount of euros has. */
function textOf(column: TotalsFigure, lines: readonly TotalsLine[], amount: AmountMeaning): ShownColumn['textOf'] {
  const isMoney = amount === 'amount-major' && column.figure !== 'count'
  const drawn = (line: TotalsLine) => {
    const exact = exactOf(line, column)
    const currency = line.units[0] ?? null
    if (exact === null || !isMoney || currency === null) return exact
    return withPlaces(exact, currencyExponent(currency) ?? 0)
  }
  const places = new Map<string, number>()
  for (const line of lines) {
    const name = blockOf(line)
    places.set(name, Math.max(places.get(name) ?? 0, columnPlaces([drawn(line)])))
  }
  return (line) => alignedFigure(drawn(line), places.get(blockOf(line)) ?? 0)
}

/** A plain decimal with at least so many places. */
function withPlaces(text: string, least: number): string {
  const places = columnPlaces([text])
  return places >= least ? text : `${text}${places === 0 ? '.' : ''}${'0'.repeat(least - places)}`
}

function coverageHead(measure: MeasureChoice, isQuantities: boolean): string | null {
  if ('properties' in measure) return `With a numeric ${measuredLabel(measure.properties)}`
  return measure.figure === 'worth' && !isQuantities ? 'In the total' : null
}

function shareOf(measure: MeasureChoice, { split }: TotalsQuestion, { all }: TotalsAnswer): ShownTotals['share'] {
  if (measure.figure === 'count') return { of: 'count', head: 'Share' }
  // A net has no share: what is charged and what reduces are of two signs.
  if (measure.figure === 'worth') {
    const of = (['charged', 'reduces'] as const).find((one) => all.some(({ total }) => total.worth?.[one] != null))
    return of === undefined ? null : { of, head: of === 'charged' ? 'Share of charged' : 'Share of what is taken off' }
  }
  if (measure.figure !== 'sum' || split !== null) return null
  if (all.some(({ total }) => total.debit !== null)) return { of: 'debit', head: 'Share of debit' }
  return all.some(({ total }) => total.credit !== null) ? { of: 'credit', head: 'Share of credit' } : null
}

/** In percent with two places, a plain decimal; null where there is no share. */
export function shareText({ share, worth }: TotalsCell, of: NonNullable<ShownTotals['share']>['of']): string | null {
  return of === 'charged' || of === 'reduces' ? (worth?.share[of] ?? null) : share[of]
}

/** What a line's currency or unit is called; null where it is not known. */
export const lineUnit = ({ units, code, total }: TotalsLine): string | null =>
  unitWords(units) ??
  codeWords(code) ??
  (total.worth !== undefined && total.numbers === 0 && isUnsent(total) ? 'not in the total' : null)

const isUnsent = ({ debit, credit, neither }: TotalsCell) => debit === null && credit === null && neither === null

export const periodOf = (key: SnapshotKey): Period | null => (key.of === 'time' ? key.every : null)

/** "41,868 of 41,870". */
export const coverageWords = (numbers: number, count: number) =>
  numbers === count ? grouped(count) : `${grouped(numbers)} of ${grouped(count)}`

export type DrawnRow =
  | { of: 'heading'; id: string; words: string }
  /** `row` is its place among the lines, from 0, headings not counted. */
  | { of: 'line' | 'all'; line: TotalsLine; row: number }

interface TotalsRows {
  /** In the table's body. */
  body: DrawnRow[]
  /** Below it: "All" where there is only one block. */
  foot: DrawnRow[]
  /** The place in `body` of each line that has one. */
  places: number[]
  /** By their `row`. */
  lines: TotalsLine[]
}

/**
 * The lines of a block keep their order.
 * @param unitHead what tells blocks apart; null where there is one, without a heading
 */
export function totalsRows(answer: Pick<TotalsAnswer, 'lines' | 'all'>, unitHead: string | null): TotalsRows {
  const lines: TotalsLine[] = []
  const drawn =
    (of: 'line' | 'all') =>
    (line: TotalsLine): DrawnRow => ({ of, line, row: lines.push(line) - 1 })
  if (unitHead === null) {
    const body = answer.lines.map(drawn('line'))
    return { body, foot: answer.all.map(drawn('all')), places: body.map((_, at) => at), lines }
  }
  const blocks = new Map<string, { lines: TotalsLine[]; all: TotalsLine[] }>()
  const blockWith = (line: TotalsLine) => {
    const id = blockOf(line)
    const known = blocks.get(id) ?? { lines: [], all: [] }
    blocks.set(id, known)
    return known
  }
  for (const line of answer.all) blockWith(line).all.push(line)
  for (const line of answer.lines) blockWith(line).lines.push(line)
  const body: DrawnRow[] = []
  const places: number[] = []
  for (const [id, block] of blocks) {
    const first = block.lines[0] ?? block.all[0]
    if (first !== undefined) body.push({ of: 'heading', id, words: blockWords(first, unitHead) })
    for (const row of [...block.lines.map(drawn('line')), ...block.all.map(drawn('all'))]) {
      places.push(body.length)
      body.push(row)
    }
  }
  return { body, foot: [], places, lines }
}

/** "EUR", "not in the total", "currency not set". */
function blockWords(line: TotalsLine, unitHead: string): string {
  return lineUnit(line) ?? `${unitHead} not set`
}

interface UnitsSentence {
  state: 'none' | 'confirmed' | 'not-confirmed' | 'not-known'
  words: string
  /** More of it, for whoever points at it. */
  title?: string
}

/** About the units of the table's figures. */
export function unitsSentence({ measure, answer }: ShownTotals, meanings: PropertyMeanings): UnitsSentence {
  if (answer.worth !== undefined) {
    const each = answer.worth.hasMoney ? '' : '. Nothing is added across codes and units.'
    return { state: 'confirmed', words: `By your price rules${each}`, title: `Version ${answer.worth.version}` }
  }
  if (!('properties' in measure)) return { state: 'none', words: '' }
  const apart = answer.isApart === true ? ' Where it is not known, nothing is added across event codes.' : ''
  if (answer.by.length === 0)
    return { state: 'not-known', words: `Unit not set: no property says which currency or unit this is.${apart}` }
  const names = answer.by.join(' and ')
  const { confirmed } = measureUnits(measure.properties, meanings)
  const isConfirmed = confirmed || areUnits(answer.by, meanings)
  const never = `${answer.all.length > 1 ? ' Figures never mix two of them.' : ''}${apart}`
  return isConfirmed
    ? { state: 'confirmed', words: `By ${names}.${never}` }
    : { state: 'not-confirmed', words: `By ${names}, not confirmed.${never}` }
}
