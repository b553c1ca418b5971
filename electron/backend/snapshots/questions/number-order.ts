// Compares numbers whatever their exponents: 1E400 is greater than 1E399 although neither can be calculated with.
import { isJsonNumber } from '../../../../shared/exact/exact-number.ts'

/** A number as `0.DIGITS` × 10^`exponent`; zero has no digits. */
export interface OrderedNumber {
  sign: -1 | 0 | 1
  exponent: bigint
  /** Without leading or trailing zeros. */
  digits: string
}

/** A longer exponent is treated as a power of ten with this many zeros. */
const MOST_EXPONENT_DIGITS = 30

/** Null if the text is not a JSON number. */
export function orderedNumber(text: string): OrderedNumber | null {
  if (!isJsonNumber(text)) return null
  const mark = text.search(/[eE]/)
  const isNegative = text.startsWith('-')
  const mantissa = text.slice(isNegative ? 1 : 0, mark < 0 ? undefined : mark)
  const point = mantissa.indexOf('.')
  const all = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1)
  let first = 0
  while (all[first] === '0') first += 1
  let end = all.length
  while (end > first && all[end - 1] === '0') end -= 1
  if (first === all.length) return { sign: 0, exponent: 0n, digits: '' }
  const shift = (point < 0 ? all.length : point) - first
  return {
    sign: isNegative ? -1 : 1,
    exponent: exponentOf(mark < 0 ? '0' : text.slice(mark + 1)) + BigInt(shift),
    digits: all.slice(first, end),
  }
}

/** Negative if `a` is smaller, positive if it is larger, 0 if they are equal. */
export function compareNumbers(a: OrderedNumber, b: OrderedNumber): number {
  if (a.sign !== b.sign) return a.sign - b.sign
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -a.sign : a.sign
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -a.sign : a.sign
}

function exponentOf(text: string): bigint {
  const isNegative = text.startsWith('-')
  const digits = text.replace(/^[+-]?0*/, '')
  const size = digits.length > MOST_EXPONENT_DIGITS ? 10n ** BigInt(MOST_EXPONENT_DIGITS) : BigInt(digits || '0')
  return isNegative ? -size : size
}
