// Causes of how the quantity was counted.
import type { Decimal } from '../../../../../../shared/exact/decimal.ts'
import type { LineCase } from '../line-case.ts'
import type { Attempt } from './attempt.ts'
import type { CauseCode } from './cause-codes.ts'
import type { Counting } from './count-events.ts'
import { isEqual } from './exact-figures.ts'
import { atPriceWords, quantityWords } from './figure-words.ts'
import type { LineReckoner } from './line-reckoner.ts'

const COUNTINGS: readonly { code: CauseCode; by: Counting; words: string; sentence: string }[] = [
  { code: 'number-of-events', by: 'number-of-events', words: 'number of events', sentence: 'The number of events' },
  { code: 'sum', by: 'sum', words: 'sum', sentence: 'The sum of its quantities' },
  { code: 'maximum', by: 'maximum', words: 'maximum', sentence: 'The largest quantity of one event' },
  { code: 'last-or-first', by: 'last', words: 'last value', sentence: 'The quantity of the latest event' },
  { code: 'last-or-first', by: 'first', words: 'first value', sentence: 'The quantity of the earliest event' },
  { code: 'distinct', by: 'distinct', words: 'different values', sentence: 'The number of different values' },
  {
    code: 'daily-maximum',
    by: 'daily-maximum',
    words: 'each day’s maximum summed',
    sentence: 'The largest quantity of each day, added up',
  },
]

export function* countingAttempts(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  // Of events that are counted each is one, and there is nothing else to count.
  if (line.by === 'events' || line.quantity === null) return
  for (const { code, by, words, sentence } of COUNTINGS) {
    if (by === line.by) continue
    const figures = countedAs(reckoner, by)
    // Where it comes to the same quantity, it is not by counting that the line differs.
    if (figures === null || isEqual(figures.quantity, line.quantity)) continue
    yield {
      code,
      words,
      sentence: () =>
        `${sentence}: ${quantityWords(figures.quantity, unitOf(line, by))}${atPriceWords(reckoner.single)}.`,
      figures,
    }
  }
}

/** Events and different values have no unit. */
const unitOf = ({ unit }: LineCase, by: Counting) => (by === 'number-of-events' || by === 'distinct' ? null : unit)

/** At the price of the line, whatever its events are worth. */
function countedAs(reckoner: LineReckoner, by: Counting): { quantity: Decimal; worth: Decimal } | null {
  const { parts, isOfMonth, figures } = reckoner
  if (isOfMonth) {
    const counted = figures(parts, by)
    return counted === null || counted.quantity === null ? null : { ...counted, quantity: counted.quantity }
  }
  const quantity = figures(parts, by)?.quantity ?? null
  const worth = quantity && reckoner.priced(quantity)
  return quantity === null || worth === null ? null : { quantity, worth }
}
