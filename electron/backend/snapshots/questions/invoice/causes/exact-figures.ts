// Decimals as causes compare them.
import { compareDecimals, type Decimal, minus, rounded, ZERO } from '../../../../../../shared/exact/decimal.ts'

const HALVES = ['half-up', 'half-even'] as const

export const negated = (value: Decimal): Decimal => minus(ZERO, value)
export const isZero = ({ digits }: Decimal) => digits === 0n
/** By value: 1.5 and 1.50 are equal. */
export const isEqual = (a: Decimal, b: Decimal) => compareDecimals(a, b) === 0

/** Equal, or equal once rounded to so many places; a value of which nothing but 0 is left is not. */
export function isRoundedTo(value: Decimal, shown: Decimal, places: number): boolean {
  if (isEqual(value, shown)) return true
  return !isZero(shown) && HALVES.some((how) => isEqual(rounded(value, places, how), shown))
}

/** One text for one value, however many zeros it has. */
export function valueText({ digits, scale }: Decimal): string {
  let [left, places] = [digits, scale]
  for (; left !== 0n && left % 10n === 0n; places -= 1) left /= 10n
  return left === 0n ? '0' : `${left}e${-places}`
}
