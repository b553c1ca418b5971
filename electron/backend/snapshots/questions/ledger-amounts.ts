// Numbers of both sides in one list, each value once however it is written: 12.5 and 12.50 have one number. So two
// cells are compared as two integers, and a million of them are added exactly.
import { type Decimal, decimalText, readDecimal, readPlain } from '../../../../shared/exact/decimal.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { type Effect, isTurned, withEffect } from '../../../../shared/worth/rule.ts'
import { createPairNumbers } from '../keyed-index.ts'
import { createExactSums, type ExactNumbers, type ExactSums } from '../money/exact-numbers.ts'

// A value such as -12.5 is a whole double, -125, and its decimal places, 1. It is kept as a pair of two numbers of 32
// bits, which `createPairNumbers` numbers. The first has the low 32 bits of the whole. The second has the places in its
// lowest 7 bits, and above them what the whole has beyond its low 32 bits: 22 bits of a safe integer, with its sign.

const PLACES_BITS = 7
const PLACES_MASK = 2 ** PLACES_BITS - 1
/** It is added to the high bits, which are below zero where the whole is. */
const HIGH_OFFSET = 2 ** 21
/** The second number of a pair whose first is a place among the large values; no value has so many decimal places. */
const LARGE = PLACES_MASK

const lowBits = (whole: number) => whole >>> 0
const packed = (whole: number, places: number) => ((Math.floor(whole / 2 ** 32) + HIGH_OFFSET) << PLACES_BITS) | places
const wholeIn = (first: number, second: number) => ((second >>> PLACES_BITS) - HIGH_OFFSET) * 2 ** 32 + first
const placesIn = (second: number) => second & PLACES_MASK

/** What takes `shift` divides an amount by ten to the power of it, as one in minor units is. */
export type Amounts = ReturnType<typeof createAmounts>

/**
 * Numbers values from 1, each once: its decimal places have no zero at the end. One that does not fit into a pair as
 * above is held as a decimal, and is the pair of its place among these and `LARGE`.
 */
export function createAmounts() {
  const numbers = createPairNumbers()
  const large: Decimal[] = []
  const placesOfLarge = new Map<string, number>()

  const isLarge = (id: number) => numbers.second(id) === LARGE
  const largeOf = (id: number) => large[numbers.first(id)] as Decimal
  const wholeOf = (id: number) => wholeIn(numbers.first(id), numbers.second(id))
  const placesOf = (id: number) => placesIn(numbers.second(id))

  /** @param whole the digits, as a double that is exact */
  function ofWhole(whole: number, scale: number): number {
    let digits = whole
    let places = digits === 0 ? 0 : scale
    while (places > 0 && digits % 10 === 0) {
      digits /= 10
      places -= 1
    }
    if (places < 0 || places >= LARGE) return ofLarge({ digits: BigInt(digits), scale: places })
    return numbers.of(lowBits(digits), packed(digits, places))
  }

  function ofLarge(value: Decimal): number {
    // Without the zeros at its end it may fit into a pair after all.
    const text = plainNumber(value)
    const { digits, scale } = readPlain(text)
    const whole = Number(digits)
    if (Number.isSafeInteger(whole) && scale < LARGE) return ofWhole(whole, scale)
    const place = placesOfLarge.get(text) ?? large.push({ digits, scale }) - 1
    placesOfLarge.set(text, place)
    return numbers.of(place, LARGE)
  }

  function ofDecimal(value: Decimal): number {
    const whole = Number(value.digits)
    return Number.isSafeInteger(whole) ? ofWhole(whole, value.scale) : ofLarge(value)
  }

  const decimal = (id: number): Decimal =>
    isLarge(id) ? largeOf(id) : { digits: BigInt(wholeOf(id)), scale: placesOf(id) }

  return {
    /** How many there are; their numbers are 1 to `size`. */
    get size() {
      return numbers.size
    },
    /** The number of a JSON number's value; 0: it is beyond what is calculated with. */
    of(text: string): number {
      if (PLAIN.test(text)) {
        const point = text.indexOf('.')
        if (point < 0) return ofWhole(Number(text), 0)
        return ofWhole(Number(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1)
      }
      const read = readDecimal(text)
      return read === null || read === 'beyond' ? 0 : ofDecimal(read)
    },
    ofDecimal,
    /** The number of one of many exact numbers, once the effect is taken into account and it is divided. */
    ofExact(all: ExactNumbers, at: number, effect: Effect, shift: number): number {
      const whole = all.wholeAt(at)
      if (whole === null) return ofDecimal(inMajorUnits(withEffect(effect, all.at(at)), shift))
      return ofWhole(isTurned(effect, whole) ? -whole : whole, all.placesAt(at) + shift)
    },
    /** The number of an amount with the sign that puts it above zero, or below; 0 stays 0. */
    ofSize(id: number, side: 'above' | 'below'): number {
      const isThere = side === 'above' ? decimal(id).digits >= 0n : decimal(id).digits <= 0n
      return isThere ? id : ofDecimal(withEffect('reversed', decimal(id)))
    },
    decimal,
    text: (id: number) => decimalText(decimal(id)),
    /** Adds an amount to the first of these sums, once the effect is taken into account and it is divided. */
    addTo(sums: ExactSums, id: number, effect: Effect, shift: number): void {
      const [whole, places] = [wholeOf(id), placesOf(id) + shift]
      if (isLarge(id) || places >= LARGE) sums.addLarge(0, inMajorUnits(withEffect(effect, decimal(id)), shift))
      else sums.add(0, isTurned(effect, whole) ? -whole : whole, places)
    },
  }
}

/** Nearly all numbers are written so: with at most 15 digits, which are a whole double if the point is left out. */
const PLAIN = /^-?\d{1,15}$|^-?(?=.{1,16}$)\d+\.\d+$/

export type AmountSums = ReturnType<typeof createAmountSums>

/** Adds up amounts exactly, each sum under a number that the caller counts from 0. */
export function createAmountSums(amounts: Amounts) {
  const sums: ExactSums[] = []
  return {
    /** Adds an amount. @param of the number of the sum */
    add(of: number, id: number, effect: Effect, shift: number): void {
      const sum = sums[of] ?? createExactSums(1)
      sums[of] = sum
      amounts.addTo(sum, id, effect, shift)
    },
    /** A sum; null: nothing was added to it. */
    total: (of: number) => sums[of]?.total(0) ?? null,
  }
}

/** A decimal divided by ten to the power of `shift`. */
export const inMajorUnits = ({ digits, scale }: Decimal, shift: number): Decimal => ({ digits, scale: scale + shift })
