// A price as somebody types it, and a rate card in which it holds from a day on: what was worth something before stays so.
import type { RatePrice } from './rate-card.ts'

export type TypedPrice = { ok: true; price: string } | { ok: false; problem: string }

/** A longer text is no price, whatever it holds. */
const LONGEST = 200

/**
 * "0,05" and "0.05" are one price. "1,234" is none: a comma before exactly three digits may also part the thousands, so it is
 * asked for again. Other signs are left to the rate card, which says what is wrong with them.
 */
export function typedPrice(typed: string): TypedPrice {
  const text = typed.trim()
  if (text.length > LONGEST || !/^\d+,\d+$/.test(text)) return { ok: true, price: text }
  const [whole = '', decimals = ''] = text.split(',')
  if (decimals.length === 3 && whole.length <= 3 && !whole.startsWith('0'))
    return {
      ok: false,
      problem: `“${text}” can be ${whole}.${decimals} or ${whole}${decimals}: type one of these.`,
    }
  return { ok: true, price: `${whole}.${decimals}` }
}

export type PricesFromDay = { ok: true; prices: RatePrice[] } | { ok: false; problem: string }

/**
 * The rate card in which the price at a place is another one from a day on, and is as it was before that day.
 * @param price of the one tier that it then has
 * @param from a date, which begins in the billing zone
 */
export function priceFromDay(prices: readonly RatePrice[], at: number, price: string, from: string): PricesFromDay {
  const before = prices[at]
  if (before === undefined) throw new Error('No such price')
  if (from === '') return { ok: false, problem: 'Choose the day from which it holds.' }
  if (before.validFrom !== null && from <= before.validFrom)
    return { ok: false, problem: `The price before it holds from ${before.validFrom} on: choose a later day.` }
  const next = { ...before, validFrom: from, tiers: [{ upTo: null, price }] }
  return { ok: true, prices: [...prices.slice(0, at + 1), next, ...prices.slice(at + 1)] }
}
