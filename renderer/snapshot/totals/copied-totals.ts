// "Totals" as a table to copy: its lines with their exact figures, and below it what they are and where they are from.
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { CopiedTable } from '../../../shared/figures/figure-table.ts'
import { keyValue, numberValue, textValue } from '../../../shared/figures/figure-value.ts'
import { notInCell } from '../../../shared/figures/line-words.ts'
import { exactOf, sumOf } from '../../../shared/figures/totals.ts'
import type { TotalsAnswer, TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { byRulesWords, type CopiedSource, figuresSource, leftOut } from '../figures/snapshot-source.ts'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import { lineUnit, type ShownTotals, shareText } from './totals-lines.ts'
import { groupWord, measureLabel, ROUNDED_OPTIONS, roundingLabel } from './totals-options.ts'

/** All lines of the answer with their exact figures, and "All" below them. */
export function copiedTotals(shown: ShownTotals): CopiedTable {
  const { answer, keys, unitHead, columns, coverage, share, rounded } = shown
  const isAnyMissed = [...answer.lines, ...answer.all].some((line) => notInCell(line.total) !== null)
  const heads = [
    ...keys.map(({ head }) => head),
    ...(unitHead === null ? [] : [unitHead]),
    ...columns.flatMap((column) => [column.title, ...(column.rounded === null ? [] : [column.rounded.title])]),
    ...(share === null ? [] : [`${share.head}, %`]),
    ...(coverage === null ? [] : [coverage]),
    ...(isAnyMissed ? ['Not in the sum'] : []),
  ]
  // What is not there is an empty cell: a text in a column of numbers is in no sum and no pivot.
  const figures = (line: TotalsLine) => [
    ...columns.flatMap((column) => [
      numberValue(exactOf(line, column)),
      ...(column.rounded === null ? [] : [numberValue(sumOf(line, column)?.[rounded] ?? null)]),
    ]),
    ...(share === null ? [] : [numberValue(shareText(line.total, share.of))]),
    ...(coverage === null ? [] : [numberValue(String(line.total.numbers))]),
    ...(isAnyMissed ? [textValue(notInCell(line.total) ?? '')] : []),
  ]
  const unitCells = (line: TotalsLine) => (unitHead === null ? [] : [textValue(lineUnit(line) ?? 'not set')])
  const rows = answer.lines.map((line) => [
    ...line.keys.map((value) => keyValue(value, value?.text ?? '–')),
    ...unitCells(line),
    ...figures(line),
  ])
  const allRows = answer.all.map((line) => [
    ...keys.map((_, at) => textValue(at === 0 ? 'All' : '')),
    ...unitCells(line),
    ...figures(line),
  ])
  return { heads: heads.map((head) => head.toWellFormed()), rows: [...rows, ...allRows] }
}

/** What is said under a copy that does not have all lines or columns, because the answer does not. */
export function linesLeftOut(
  answer: Pick<TotalsAnswer, 'lines' | 'lineCount' | 'columns' | 'otherColumns'>,
): CopiedSource {
  const { lines, lineCount, columns, otherColumns } = answer
  return [
    ...leftOut('Lines', lines.length, lineCount, '“All” includes every line'),
    ...leftOut('Columns of the split', columns.length, columns.length + otherColumns, '“All” includes every column'),
  ]
}

/** What is said under a copy by the rules: money that is in no line, and why nothing is netted. */
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
 * What is measured, how it is rounded, and in which zone its days begin.
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
