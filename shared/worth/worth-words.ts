// What stands behind figures of worth, in words that the page, files and the terminal share.
import type { SumType } from '../exact/exact-sum.ts'
import { countWords } from '../exact/grouped-digits.ts'
import type { Bin, NotValued } from './worth.ts'
import type { NoNumber } from './worth-event.ts'

const TYPE_WORDS: Record<SumType, [one: string, many: string]> = {
  credit: ['credit', 'credits'],
  debit: ['debit', 'debits'],
  neither: ['event of neither type', 'events of neither type'],
}

interface Binned {
  bins: readonly { bin: Bin; events: number }[]
  noRule: readonly { type: SumType; events: number }[]
}

/** "3 credits have no rule": why nothing is netted. Null where every event has one. */
export function noRuleWords({ bins, noRule }: Binned): string | null {
  const events = bins.find(({ bin }) => bin === 'no-rule')?.events ?? 0
  if (events === 0) return null
  const counts = new Map<SumType, number>()
  for (const line of noRule) counts.set(line.type, (counts.get(line.type) ?? 0) + line.events)
  const named = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const parts = [...counts].map(([type, count]) => countWords(count, ...TYPE_WORDS[type]))
  const words = named === events ? listed(parts) : countWords(events, 'event')
  return `${words} ${events === 1 ? 'has' : 'have'} no rule`
}

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Why an event that has a number has no money. */
export const NOT_VALUED_WORDS: Record<NotValued, string> = {
  'part-of-line': 'part of a line',
  'no-time': 'no time',
  'no-customer': 'no customer',
  'no-price': 'no price',
  'unit-differs': 'unit differs',
  'price-changes': 'the price changes in the period',
  'last-tied': 'two values are the last one',
  'below-zero': 'quantity below zero',
  'minor-units': 'minor units not known',
  'too-many-currencies': 'too many currencies',
}

export const NUMBER_MISSING_WORDS: Record<NoNumber, string> = {
  'no-number': 'none is there',
  text: 'it is text',
  beyond: 'too large to calculate with',
}
