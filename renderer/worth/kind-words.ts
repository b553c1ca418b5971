// What a kind of events adds up to as sent, and what the rules make of it, in words.
import { grouped } from '../../shared/exact/grouped-digits.ts'
import type { KindLine } from '../../shared/snapshot/snapshot-worth.ts'
import type { Bin } from '../../shared/worth/worth.ts'
import { moneyInWords } from './money-words.ts'

/** "43,178.60 EUR" and "64,916.00 USD", each by itself. */
export function sumWords({ sums, otherSums }: Pick<KindLine, 'sums' | 'otherSums'>): string[] {
  if (sums.length === 0) return ['–']
  const shown = sums.slice(0, 3).map(({ sum, currency }) => moneyInWords(sum, currency))
  const more = sums.length - shown.length + otherSums
  return more === 0 ? shown : [...shown, `and ${grouped(more)} more`]
}

const BIN_WORDS: Record<Bin, string> = {
  charged: 'charged',
  reduces: 'reduces',
  balance: 'balance',
  'not-money': 'no money',
  'number-missing': 'without a number',
  'no-rule': 'no rule',
}

/** "Rule 1 takes 1,240: charged, 24,018.40 EUR"; "Rule 2 takes 7: charged; 7 by the month’s line". */
export function outcomeWords({ takes, bins, worth, notValued, events }: Omit<KindLine, 'example'>): string {
  const taken = takes.map(({ rule, events: count }) =>
    rule === null ? null : `Rule ${rule + 1} takes ${grouped(count)}`,
  )
  const rules = taken.filter((words) => words !== null)
  if (rules.length === 0) return 'Not netted: no rule'
  const inBins = bins.map(({ bin, events: count }) =>
    count === events ? BIN_WORDS[bin] : `${grouped(count)} ${BIN_WORDS[bin]}`,
  )
  const sums = worth.slice(0, 3).map(({ sum, currency }) => moneyInWords(sum, currency))
  const more = worth.length > 3 ? ' and more' : ''
  const isOfLine = notValued.find(({ why }) => why === 'part-of-line')
  const without = notValued.filter(({ why }) => why !== 'part-of-line').reduce((sum, one) => sum + one.events, 0)
  return [
    `${rules.slice(0, 3).join(', ')}: ${inBins.join(', ')}`,
    ...(sums.length === 0 ? [] : [`${sums.join(', ')}${more}`]),
    ...(isOfLine === undefined ? [] : [`${grouped(isOfLine.events)} in lines of a month`]),
    ...(without === 0 ? [] : [`${grouped(without)} not valued`]),
  ].join('; ')
}
