// A usage line and the events that it may be of: what it is valued from, and what is searched where it differs.
import type { Decimal } from '../../../../../../shared/exact/decimal.ts'
import { compareInstants, type Instant } from '../../../../../../shared/time/instant.ts'
import type { BookedPrice } from '../../../../../../shared/worth/price-book.ts'
import type { Effect, Quantity } from '../../../../../../shared/worth/rule.ts'
import { isMoneyKind, type MoneyKind } from '../../../../../../shared/worth/worth.ts'
import type { WorthValue } from '../../../../../../shared/worth/worth-event.ts'

/** An event of the line's customer and code, as the rules have it. */
export interface LineEvent {
  /** Where it was read: in the loaded snapshot, or in that of the hours before or after it. */
  source: 'snapshot' | 'before' | 'after'
  /** Its row there. */
  row: number
  /** When it was created; null: its time cannot be read. */
  at: Instant | null
  type: string | null
  moneyKind: MoneyKind
  /** What its rule does with its number. */
  effect: Effect
  /** Its quantity as the effect counts it; null: it has none, or the number is missing. */
  quantity: Decimal | null
  /**
   * The same where the number is missing because it was sent as text; null or absent: no text that reads as one was.
   */
  textQuantity?: Decimal | null
  /** The value of the property that its rule counts. */
  value: WorthValue | null
  /** Its worth as the effect counts it; null: it has none of its own, as only a whole month may have. */
  worth: Decimal | null
  /** The price of one, as the event or the rate card says it; null: neither does. */
  price: Decimal | null
  /** By how much its amount is more than quantity × price; null: it is not, or that is not known. */
  differs: Decimal | null
  /** Whether it may be a duplicate of one that stands before it. */
  mayRepeat: boolean
  /** Whether it came after the snapshot of the closing of its month. Null: no month was closed, or it is not known. */
  isLate: boolean | null
}

/** Half-open, in seconds since the epoch. */
export interface Seconds {
  from: number
  until: number
}

/** Figures that a line may have by mistake: of another code of its customer, or of another customer's code. */
export interface OtherFigures {
  /** The code, or the customer, as sentences name it. */
  name: string
  quantity: Decimal | null
  worth: Decimal
}

/** A line that differs, with all that its causes are searched in. */
export interface LineCase {
  customerId: string
  /** What the line says. */
  line: {
    quantity: Decimal | null
    unitPrice: Decimal | null
    amount: Decimal
    currency: string | null
    /** Decimals that the amounts of the invoice have; those of the currency at least. */
    places: number
  }
  /** Its period, by days of the billing zone. */
  period: Seconds
  /** The month that the period is, as "2026-10"; null: it is not one whole month. */
  month: string | null
  /** The billing zone. */
  zone: string
  /** The time zone in which the reader sees times. */
  shownZone: string
  /** The events of its customer and code around its period, in the order of time. */
  events: readonly LineEvent[]
  /** Whether the hours before and after what the snapshot holds were read. */
  hasBoundaryEvents: { before: boolean; after: boolean }
  /** How the rules count its quantity: as they count the first event. */
  by: Quantity['by']
  /** What its events come to by the rules. */
  quantity: Decimal | null
  /** The quantity's unit, as sentences name it: "GB". */
  unit: string | null
  worth: Decimal
  /** The price of the rate card; null: events carry their worth. */
  card: BookedPrice | null
  /** All prices of the rate card for this code, those of other customers and other times too. */
  prices: readonly BookedPrice[]
  /** The range of which the snapshot has all events; infinite at an open end. */
  wholeRange: Seconds
  /** The rates of the invoice's tax lines, in percent. */
  taxRates: readonly Decimal[]
  /** What other codes of its customer, and other customers of its code, come to in its currency and period. */
  otherCodes: readonly OtherFigures[]
  otherCustomers: readonly OtherFigures[]
}

/** An event whose time is known. */
export type Timed = LineEvent & { at: NonNullable<LineEvent['at']> }

/** Whether an event can be on a line of an invoice: it has a time, and is money that charges or reduces. */
export const isTimed = (event: LineEvent): event is Timed => event.at !== null && isMoneyKind(event.moneyKind)

/** Sorts events by time, in their list. */
export const inOrder = (events: Timed[]): Timed[] => events.sort((a, b) => compareInstants(a.at, b.at))

/** The events in a time. @param events in the order of time */
export function between<E extends Pick<Timed, 'at'>>(events: readonly E[], { from, until }: Seconds): E[] {
  return events.slice(firstAt(events, from), firstAt(events, until))
}

/** The line's own events. */
export const eventsOfPeriod = ({ events, period }: LineCase): Timed[] => between(events.filter(isTimed), period)

const firstAt = (events: readonly Pick<Timed, 'at'>[], seconds: number) =>
  firstPlace(events.length, (at) => (events[at]?.at.seconds ?? seconds) >= seconds)

/** The first of `count` places at which `isReached` holds, as it does at all behind it; `count`: it holds at none. */
export function firstPlace(count: number, isReached: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
