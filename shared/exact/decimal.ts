// Decimal numbers to calculate with: an integer and a scale. Nothing here is a double, so nothing here is rounded
// unasked.
import { isJsonNumber, withoutZerosAtEnd } from './exact-number.ts'
import { groupedDigits } from './grouped-digits.ts'

/** `digits` × 10^-`scale`; the scale may be negative (1e3). */
export interface Decimal {
  digits: bigint
  scale: number
}

/** Powers of ten beyond ±1,000, and longer rows of digits, are not calculated with: a few would fill the memory. */
const MOST_PLACES = 1_000
/**
 * What is said, behind its name, of a number that `readDecimal` calls `beyond`. Every start makes it: `grouped` would
 * have the start load the system's number formats for it.
 */
export const TOO_MANY_DIGITS = `has more than ${groupedDigits(String(MOST_PLACES))} digits`

export const ZERO: Decimal = { digits: 0n, scale: 0 }

/** Nearly all numbers have no exponent, and far fewer digits than are calculated with. */
const PLAIN = /^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?$/

/** A JSON number's value; `beyond`: too large or small to calculate with, null where it is not a number. */
export function readDecimal(text: string): Decimal | 'beyond' | null {
  if (PLAIN.test(text)) return readPlain(text)
  if (!isJsonNumber(text)) return null
  const mark = text.search(/[eE]/)
  const mantissa = mark < 0 ? text : text.slice(0, mark)
  const exponent = mark < 0 ? '0' : text.slice(mark + 1)
  // Of a number with a million digits in its exponent not even Number() is asked.
  const power = exponent.length > 8 ? Number.POSITIVE_INFINITY : Number(exponent)
  const point = mantissa.indexOf('.')
  const places = point < 0 ? 0 : mantissa.length - point - 1
  const whole = (point < 0 ? mantissa.length : point) - (text.startsWith('-') ? 1 : 0)
  if (Math.abs(power) > MOST_PLACES || whole > MOST_PLACES || places > MOST_PLACES) return 'beyond'
  return { digits: BigInt(point < 0 ? mantissa : mantissa.replace('.', '')), scale: places - power }
}

/** Reads what `decimalText` writes, of any length. */
export function readPlain(text: string): Decimal {
  const point = text.indexOf('.')
  if (point < 0) return { digits: BigInt(text), scale: 0 }
  return { digits: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

/** Exact, with as many places as the more exact of the two: 1.5 + 0.50 is 2.00. */
export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: atScale(a, scale) + atScale(b, scale), scale }
}

/** Subtracts as `plus` adds. */
export function minus(a: Decimal, b: Decimal): Decimal {
  return plus(a, { digits: -b.digits, scale: b.scale })
}

/** Exact, with the places of both: 1.50 × 2.0 is 3.000. */
export function times(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale }
}

/**
 * `a` ÷ `b`, which is not 0; null where no decimal is exactly that, as for 1 ÷ 3. A fraction in lowest terms is a
 * decimal where its denominator has no factors but 2 and 5, and needs a place for each of the more frequent one: 3 ÷ 8
 * has three.
 */
export function dividedExactly(a: Decimal, b: Decimal): Decimal | null {
  const shared = greatestDivisor(a.digits, b.digits)
  let rest = b.digits / shared
  let twos = 0
  let fives = 0
  for (; rest % 2n === 0n; rest /= 2n) twos += 1
  for (; rest % 5n === 0n; rest /= 5n) fives += 1
  if (rest !== 1n && rest !== -1n) return null
  const places = Math.max(twos, fives)
  const digits = (a.digits * 10n ** BigInt(places)) / b.digits
  return { digits, scale: a.scale - b.scale + places }
}

/** The least whole number that is at least `a` ÷ `b`; `b` is more than 0. */
export function wholesOf(a: Decimal, b: Decimal): bigint {
  const scale = Math.max(a.scale, b.scale)
  const [top, bottom] = [atScale(a, scale), atScale(b, scale)]
  const whole = top / bottom
  return whole * bottom < top ? whole + 1n : whole
}

/** Negative if `a` is smaller, positive if it is larger, 0 if they are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = minus(a, b).digits
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A plain decimal with as many places as its scale says: `12.50`, `1000`, `-0.001`. */
export function decimalText({ digits, scale }: Decimal): string {
  const places = Math.max(scale, 0)
  const whole = atScale({ digits, scale }, places)
  const text = (whole < 0n ? -whole : whole).toString().padStart(places + 1, '0')
  const point = text.length - places
  return `${whole < 0n ? '-' : ''}${text.slice(0, point)}${places === 0 ? '' : `.${text.slice(point)}`}`
}

export const ROUNDING_MODES = ['half-up', 'half-even'] as const
/** It says what becomes of a half: away from zero, or to the even neighbour. */
export type RoundingMode = (typeof ROUNDING_MODES)[number]

/** To so many places, 0 or more; always written with that many. */
export function rounded(value: Decimal, places: number, mode: RoundingMode): Decimal {
  if (value.scale <= places) return { digits: atScale(value, places), scale: places }
  return { digits: dividedBy(value.digits, 10n ** BigInt(value.scale - places), mode), scale: places }
}

/** `part` of `whole` in percent, rounded half-up to so many places; null where the whole is 0. */
export function percentOf(part: Decimal, whole: Decimal, places: number): string | null {
  if (whole.digits === 0n) return null
  const scale = Math.max(part.scale, whole.scale)
  const top = atScale(part, scale) * 10n ** BigInt(places + 2)
  const bottom = atScale(whole, scale)
  const digits = bottom < 0n ? dividedBy(-top, -bottom, 'half-up') : dividedBy(top, bottom, 'half-up')
  return decimalText({ digits, scale: places })
}

/** `by` is more than 0. */
function dividedBy(value: bigint, by: bigint, mode: RoundingMode): bigint {
  const towardsZero = value / by
  const rest = value % by
  const twice = 2n * (rest < 0n ? -rest : rest)
  const isUp = twice > by || (twice === by && (mode === 'half-up' || towardsZero % 2n !== 0n))
  return isUp ? towardsZero + (value < 0n ? -1n : 1n) : towardsZero
}

/** `b` is not 0. */
function greatestDivisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (other !== 0n) [one, other] = [other, one % other]
  return one
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? digits : digits * 10n ** BigInt(wanted - scale)
}

// A sum of decimals to which a million more are added: by scale, so that adding shifts no digits.

export type DecimalSum = ReturnType<typeof createDecimalSum>

/** 0 at first. `total` may be asked for at any time, and adds up one number for each scale that came. */
export function createDecimalSum() {
  const byScale = new Map<number, { digits: bigint }>()
  /** The entry of `lastScale`: numbers of one scale mostly come in a row, and are then added without a look-up. */
  let last: { digits: bigint } | undefined
  let lastScale = 0

  return {
    add({ digits, scale }: Decimal): void {
      if (last === undefined || scale !== lastScale) {
        last = byScale.get(scale)
        if (last === undefined) {
          last = { digits: 0n }
          byScale.set(scale, last)
        }
        lastScale = scale
      }
      last.digits += digits
    },
    /** The total has as many places as its most exact number. */
    total(): Decimal {
      let total = ZERO
      for (const [scale, { digits }] of byScale) total = plus(total, { digits, scale })
      return total
    },
  }
}

// How many digits JSON numbers need before and behind the point: what the scale of a column of decimals is chosen by.

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
    const isBelowOne = number[first] === '0'
    return { whole: isBelowOne ? 0 : end - first, places: point < 0 ? 0 : number.length - point - 1 }
  }
  const value = readDecimal(number)
  if (value === 'beyond') return BEYOND
  if (value === null || value.digits === 0n) return NO_DIGITS
  const digits = value.digits.toString().replace('-', '')
  const zerosAtEnd = digits.length - withoutZerosAtEnd(digits).length
  return {
    whole: Math.max(digits.length - value.scale, 0),
    places: Math.max(value.scale - zerosAtEnd, 0),
  }
}
