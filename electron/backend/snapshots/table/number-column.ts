// The numbers of a column, parsed once per distinct value. They are, where possible, whole doubles at a common scale,
// which makes adding and comparing exact and fast. The others are big integers.
import { type Decimal, readDecimal } from '../../../../shared/exact/decimal.ts'
import { isJsonNumber } from '../../../../shared/exact/exact-number.ts'
import type { Dictionary } from './dictionary.ts'

// What a value is as a number: none; small, which is whole at the column's scale and at most `LARGEST_WHOLE`; large, any
// other that can be calculated with; or beyond that.
export const NO_NUMBER = 0
export const SMALL = 1
export const LARGE = 2
export const BEYOND = 3

/** Indexed by the number of a value. */
export interface NumberColumn {
  states: Uint8Array
  /** Small ones are the number times 10^`scale`. */
  wholes: Float64Array
  /** Small ones have decimal places as sent. */
  places: Uint8Array
  scale: number
  large: Map<number, Decimal>
}

/** The sum of two is still an exact double. */
export const LARGEST_WHOLE = 2 ** 50
/** Decimal places; no currency has more. Numbers with more are large. */
const MOST_SCALE = 12
const POWERS = Array.from({ length: MOST_SCALE + 1 }, (_, power) => 10 ** power)
/** Bytes: part of a longer number is beyond what is calculated with (shared/exact/decimal.ts); it is not decoded. */
const LONGEST_NUMBER = 2_100
const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/

/** @param text whether plain decimals that were sent as text are numbers too */
export function numbersOf(values: Dictionary, text: boolean): NumberColumn {
  const count = values.size + 1
  const states = new Uint8Array(count)
  const wholes = new Float64Array(count)
  const places = new Uint8Array(count)
  const large = new Map<number, Decimal>()
  const bytes = values.bytes()
  let scale = 0
  for (let id = 1; id < count; id += 1) {
    const kind = values.kind(id)
    if (kind !== 'number' && !(text && kind === 'string')) continue
    const [start, end] = [values.start(id), values.end(id)]
    const numberPlaces = kind === 'number' ? readSmall(bytes, start, end) : -1
    if (kind === 'number' && end - start > LONGEST_NUMBER) states[id] = BEYOND
    else if (numberPlaces >= 0) {
      states[id] = SMALL
      wholes[id] = smallDigits
      places[id] = numberPlaces
      if (numberPlaces > scale) scale = numberPlaces
    } else readLarge(values.text(id), kind === 'number', id, states, large)
  }
  for (let id = 1; id < count; id += 1) {
    if (states[id] !== SMALL) continue
    const numberPlaces = places[id] ?? 0
    const whole = (wholes[id] ?? 0) * (POWERS[scale - numberPlaces] ?? 1)
    if (Math.abs(whole) <= LARGEST_WHOLE) wholes[id] = whole
    else {
      large.set(id, { digits: BigInt(wholes[id] ?? 0), scale: numberPlaces })
      states[id] = LARGE
    }
  }
  return { states, wholes, places, scale, large }
}

/** The exact value of any number that can be calculated with. */
export function decimalAt({ states, wholes, places, scale, large }: NumberColumn, id: number): Decimal | null {
  if (states[id] === SMALL) {
    const numberPlaces = places[id] ?? 0
    return { digits: BigInt(Math.round((wholes[id] ?? 0) / (POWERS[scale - numberPlaces] ?? 1))), scale: numberPlaces }
  }
  return large.get(id) ?? null
}

const [MINUS, POINT] = [0x2d, 0x2e]

/** The digits of the number that `readSmall` read last, as a whole number: an object for each value would be slow. */
let smallDigits = 0

/**
 * Reads a number of at most 15 digits that has no exponent: -12.50 leaves -1250 in `smallDigits`.
 * @returns its decimal places, as 2; -1 if it is no such number
 */
function readSmall(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  const isNegative = bytes[at] === MINUS
  if (isNegative) at += 1
  if (end - at > 16) return -1
  let digits = 0
  let count = 0
  let point = -1
  for (; at < end; at += 1) {
    const code = bytes[at] ?? 0
    if (code === POINT) point = count
    else if (code >= 0x30 && code <= 0x39) {
      digits = digits * 10 + code - 0x30
      count += 1
    } else return -1
  }
  const places = point < 0 ? 0 : count - point
  if (count > 15 || places > MOST_SCALE) return -1
  smallDigits = isNegative && digits !== 0 ? -digits : digits
  return places
}

function readLarge(text: string, isNumber: boolean, id: number, states: Uint8Array, large: Map<number, Decimal>): void {
  if (!isNumber && !PLAIN_DECIMAL.test(text)) return
  // JSON forbids leading zeros; in text they are tolerated.
  const read = readDecimal(isNumber ? text : text.replace(/^(-?)0+(?=\d)/, '$1'))
  if (read === null) return
  if (read === 'beyond') states[id] = BEYOND
  else {
    states[id] = LARGE
    large.set(id, read)
  }
}

/** A number as `0.DIGITS` × 10^`exponent`: 1200 and 1.2E3 have the digits 12 and the exponent 4; zero has no digits. */
export interface OrderedNumber {
  sign: -1 | 0 | 1
  exponent: bigint
  /** They have no leading or trailing zeros. */
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
  /** How many digits stand before the point; below zero, how many zeros behind it. */
  const wholeDigits = (point < 0 ? all.length : point) - first
  return {
    sign: isNegative ? -1 : 1,
    exponent: exponentOf(mark < 0 ? '0' : text.slice(mark + 1)) + BigInt(wholeDigits),
    digits: all.slice(first, end),
  }
}

/**
 * Negative if `a` is smaller, positive if it is larger, 0 if they are equal, whatever their exponents: 1E400 is greater
 * than 1E399, although neither can be calculated with.
 */
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
