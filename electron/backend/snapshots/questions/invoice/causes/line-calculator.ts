// Calculates a line as the rules do, with one thing changed: other events, another way of counting, or another price. A
// *part* is the events of one month: where the rate card prices the month as a whole, each part is priced by itself.
import {
  createDecimalSum,
  type Decimal,
  dividedExactly,
  plus,
  times,
  ZERO,
} from '../../../../../../shared/exact/decimal.ts'
import { type BookedPrice, bookedPrice } from '../../../../../../shared/worth/price-book.ts'
import { priceDecimal, type RatePrice } from '../../../../../../shared/worth/rate-price.ts'
import type { Attempt } from './cause-attempt.ts'
import { type Counting, countEvents } from './count-events.ts'
import { added, type Figures, isEqual, negated, quantitiesStated } from './figures.ts'
import { between, inOrder, isTimed, type LineCase, type Seconds, type Timed } from './line-case.ts'
import { monthsWithin } from './zone-days.ts'

/** With more different prices, a line could hardly show one of them. */
const MOST_PRICES = 20

/** More than any invoice has; each month is calculated separately. */
const MOST_MONTHS = 120

export type LineCalculator = NonNullable<ReturnType<typeof lineCalculator>>

/**
 * What calculates a line; null: the events at hand do not come to its worth, so that nothing can be calculated from
 * them.
 */
export function lineCalculator(line: LineCase) {
  const { card, by, zone } = line
  if (line.period.until - line.period.from > MOST_MONTHS * 31 * 86_400) return null
  const timed = line.events.filter(isTimed)
  const eventsOfPeriod = between(timed, line.period)
  /** How many events have no worth of their own, as the rate card prices their month as a whole. */
  const cardEvents = eventsOfPeriod.filter(isOfCard).length
  const isOfMonth = cardEvents > 0
  const prices = pricesOf(eventsOfPeriod, card)
  const [first] = prices
  const single = card?.single ?? (card === null && prices.length === 1 && first !== undefined ? first : null)

  /**
   * The events in a period, by part.
   * @param inZone in which months begin
   * @param more events that the rules leave out
   */
  function within(period: Seconds, inZone: string, more: readonly Timed[] = []): Timed[][] {
    const all = more.length === 0 ? timed : inOrder([...timed, ...more])
    const months = line.month !== null || !isOfMonth ? [period] : monthsWithin(period, inZone)
    return months.map((month) => between(all, month))
  }

  /** The quantity of one part, counted in another way. */
  const counted = (part: readonly Timed[], counting: Counting) =>
    line.quantity === null ? null : countEvents(part, counting, zone)

  /** What the quantity of a part costs; null: there is no single price, and none of the rate card. */
  const priced = (quantity: Decimal) => (card === null ? single && times(quantity, single) : pricedBy(card, quantity))

  /** The figures of a part by the rules; null: its quantity cannot be told. */
  function figuresOf(part: readonly Timed[]): Figures | null {
    const worth = createDecimalSum()
    for (const event of part) if (event.worth !== null) worth.add(event.worth)
    if (!isOfMonth) return { quantity: counted(part, by), worth: worth.total() }
    const ofCard = part.filter(isOfCard)
    if (ofCard.length === 0) return { quantity: null, worth: worth.total() }
    // The rate card prices its events together. Those with a worth of their own are beside them, and count in a sum.
    const quantityOfCard = countEvents(ofCard, by, zone)
    const cost = quantityOfCard && priced(quantityOfCard)
    if (cost === null) return null
    const isAdded = by === 'sum' || by === 'events'
    const quantity = isAdded && ofCard.length < part.length ? counted(part, by) : quantityOfCard
    return { quantity, worth: plus(worth.total(), cost) }
  }

  /** The figures of several parts by the rules; null: those of one cannot be told, as two events are equally late. */
  function figures(parts: readonly (readonly Timed[])[]): Figures | null {
    const all = parts.map((part) => figuresOf(part))
    return all.every((one) => one !== null) ? all.reduce(joined, NOTHING) : null
  }

  const parts = within(line.period, zone)
  const ofParts = parts.map((part) => figuresOf(part))
  if (!ofParts.every((one) => one !== null)) return null
  const base = ofParts.reduce(joined, NOTHING)
  if (!isEqual(base.worth, line.worth)) return null
  const isAlike = cardEvents === 0 || cardEvents === eventsOfPeriod.length
  const quantities = ofParts.map(({ quantity }) => quantity)

  return {
    /** The line's events by month: tiers, maxima and included quantities start over each month. */
    parts,
    /** The line's figures by the rules as they are. */
    base,
    /** One quantity for each part. */
    quantities,
    /** Whether the rate card prices the month's quantity as a whole, so that single events have no worth. */
    isOfMonth,
    /** Whether either all events have a worth of their own or none has. */
    isAlike,
    /** The unit price, if it is the same for all events. */
    single: isOfMonth ? (card?.single ?? null) : single,
    /** Unit prices that the line may show. */
    prices,
    within,
    /** The events in a time, which may lie outside the line's period. */
    taken: (period: Seconds) => between(timed, period),
    figures,
    counted,
    priced,
    /**
     * The figures of the line at another price; null: it has no quantity, or its events are priced in different ways.
     * @param at what a part's quantity costs then; null: that cannot be told
     */
    atPrice(at: (quantity: Decimal) => Decimal | null): Figures | null {
      if (!isAlike || base.quantity === null) return null
      let worth = ZERO
      for (const quantity of quantities) {
        const cost = quantity === null ? ZERO : at(quantity)
        if (cost === null) return null
        worth = plus(worth, cost)
      }
      return { quantity: base.quantity, worth }
    },
    /** Other quantities that mean the same on an invoice. */
    quantitiesOf: (quantity: Decimal) => (card === null ? [] : quantitiesStated(quantity, card.price)),
  }
}

const NOTHING: Figures = { quantity: null, worth: ZERO }

/** What a line says at another price of the rate card. @param price null: there is no such price, and no figures */
export const atCardPrice = (
  calculator: LineCalculator,
  price: BookedPrice | null,
): Pick<Attempt, 'figures' | 'prices'> =>
  price === null
    ? { figures: null }
    : { figures: calculator.atPrice((quantity) => pricedBy(price, quantity)), prices: cardPrices(price) }

/** What a quantity costs at a price. One below zero costs the same as above, with the opposite sign. */
export function pricedBy({ single, worthOf }: BookedPrice, quantity: Decimal): Decimal {
  if (single !== null) return times(quantity, single)
  return quantity.digits < 0n ? negated(worthOf(negated(quantity))) : worthOf(quantity)
}

/** The figures of one more part added. */
const joined = (sum: Figures, { quantity, worth }: Figures): Figures => ({
  quantity: quantity === null ? sum.quantity : added(sum.quantity, quantity),
  worth: plus(sum.worth, worth),
})

/** Whether the event is priced as part of its month, by the rate card. */
const isOfCard = ({ worth, quantity, value }: Timed) => worth === null && (quantity !== null || value !== null)

/** The unit prices of events, first those of the rate card; each once. */
function pricesOf(events: readonly Timed[], card: BookedPrice | null): Decimal[] {
  const prices: Decimal[] = card === null ? [] : cardPrices(card)
  for (const { price } of events) {
    if (price === null || prices.some((known) => isEqual(known, price))) continue
    if (prices.length === MOST_PRICES) break
    prices.push(price)
  }
  return prices
}

/** The prices of the tiers of a rate card's price, as they are written, such as per 1,000, and for one unit. */
function cardPrices({ price: { tiers, per } }: Pick<BookedPrice, 'price'>): Decimal[] {
  return tiers.flatMap(({ price: text }) => {
    const written = priceDecimal(text)
    const ofOne = per === '1' ? null : dividedExactly(written, priceDecimal(per))
    return ofOne === null ? [written] : [written, ofOne]
  })
}

/** A price of the rate card with a change; null: for one unit it would be no decimal that ends. */
export function alteredPrice({ price, at, from }: BookedPrice, change: Partial<RatePrice>): BookedPrice | null {
  const altered = { ...price, ...change }
  const per = priceDecimal(altered.per)
  const isExact = altered.begun || altered.tiers.every((tier) => dividedExactly(priceDecimal(tier.price), per) !== null)
  return isExact ? bookedPrice(altered, at, from) : null
}
