// Exact numbers of many rows, and their sums. A number is a whole double with its own decimal places; one that does not
// fit into that is kept as it is.
import { compareDecimals, type Decimal, plus, ZERO } from '../../../../shared/exact/decimal.ts'

export type ExactNumbers = ReturnType<typeof createExactNumbers>

/** It stands in place of decimal places where a number is a large one: the double is then its index among these. */
const LARGE = 127

/** A number for each of `count` rows. One that is never set is 0: the caller knows which rows have one. */
export function createExactNumbers(count: number) {
  const wholes = new Float64Array(count)
  const places = new Int8Array(count)
  const large: Decimal[] = []

  return {
    set(at: number, value: Decimal): void {
      const whole = Number(value.digits)
      if (Number.isSafeInteger(whole) && Math.abs(value.scale) < LARGE) {
        wholes[at] = whole
        places[at] = value.scale
      } else {
        wholes[at] = large.push(value) - 1
        places[at] = LARGE
      }
    },
    at(at: number): Decimal {
      const [whole, scale] = [wholes[at] ?? 0, places[at] ?? 0]
      return scale === LARGE ? (large[whole] ?? ZERO) : { digits: BigInt(whole), scale }
    },
    /** The digits of a number as a double; null: it is a large one. */
    wholeAt: (at: number): number | null => (places[at] === LARGE ? null : (wholes[at] ?? 0)),
    /** Decimal places of such a whole. */
    placesAt: (at: number): number => places[at] ?? 0,
    /** Adds one of them to a sum. */
    addTo(sums: ExactSums, sum: number, at: number): void {
      const [whole, scale] = [wholes[at] ?? 0, places[at] ?? 0]
      if (scale === LARGE) sums.addLarge(sum, large[whole] ?? ZERO)
      else sums.add(sum, whole, scale)
    },
    /** Compares two of them by value: below zero where the first is smaller. */
    compare(one: number, other: number): number {
      const isPlain = places[one] === places[other] && places[one] !== LARGE
      return isPlain ? (wholes[one] ?? 0) - (wholes[other] ?? 0) : compareDecimals(this.at(one), this.at(other))
    },
    /** A name that two numbers share where their digits and their decimal places are the same; 1.5 and 1.50 differ. */
    nameAt(at: number): number | string {
      const [whole, scale] = [wholes[at] ?? 0, places[at] ?? 0]
      if (scale !== LARGE && Math.abs(whole) < 2 ** 44) return whole * 256 + scale
      const { digits, scale: exact } = this.at(at)
      return `${digits} ${exact}`
    },
    largeCount: () => large.length,
  }
}

/** Sums of wholes are exact doubles up to here; a larger one goes on as a big integer. */
const MOST_WHOLE = 2 ** 52

export type ExactSums = ReturnType<typeof createExactSums>

/**
 * Makes so many sums, each with as many decimal places as the most exact number in it.
 * @param usual decimal places that all sums begin with, as most numbers have so many
 */
export function createExactSums(count: number, usual = 0) {
  const wholes = new Float64Array(count)
  const places = new Int8Array(count).fill(usual)
  /** What is in a sum besides its double: large numbers, and what would make the double too large. */
  const carried = new Map<number, Decimal>()

  function addLarge(sum: number, value: Decimal): void {
    carried.set(sum, plus(carried.get(sum) ?? ZERO, value))
  }

  /** Adds what has other places than the sum, or makes it too large. */
  function addUnusual(sum: number, whole: number, scale: number): void {
    const [known, knownScale] = [wholes[sum] ?? 0, places[sum] ?? 0]
    const most = Math.max(scale, knownScale)
    // Both with as many places as the more exact one.
    const [one, other] = [known * 10 ** (most - knownScale), whole * 10 ** (most - scale)]
    places[sum] = most
    if (Math.abs(one) <= MOST_WHOLE && Math.abs(other) <= MOST_WHOLE) wholes[sum] = one + other
    else {
      addLarge(sum, { digits: BigInt(known), scale: knownScale })
      addLarge(sum, { digits: BigInt(whole), scale })
      wholes[sum] = 0
    }
  }

  return {
    addLarge,
    add(sum: number, whole: number, scale: number): void {
      // Both are safe integers, so that a sum of them which is small enough is exact.
      const next = (wholes[sum] ?? 0) + whole
      if (scale === places[sum] && next <= MOST_WHOLE && next >= -MOST_WHOLE) wholes[sum] = next
      else addUnusual(sum, whole, scale)
    },
    total(sum: number): Decimal {
      const whole = { digits: BigInt(wholes[sum] ?? 0), scale: places[sum] ?? 0 }
      const large = carried.get(sum)
      return large === undefined ? whole : plus(whole, large)
    },
  }
}
