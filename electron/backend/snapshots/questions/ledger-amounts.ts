// Numbers of both sides in one list, each value once however it is written: 12.5 and 12.50 have one number. So two
// cells are compared as two integers, and a million of them are added exactly.
import { type Decimal, decimalText, readDecimal, readPlain } from '../../../../shared/exact/decimal.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { type Effect, isTurned, withEffect } from '../../../../shared/worth/rule.ts'
import { createPairNumbers } from '../keyed-index.ts'
import { createExactSums, type ExactNumbers, type ExactSums } from '../money/exact-numbers.ts'

/** Decimal places take the lowest bits of a pair's second number; a safe integer has 22 bits above 32. */
const PLACES_BITS = 7
const PLACES_MASK = 2 ** PLACES_BITS - 1
/** It is added to the high bits, which may be of a number below zero. */
const HIGH_OFFSET = 2 ** 21
/** The second number of a pair whose first is a place among the large values; no value has so many decimal places. */
const LARGE = PLACES_MASK

/** The second number of a pair: the bits of a whole double above its low 32, and its decimal places. */
const packed = (whole: number, places: number) => ((Math.floor(whole / 2 ** 32) + HIGH_OFFSET) << PLACES_BITS) | places
/** What the high bits stand for, a multiple of 2 ** 32. */
const highIn = (second: number) => ((second >>> PLACES_BITS) - HIGH_OFFSET) * 2 ** 32
const placesIn = (second: number) => second & PLACES_MASK

/** What takes `shift` divides by ten to the power of it, as amounts in minor units are. */
export type Amounts = ReturnType<typeof createAmounts>

/**
 * Each value is the pair of two integers, and has the number of the pair: the low 32 bits of its digits as a whole
 * double, and their high ones packed with its decimal places, of which none at the end is a zero. One that does not fit
 * into that is held as a decimal, and is the pair of its place among those and `LARGE`.
 */
export function createAmounts() {
  const numbers = createPairNumbers()
  const large: Decimal[] = []
  const placesOfLarge = new Map<string, number>()

  const isLarge = (id: number) => numbers.second(id) === LARGE
  const largeOf = (id: number) => large[numbers.first(id)] as Decimal
  const wholeOf = (id: number) => highIn(numbers.second(id)) + numbers.first(id)
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
    return numbers.of(digits >>> 0, packed(digits, places))
  }

  function ofLarge(value: Decimal): number {
    // Without zeros at the end it may be small after all.
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
    /** The number of one of many exact numbers, as it counts. */
    ofExact(all: ExactNumbers, at: number, effect: Effect, shift: number): number {
      const whole = all.wholeAt(at)
      if (whole === null) return ofDecimal(inMajorUnits(withEffect(effect, all.at(at)), shift))
      return ofWhole(isTurned(effect, whole) ? -whole : whole, all.placesAt(at) + shift)
    },
    /** The number of what has the size of an amount, above zero or below. */
    ofSize(id: number, side: 'above' | 'below'): number {
      const isThere = side === 'above' ? decimal(id).digits >= 0n : decimal(id).digits <= 0n
      return isThere ? id : ofDecimal(withEffect('reversed', decimal(id)))
    },
    decimal,
    text: (id: number) => decimalText(decimal(id)),
    /** Adds an amount to the first of these sums, as it counts. */
    addTo(sums: ExactSums, id: number, effect: Effect, shift: number): void {
      const [whole, places] = [wholeOf(id), placesOf(id) + shift]
      if (isLarge(id) || places >= LARGE) sums.addLarge(0, inMajorUnits(withEffect(effect, decimal(id)), shift))
      else sums.add(0, isTurned(effect, whole) ? -whole : whole, places)
    },
  }
}

/** Nearly all numbers are written so, and are whole doubles without their point. */
const PLAIN = /^-?\d{1,15}$|^-?(?=.{1,16}$)\d+\.\d+$/

export type AmountSums = ReturnType<typeof createAmountSums>

/** Adds up amounts exactly, each sum under a number that the caller counts from 0. */
export function createAmountSums(amounts: Amounts) {
  const sums: ExactSums[] = []
  return {
    /** @param sum from 0 on, not far apart */
    add(of: number, id: number, effect: Effect, shift: number): void {
      const sum = sums[of] ?? createExactSums(1)
      sums[of] = sum
      amounts.addTo(sum, id, effect, shift)
    },
    /** Null: nothing was added. */
    total: (of: number) => sums[of]?.total(0) ?? null,
  }
}

/** A decimal divided by ten to the power of `shift`. */
export const inMajorUnits = ({ digits, scale }: Decimal, shift: number): Decimal => ({ digits, scale: scale + shift })
