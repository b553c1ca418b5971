// Figures of a line: decimals as causes compare them, as plain texts, and as sentences show them.
import {
  compareDecimals,
  type Decimal,
  dividedExactly,
  minus,
  plus,
  rounded,
  times,
  wholesOf,
  ZERO,
} from '../../../../../../shared/exact/decimal.ts'
import { groupedDigits } from '../../../../../../shared/exact/grouped-digits.ts'
import { plainMoney } from '../../../../../../shared/worth/money-text.ts'
import { priceDecimal, type RatePrice } from '../../../../../../shared/worth/rate-price.ts'
import type { LineCase } from './line-case.ts'

export interface Figures {
  quantity: Decimal | null
  worth: Decimal
}

export const wholeNumber = (digits: number | bigint): Decimal => ({ digits: BigInt(digits), scale: 0 })
export const ONE = wholeNumber(1)
export const negated = (value: Decimal): Decimal => minus(ZERO, value)
export const sizeOf = (value: Decimal): Decimal => (value.digits < 0n ? negated(value) : value)
/** A sum that is null as long as nothing was added. */
export const added = (sum: Decimal | null, value: Decimal): Decimal => (sum === null ? value : plus(sum, value))
export const isZero = ({ digits }: Decimal) => digits === 0n
/** Compares by value: 1.5 and 1.50 are equal. */
export const isEqual = (a: Decimal, b: Decimal) => compareDecimals(a, b) === 0

/**
 * The ways in which an invoice may state a quantity: as it is, less what the price includes, and either of them in the
 * units that the price is per, such as thousands. Of begun units it states how many there are, or what they come to.
 */
export function quantitiesStated(quantity: Decimal, { per: perText, included: includedText, begun }: RatePrice) {
  const [per, included] = [priceDecimal(perText), priceDecimal(includedText)]
  const left = compareDecimals(quantity, included) > 0 ? minus(quantity, included) : ZERO
  return [quantity, left].flatMap((figure): Decimal[] => {
    if (isEqual(per, ONE)) return [figure]
    const units = begun ? wholeNumber(wholesOf(figure, per)) : dividedExactly(figure, per)
    if (units === null) return [figure]
    return begun ? [figure, units, times(units, per)] : [figure, units]
  })
}

/** Whether the price is worth ÷ quantity, to its digits: |worth − price × quantity| is at most half of the last one. */
export function isAverage({ quantity, worth }: { quantity: Decimal; worth: Decimal }, price: Decimal): boolean {
  const half = { digits: 5n, scale: Math.max(price.scale, 0) + 1 }
  return compareDecimals(sizeOf(minus(worth, times(price, quantity))), sizeOf(times(half, quantity))) <= 0
}

/** Whether it is `shown` once it is rounded to so many places, in one of two ways. */
export const roundsTo = (value: Decimal, shown: Decimal, places: number): boolean =>
  (['half-up', 'half-even'] as const).some((how) => isEqual(rounded(value, places, how), shown))

/** Equal, or equal once rounded to so many places; a value of which nothing but 0 is left is not. */
export const isRoundedTo = (value: Decimal, shown: Decimal, places: number): boolean =>
  isEqual(value, shown) || (!isZero(shown) && roundsTo(value, shown, places))

/** Equal once rounded to the digits that are shown. */
export const isShownAs = (value: Decimal, shown: Decimal) => isRoundedTo(value, shown, Math.max(shown.scale, 0))

/** "1,234.50", "−744.00"; where the currency is null "1,234.5". */
export const shownMoney = (value: Decimal, currency: string | null) => groupedDigits(plainMoney(value, currency))
/** "9,337.5", "−1,031,250". */
export const shownNumber = (value: Decimal) => shownMoney(value, null)
/** "1,234.50 EUR"; where the currency is null "1,234.5". */
export const moneyWithCurrency = (value: Decimal, currency: string | null) =>
  currency === null ? shownNumber(value) : `${shownMoney(value, currency)} ${currency}`

/** "9,337.5 GB". */
export const quantityWords = (value: Decimal, unit: string | null) =>
  unit === null || unit === '' ? shownNumber(value) : `${shownNumber(value)} ${shortened(unit)}`

/** "9,000 GB = 720.00". */
export function figuresWords({ quantity, worth }: Figures, { unit, line }: LineCase): string {
  const money = shownMoney(worth, line.currency)
  return quantity === null ? money : `${quantityWords(quantity, unit)} = ${money}`
}

/** " at 0.08"; empty where no single price holds. */
export const atPriceWords = (price: Decimal | null) => (price === null ? '' : ` at ${shownNumber(price)}`)

/** "Berlin" of "Europe/Berlin". */
export const placeWords = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

const LONGEST_NAME = 60

/** Names of units, customers and codes are anything. */
export const shortened = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name)

/** A quantity that counts events, as a sentence begins. */
export const NUMBER_OF_EVENTS = 'The number of events'
