// This says what the table "Totals" shows of an answer: its keys and figures by their names, what is said of their
// units, and what is said under a copy.

import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { blockOf, unitWords } from '../../../shared/figures/line-words.ts'
import { isSum, type ShownFigure, sumOf, type TotalsShown } from '../../../shared/figures/totals.ts'
import type { Period, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsAnswer, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { areUnits, measureUnits, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { BY_PRICE_RULES } from '../../../shared/worth/worth.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { columnPlaces } from '../../ui/figure-text.ts'
import { byRulesWords, figuresSource, leftOut } from '../figures/snapshot-source.ts'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import { figureColumns } from './figure-columns.ts'
import { valueLabel } from './key-words.ts'
import type { MeasureChoice, TotalsChoice } from './totals-choice.ts'
import { groupWord, keyLabel, measuredLabel, measureLabel, ROUNDED_OPTIONS, roundingLabel } from './totals-options.ts'

/** What the user said the measured number is: an amount of euros, of cents; null: no amount, or nobody said so. */
export type AmountMeaning = 'amount-major' | 'amount-minor' | null

export interface ShownTotals extends TotalsShown {
  measure: MeasureChoice
  question: TotalsQuestion
  answer: TotalsAnswer
}

/** Draws up what the table, the chart and copies of totals show of an answer. */
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
  const columns = figureColumns(measure, question, answer).map((column): ShownFigure => {
    const title = column.figure === 'count' ? column.head : `${column.head}${suffix}`
    const roundedTexts = () => lines.map((line) => sumOf(line, column)?.[choice.rounded] ?? null)
    const hasRounded = question.rounding !== null && isSum(column)
    return {
      ...column,
      title,
      isMoney: amount === 'amount-major' && column.figure !== 'count',
      rounded: hasRounded ? { title: `${column.head}, rounded`, places: columnPlaces(roundedTexts()) } : null,
    }
  })
  return {
    measure,
    question,
    answer,
    keys: question.by.map((key) => ({
      head: keyLabel(key),
      isCustomer: key.of === 'field' && key.field === 'customerId',
      wordsOf: (value) => valueLabel(value, periodOf(key)),
    })),
    unitHead: hasUnits ? answer.by.join(' · ') || 'Unit' : null,
    columns,
    coverage: coverageHead(measure, isQuantities),
    share: shareOf(measure, question, answer),
    rounded: choice.rounded,
  }
}

function coverageHead(measure: MeasureChoice, isQuantities: boolean): string | null {
  if ('properties' in measure) return `With a numeric ${measuredLabel(measure.properties)}`
  return measure.figure === 'worth' && !isQuantities ? 'In the total' : null
}

function shareOf(measure: MeasureChoice, { split }: TotalsQuestion, { all }: TotalsAnswer): ShownTotals['share'] {
  if (measure.figure === 'count') return { of: 'count', head: 'Share' }
  // A net has no share: what is charged and what reduces are of two signs.
  if (measure.figure === 'worth') {
    const figure = (['charged', 'reduces'] as const).find((one) => all.some(({ total }) => total.worth?.[one] != null))
    return figure === undefined
      ? null
      : { of: figure, head: figure === 'charged' ? 'Share of charged' : 'Share of what is taken off' }
  }
  if (measure.figure !== 'sum' || split !== null) return null
  if (all.some(({ total }) => total.debit !== null)) return { of: 'debit', head: 'Share of debit' }
  return all.some(({ total }) => total.credit !== null) ? { of: 'credit', head: 'Share of credit' } : null
}

/** The period by which a key groups time; null: it does not. */
export const periodOf = (key: SnapshotKey): Period | null => (key.of === 'time' ? key.every : null)

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
    return { state: 'confirmed', words: `${BY_PRICE_RULES}${each}`, title: `Version ${answer.worth.version}` }
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

/** Writes what is said under a copy that does not have all lines or columns, because the answer does not. */
export function linesLeftOut(
  answer: Pick<TotalsAnswer, 'lines' | 'lineCount' | 'columns' | 'otherColumns'>,
): CopiedSource {
  const { lines, lineCount, columns, otherColumns } = answer
  return [
    ...leftOut('Lines', lines.length, lineCount, '“All” includes every line'),
    ...leftOut('Columns of the split', columns.length, columns.length + otherColumns, '“All” includes every column'),
  ]
}

/** Writes what is said under a copy by the rules: money that is in no line, and why nothing is netted. */
export function moneyLeftOut({
  question,
  answer: { worth },
}: Pick<ShownTotals, 'question' | 'answer'>): [string, string][] {
  if (worth === undefined) return []
  const inNoLine = worth.inNoLine.map((money): [string, string] => [
    `In no ${groupWord(question.by)}`,
    `${lineMoneyWords(money)}; “All” includes it`,
  ])
  const events = countWords(worth.unruled, 'event')
  return worth.unruled === 0
    ? inNoLine
    : [...inNoLine, ['No total', `groups with events without a price rule: ${events}`]]
}

/**
 * Tells what is measured, how it is rounded, and in which zone its days begin.
 * @param zone of the snapshot, for a question without a zone of its own
 */
export function totalsSource(
  { measure, question, answer: { worth }, rounded }: Pick<ShownTotals, 'measure' | 'question' | 'answer' | 'rounded'>,
  zone: string,
): CopiedSource {
  const sentWords = measure.figure === 'count' ? measureLabel(measure) : `${measureLabel(measure)}, as sent`
  const roundedWords = ROUNDED_OPTIONS.find(({ means }) => means === rounded)?.label.toLowerCase()
  return figuresSource(
    worth === undefined ? sentWords : byRulesWords(worth.version),
    question.zone ?? zone,
    question.rounding === null
      ? 'none'
      : `${roundingLabel(question.rounding)}, ${roundedWords}; exact figures beside it`,
  )
}
