// Causes of how the quantity was counted.
import { type Decimal, plus, ZERO } from '../../../../../../shared/exact/decimal.ts'
import type { Attempt, Figures } from './attempt.ts'
import type { CauseCode } from './cause-codes.ts'
import { asSent, type Counting, isNegated } from './count-events.ts'
import { isEqual } from './exact-figures.ts'
import { atPriceWords, quantityWords } from './figure-words.ts'
import type { LineCase, LineEvent } from './line-case.ts'
import type { LineReckoner } from './line-reckoner.ts'
import type { Timed } from './timed-events.ts'

const COUNTINGS: readonly { code: CauseCode; by: Exclude<Counting, 'events'>; words: string; sentence: string }[] = [
  { code: 'sum', by: 'sum', words: 'sum', sentence: 'The sum of its quantities' },
  { code: 'maximum', by: 'maximum', words: 'maximum', sentence: 'The largest quantity of one event' },
  { code: 'last-or-first', by: 'last', words: 'last value', sentence: 'The quantity of the latest event' },
  { code: 'last-or-first', by: 'first', words: 'first value', sentence: 'The quantity of the earliest event' },
  {
    code: 'distinct',
    by: 'different-quantities',
    words: 'different values',
    sentence: 'The number of different quantities',
  },
  {
    code: 'daily-maximum',
    by: 'daily-maximum',
    words: 'each day’s maximum summed',
    sentence: 'The largest quantity of each day, added up',
  },
]

/** None where events are counted one by one, without a quantity, or where only some events have money of their own. */
export function* countingAttempts(line: LineCase, reckoner: LineReckoner): Generator<Attempt> {
  const attempt = (code: CauseCode, words: string, sentence: string, figures: Counted): Attempt => {
    // Events and different quantities have no unit.
    const unit = code === 'number-of-events' || code === 'distinct' ? null : line.unit
    const says = () => `${sentence}: ${quantityWords(figures.quantity, unit)}${atPriceWords(reckoner.single)}.`
    return { code, words, sentence: says, figures, isOneByWorth: code !== 'last-or-first' }
  }
  // Of events that are counted each is one, and there is nothing else to count.
  if (line.by === 'events' || line.quantity === null || !reckoner.isAlike) return
  const number = numberOfEvents(line, reckoner)
  if (number !== null) yield attempt('number-of-events', 'number of events', 'The number of events', number)
  for (const { code, by, words, sentence } of COUNTINGS) {
    if (by === line.by) continue
    for (const figures of countedAs(reckoner, by)) {
      // Where it comes to the same quantity, it is not by counting that the line differs.
      if (!isEqual(figures.quantity, line.quantity)) yield attempt(code, words, sentence, figures)
    }
  }
}

type Counted = Figures & { quantity: Decimal }

/** All events, whatever their values, even without a number. */
function numberOfEvents(line: LineCase, reckoner: LineReckoner): Counted | null {
  const isMissing = (event: LineEvent): event is Timed => event.at !== null && event.bin === 'number-missing'
  const parts = reckoner.within(line.period, line.zone, line.events.filter(isMissing))
  const areTurned = parts.every((part) => part.every(isNegated))
  let [quantity, worth]: [Decimal, Decimal] = [ZERO, ZERO]
  for (const { length } of parts) {
    const count = { digits: BigInt(areTurned ? -length : length), scale: 0 }
    const cost = length === 0 ? ZERO : reckoner.priced(count)
    if (cost === null) return null
    quantity = plus(quantity, count)
    worth = plus(worth, cost)
  }
  return { quantity, worth }
}

/** At the price of the line, whatever its events are worth. Where some of them are taken off, also by what they say themselves. */
function countedAs(reckoner: LineReckoner, by: Counting): Counted[] {
  const { parts } = reckoner
  const events = parts.flat()
  const isMixed = events.some(isNegated) && !events.every(isNegated)
  const ways = isMixed && by !== 'sum' ? [parts, parts.map((part) => part.map(asSent))] : [parts]
  return ways.flatMap((way) => {
    let [quantity, worth]: [Decimal, Decimal] = [ZERO, ZERO]
    for (const part of way) {
      if (part.length === 0) continue
      const counted = reckoner.counted(part, by)
      const cost = counted && reckoner.priced(counted)
      if (counted === null || cost === null) return []
      quantity = plus(quantity, counted)
      worth = plus(worth, cost)
    }
    return [{ quantity, worth }]
  })
}
