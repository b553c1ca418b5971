// What is said under a copy of "Totals": what its figures are, and what is not in it.
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { TotalsAnswer } from '../../../shared/snapshot/snapshot-totals.ts'
import type { CopiedSource } from '../../tables/save-table.ts'
import { byRulesWords, figuresSource, leftOut } from '../figures/snapshot-source.ts'
import { lineMoneyWords } from '../headlines/headline-words.ts'
import type { ShownTotals } from './totals-lines.ts'
import { groupWord, measureLabel, ROUNDED_OPTIONS, roundingLabel } from './totals-options.ts'

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
