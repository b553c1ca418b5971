// A price of the rate card with one thing of it changed.
import { dividedExactly } from '../../../../../../shared/exact/decimal.ts'
import { type BookedPrice, bookedPrice } from '../../../../../../shared/worth/price-book.ts'
import { priceDecimal, type RatePrice } from '../../../../../../shared/worth/rate-card.ts'

/** Null: a price of it is no exact decimal of one. */
export function alteredPrice({ price, at, from }: BookedPrice, change: Partial<RatePrice>): BookedPrice | null {
  const altered = { ...price, ...change }
  const per = priceDecimal(altered.per)
  const isExact = altered.begun || altered.tiers.every((tier) => dividedExactly(priceDecimal(tier.price), per) !== null)
  return isExact ? bookedPrice(altered, at, from) : null
}
