// How many digits JSON numbers need before and behind the point: what the scale of a column of decimals is chosen by.
import { readDecimal } from './decimal.ts'

export interface NumberSize {
  /** Digits before the point. */
  whole: number
  /** Digits behind it. */
  places: number
}

const NO_DIGITS: NumberSize = { whole: 0, places: 0 }
const BEYOND: NumberSize = { whole: Number.POSITIVE_INFINITY, places: Number.POSITIVE_INFINITY }

/** Numbers of more signs are measured by their value, without the zeros at its end. */
const LONGEST_AS_SENT = 20

/** A size that this number fits as well; `Infinity` where it is beyond what is calculated with (`readDecimal`). */
export function widenedSize(size: NumberSize, number: string): NumberSize {
  const ofNumber = sizeOf(number)
  if (ofNumber.whole <= size.whole && ofNumber.places <= size.places) return size
  return { whole: Math.max(size.whole, ofNumber.whole), places: Math.max(size.places, ofNumber.places) }
}

function sizeOf(number: string): NumberSize {
  if (number.length <= LONGEST_AS_SENT && !/[eE]/.test(number)) {
    const point = number.indexOf('.')
    const end = point < 0 ? number.length : point
    const first = number.startsWith('-') ? 1 : 0
    const isBelowOne = end - first === 1 && number[first] === '0'
    return { whole: isBelowOne ? 0 : end - first, places: point < 0 ? 0 : number.length - point - 1 }
  }
  const value = readDecimal(number)
  if (value === 'beyond') return BEYOND
  if (value === null || value.digits === 0n) return NO_DIGITS
  const digits = value.digits.toString().replace('-', '')
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return {
    whole: Math.max(digits.length - value.scale, 0),
    places: Math.max(value.scale - (digits.length - end), 0),
  }
}
