// A usage line and the events that it may be of: what it is valued from, and what is searched where it differs.
import type { Decimal } from '../../../../../../shared/exact/decimal.ts'
import { compareInstants, type Instant } from '../../../../../../shared/time/instant.ts'
import type { BookedPrice } from '../../../../../../shared/worth/price-book.ts'
import type { Effect, Quantity } from '../../../../../../shared/worth/rule.ts'
import { isMoneyKind, type MoneyKind } from '../../../../../../shared/worth/worth.ts'
import type { WorthValue } from '../../../../../../shared/worth/worth-event.ts'

/** An event of the line's customer and code, as the rules have it. */
export interface LineEvent {
  /** It was read there: in the loaded snapshot, or in the hours before or after it. */
  source: 'snapshot' | 'before' | 'after'
  /** Its number in that reading. */
  row: number
  /** Null: its time cannot be read. */
  at: Instant | null
  type: string | null
  moneyKind: MoneyKind
  effect: Effect
  /** It is as its effect counts it; null: none, or its number is missing. */
  quantity: Decimal | null
  /** It is the number, as its effect counts it, that is missing because it was sent as text that reads as one. */
  textQuantity?: Decimal | null
  /** The value of the property by which different ones are counted. */
  value: WorthValue | null
  /** It is as its effect counts it; null: the event has no money of its own, as lines of a whole month have. */
  worth: Decimal | null
  /** It is the price of one, as the event or the rate card says it; null: neither does. */
  price: Decimal | null
  /** Its amount is so much more than quantity × price; null: it is not, or cannot be known. */
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

/** Figures that this line may have by mistake: of another code of its customer, or of another customer's code. */
export interface OtherFigures {
  /** The code, or the customer, as sentences name it. */
  name: string
  quantity: Decimal | null
  worth: Decimal
}

export interface LineCase {
  customerId: string
  line: {
    quantity: Decimal | null
    unitPrice: Decimal | null
    amount: Decimal
    currency: string | null
    /** Decimals that the amounts of the invoice have; those of the currency at least. */
    places: number
  }
  /** It is in the billing zone. */
  period: Seconds
  /** It is a month of the billing zone: "2026-10"; null: the period is not one whole month. */
  month: string | null
  zone: string
  shownZone: string
  /** They are in the order of time: of the whole snapshot, and the month-boundary events that were read. */
  events: readonly LineEvent[]
  hasBoundaryEvents: { before: boolean; after: boolean }
  /** How the rules count its quantity; several kinds: that of most events. */
  by: Quantity['by']
  /** The rules make this of it. */
  quantity: Decimal | null
  /** Sentences name the quantity's unit: "GB". */
  unit: string | null
  worth: Decimal
  /** The price of the rate card; null: events carry their worth. */
  card: BookedPrice | null
  /** All prices of the rate card for this code, those of other customers and other times too. */
  prices: readonly BookedPrice[]
  /** The snapshot itself holds this; infinite at an open end. */
  wholeRange: Seconds
  /** They are in percent, as the tax lines of the invoice say. */
  taxRates: readonly Decimal[]
  /** They are by the rules, in the line's currency and period: of its customer, and of its code. */
  otherCodes: readonly OtherFigures[]
  otherCustomers: readonly OtherFigures[]
}

export type Timed = LineEvent & { at: NonNullable<LineEvent['at']> }

/** An invoice has only what charges or reduces. */
export const isTimed = (event: LineEvent): event is Timed => event.at !== null && isMoneyKind(event.moneyKind)

/** Sorts them where they are. */
export const inOrder = (events: Timed[]): Timed[] => events.sort((a, b) => compareInstants(a.at, b.at))

/** @param events in the order of time */
export function between<E extends Pick<Timed, 'at'>>(events: readonly E[], { from, until }: Seconds): E[] {
  return events.slice(firstAt(events, from), firstAt(events, until))
}

/** The line's own events. */
export const eventsOfPeriod = ({ events, period }: LineCase): Timed[] => between(events.filter(isTimed), period)

const firstAt = (events: readonly Pick<Timed, 'at'>[], seconds: number) =>
  firstPlace(events.length, (at) => (events[at]?.at.seconds ?? seconds) >= seconds)

/** Finds of so many in order the first place from which on `isReached` holds; `count`: it never does. */
export function firstPlace(count: number, isReached: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(middle)) high = middle
    else low = middle + 1
  }
  return low
}
