// The events of a customer's code as the search of causes wants them: each valued by itself, in the order of time.
import type { Instant } from '../../../../../shared/time/instant.ts'
import { compareInstants } from '../../../../../shared/time/instant.ts'
import { billingMonths, startOfDate } from '../../../../../shared/worth/billing-months.ts'
import { type BookedPrice, priceAt, priceBook } from '../../../../../shared/worth/price-book.ts'
import { withEffect } from '../../../../../shared/worth/rule.ts'
import { eventValuer } from '../../../../../shared/worth/value-event.ts'
import { isNumber, numberOf, type WorthEvent } from '../../../../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import { instantsOf } from '../snapshot-valuation.ts'
import type { Turn } from '../turn.ts'
import { eventReader } from '../value-rows.ts'
import type { LineEvent } from './causes/line-case.ts'

export interface CardedEvent {
  event: LineEvent
  /** Of its worth; null: not known, or it has none of its own. */
  currency: string | null
  /** The price of the rate card that it has; null: none, or it carries its own. */
  card: BookedPrice | null
}

interface Marks {
  source: LineEvent['source']
  mayRepeat: (row: number) => boolean
  isLate: (row: number) => boolean | null
}

/** @param count about how many rows it will be asked for */
export async function lineEventReader(
  snapshot: LoadedSnapshot,
  rules: WorthRules,
  zone: string,
  inHand: Parameters<typeof instantsOf>[0],
  { source, mayRepeat, isLate }: Marks,
  count: number,
  turn: Turn,
): Promise<(row: number) => CardedEvent> {
  const valuer = eventValuer(rules, zone, billingMonths(zone, instantsOf(inHand)), null)
  const slotOf = (name: string) => valuer.names.indexOf(name)
  const book = priceBook(rules.prices, (date) => startOfDate(date, zone), slotOf)
  const counted = rules.rules.map(({ quantity }) =>
    quantity === null || quantity.by === 'events' ? -1 : slotOf(quantity.property),
  )
  const eventOf = await eventReader(snapshot, valuer.names, count, turn)

  function cardOf(event: WorthEvent): BookedPrice | null {
    return priceAt(book.lists(event), event.createdAt?.seconds ?? null)
  }

  return (row) => {
    const read = eventOf(row)
    const valued = valuer.value(read)
    const rule = valued.rule === null ? null : (rules.rules[valued.rule] ?? null)
    const value = rule === null ? null : (read.values[counted[valued.rule ?? 0] ?? -1] ?? null)
    const effect = rule?.effect ?? 'not-money'
    const textNumber = valued.why === 'text' ? numberOf(value, true) : 'no-number'
    const isCarded = rule?.money.by === 'rate-card'
    const event: LineEvent = {
      row: source === 'snapshot' ? row : null,
      source,
      at: read.createdAt,
      type: read.eventType,
      bin: valued.bin,
      effect,
      quantity: valued.quantity && withEffect(effect, valued.quantity),
      textQuantity: isNumber(textNumber) ? withEffect(effect, textNumber) : null,
      value,
      worth: valued.bin === 'charged' || valued.bin === 'reduces' ? valued.worth : null,
      price: valued.price,
      differs: valued.differs,
      mayRepeat: source === 'snapshot' && mayRepeat(row),
      isLate: source === 'snapshot' ? isLate(row) : null,
    }
    return { event, currency: valued.worth === null ? null : valued.currency, card: isCarded ? cardOf(read) : null }
  }
}

type Dated = CardedEvent & { event: LineEvent & { at: Instant } }
const isDated = (one: CardedEvent): one is Dated => one.event.at !== null

/** Those without a time last. */
export function inOrderOfTime(events: readonly CardedEvent[]): CardedEvent[] {
  const dated = events.filter(isDated).sort((a, b) => compareInstants(a.event.at, b.event.at))
  return [...dated, ...events.filter((one) => !isDated(one))]
}
