// Exact numbers of many rows, and their sums. A number is a whole double with its own decimal places; one that does not
// fit into that is kept as it is.
import { compareDecimals, type Decimal, plus, ZERO } from '../../../../shared/exact/decimal.ts'

export type ExactNumbers = ReturnType<typeof createExactNumbers>

/** In place of decimal places: the double is the number's place among the large ones. */
const LARGE = 127

/** One for each of `count` rows; whose are never set is known by whoever asks. */
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
    /** Null: it is none of those that fit into a double. */
    wholeAt: (at: number): number | null => (places[at] === LARGE ? null : (wholes[at] ?? 0)),
    /** Decimal places of such a whole. */
    placesAt: (at: number): number => places[at] ?? 0,
    /** Adds one of them to a sum. */
    addTo(sums: ExactSums, sum: number, at: number): void {
      const [whole, scale] = [wholes[at] ?? 0, places[at] ?? 0]
      if (scale === LARGE) sums.addLarge(sum, large[whole] ?? ZERO)
      else sums.add(sum, whole, scale)
    },
    /** Gives a number below zero where the first of them is smaller. */
    compare(one: number, other: number): number {
      const isPlain = places[one] === places[other] && places[one] !== LARGE
      return isPlain ? (wholes[one] ?? 0) - (wholes[other] ?? 0) : compareDecimals(this.at(one), this.at(other))
    },
    /** Equal for numbers that are written alike. */
    nameAt(at: number): number | string {
      const [whole, scale] = [wholes[at] ?? 0, places[at] ?? 0]
      if (scale !== LARGE && Math.abs(whole) < 2 ** 44) return whole * 256 + scale
      const { digits, scale: exact } = this.at(at)
      return `${digits} ${exact}`
    },
    largeCount: () => large.length,
  }
}

/** Sums of wholes stay exact doubles up to here; what exceeds it goes on as a big integer. */
const MOST_WHOLE = 2 ** 52

export type ExactSums = ReturnType<typeof createExactSums>

/**
 * Makes so many sums, each with as many decimal places as the most exact number in it.
 * @param usual decimal places that all sums begin with, as most numbers have so many
 */
export function createExactSums(count: number, usual = 0) {
  const wholes = new Float64Array(count)
  const places = new Int8Array(count).fill(usual)
  const carried = new Map<number, Decimal>()

  function addLarge(sum: number, value: Decimal): void {
    carried.set(sum, plus(carried.get(sum) ?? ZERO, value))
  }

  /** Adds what has other places than the sum, or makes it too large. */
  function addUnusual(sum: number, whole: number, scale: number): void {
    const [known, knownScale] = [wholes[sum] ?? 0, places[sum] ?? 0]
    const most = Math.max(scale, knownScale)
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
