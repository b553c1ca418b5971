// Sums, minima and maxima of many groups at once. Small numbers are added exactly as whole doubles: a sum is carried over
// to a big integer before it could be rounded.
import {
  compareDecimals,
  type Decimal,
  plus,
  type RoundingMode,
  rounded,
  ZERO,
} from '../../../../shared/exact/decimal.ts'
import type { MeasuredRows } from './measure-rows.ts'
import { BEYOND, LARGE, SMALL } from './number-column.ts'

/** Of one group. Decimals are null if it has no number. */
export interface BoardFigures {
  count: number
  numbers: number
  beyond: number
  sum: Decimal | null
  /** The sum of the rounded numbers; also null if nothing is rounded. */
  roundedSum: Decimal | null
  min: Decimal | null
  max: Decimal | null
}

export interface SumBoard {
  /** Adds a row to a group with the number of its measure. @returns whether it is in the sum; true where rows are only counted */
  add(group: number, row: number): boolean
  figures(group: number): BoardFigures
}

interface LargeSum {
  sum: Decimal
  roundedSum: Decimal
  min: Decimal
  max: Decimal
}

/** Two more additions stay exact. */
const CARRY = 2 ** 51

/** @param groups how many, numbered from 0. @param measured null: rows are only counted */
export function createSumBoard(
  groups: number,
  measured: MeasuredRows | null,
  rounding: { places: number; mode: RoundingMode } | null,
): SumBoard {
  const counts = new Uint32Array(groups)
  const size = measured === null ? 0 : groups
  const numbers = new Uint32Array(size)
  const beyond = new Uint32Array(size)
  const smalls = new Uint32Array(size)
  const sums = new Float64Array(size)
  const places = new Uint8Array(size)
  const mins = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  const maxs = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
  const minPlaces = new Uint8Array(size)
  const maxPlaces = new Uint8Array(size)
  const carried = new Map<number, bigint>()
  const larges = new Map<number, LargeSum>()
  const scale = measured?.scale ?? 0
  // Digits that rounding takes away from the whole numbers; where it takes none, the rounded sum is the sum.
  const dropped = rounding === null ? 0 : scale - rounding.places
  const isRounding = dropped > 0
  const unit = isRounding ? 10 ** Math.min(dropped, 30) : 1
  const roundedSums = new Float64Array(isRounding ? size : 0)
  const roundedCarried = new Map<number, bigint>()

  function carry(group: number, into: Float64Array, carries: Map<number, bigint>): void {
    carries.set(group, (carries.get(group) ?? 0n) + BigInt(into[group] ?? 0))
    into[group] = 0
  }

  function addSmall(group: number, { whole, places: rowPlaces }: MeasuredRows): void {
    smalls[group] = (smalls[group] ?? 0) + 1
    const sum = (sums[group] ?? 0) + whole
    sums[group] = sum
    if (sum > CARRY || sum < -CARRY) carry(group, sums, carried)
    if (rowPlaces > (places[group] ?? 0)) places[group] = rowPlaces
    if (whole < (mins[group] ?? 0)) {
      mins[group] = whole
      minPlaces[group] = rowPlaces
    }
    if (whole > (maxs[group] ?? 0)) {
      maxs[group] = whole
      maxPlaces[group] = rowPlaces
    }
    if (!isRounding) return
    const roundedSum = (roundedSums[group] ?? 0) + roundedWhole(whole, unit, rounding?.mode ?? 'half-up')
    roundedSums[group] = roundedSum
    if (roundedSum > CARRY || roundedSum < -CARRY) carry(group, roundedSums, roundedCarried)
  }

  function addLarge(group: number, value: Decimal): void {
    const roundedValue = rounding === null ? ZERO : rounded(value, rounding.places, rounding.mode)
    const known = larges.get(group)
    if (known === undefined) {
      larges.set(group, { sum: value, roundedSum: roundedValue, min: value, max: value })
      return
    }
    known.sum = plus(known.sum, value)
    known.roundedSum = plus(known.roundedSum, roundedValue)
    if (compareDecimals(value, known.min) < 0) known.min = value
    if (compareDecimals(value, known.max) > 0) known.max = value
  }

  /** Of the small ones; with the places of what was sent. */
  function smallFigures(group: number): LargeSum | null {
    if (smalls[group] === 0) return null
    const digits = BigInt(sums[group] ?? 0) + (carried.get(group) ?? 0n)
    const sum = atPlaces({ digits, scale }, places[group] ?? 0)
    const roundedDigits = BigInt(roundedSums[group] ?? 0) + (roundedCarried.get(group) ?? 0n)
    const roundedTo = rounding?.places ?? 0
    return {
      sum,
      roundedSum: isRounding
        ? { digits: roundedDigits, scale: roundedTo }
        : rounded(sum, Math.max(roundedTo, sum.scale), 'half-up'),
      min: atPlaces({ digits: BigInt(mins[group] ?? 0), scale }, minPlaces[group] ?? 0),
      max: atPlaces({ digits: BigInt(maxs[group] ?? 0), scale }, maxPlaces[group] ?? 0),
    }
  }

  return {
    add(group, row) {
      counts[group] = (counts[group] ?? 0) + 1
      if (measured === null) return true
      const state = measured.read(row)
      if (state === SMALL) {
        numbers[group] = (numbers[group] ?? 0) + 1
        addSmall(group, measured)
      } else if (state === LARGE) {
        numbers[group] = (numbers[group] ?? 0) + 1
        addLarge(group, measured.large)
      } else if (state === BEYOND) beyond[group] = (beyond[group] ?? 0) + 1
      return state === SMALL || state === LARGE
    },
    figures(group) {
      const small = size === 0 ? null : smallFigures(group)
      const large = larges.get(group) ?? null
      const both = small !== null && large !== null ? joined(small, large) : (small ?? large)
      return {
        count: counts[group] ?? 0,
        numbers: numbers[group] ?? 0,
        beyond: beyond[group] ?? 0,
        sum: both?.sum ?? null,
        roundedSum: rounding === null ? null : (both?.roundedSum ?? null),
        min: both?.min ?? null,
        max: both?.max ?? null,
      }
    },
  }
}

/** Merges two groups. */
export function joinedFigures(a: BoardFigures, b: BoardFigures): BoardFigures {
  const sums = (one: Decimal | null, other: Decimal | null) => (one && other ? plus(one, other) : (one ?? other))
  const extreme = (one: Decimal | null, other: Decimal | null, side: 1 | -1) =>
    one && other ? (compareDecimals(one, other) * side > 0 ? other : one) : (one ?? other)
  return {
    count: a.count + b.count,
    numbers: a.numbers + b.numbers,
    beyond: a.beyond + b.beyond,
    sum: sums(a.sum, b.sum),
    roundedSum: sums(a.roundedSum, b.roundedSum),
    min: extreme(a.min, b.min, 1),
    max: extreme(a.max, b.max, -1),
  }
}

function joined(a: LargeSum, b: LargeSum): LargeSum {
  return {
    sum: plus(a.sum, b.sum),
    roundedSum: plus(a.roundedSum, b.roundedSum),
    min: compareDecimals(a.min, b.min) > 0 ? b.min : a.min,
    max: compareDecimals(a.max, b.max) < 0 ? b.max : a.max,
  }
}

/** A whole number without its last digits; `unit` is a power of ten. Remainders of doubles are exact. */
function roundedWhole(whole: number, unit: number, mode: RoundingMode): number {
  const rest = whole % unit
  const towardsZero = (whole - rest) / unit
  const twice = 2 * Math.abs(rest)
  const isUp = twice > unit || (twice === unit && (mode === 'half-up' || towardsZero % 2 !== 0))
  return isUp ? towardsZero + Math.sign(whole) : towardsZero
}

/** Nothing is lost: the digits that go are zeros. */
function atPlaces({ digits, scale }: Decimal, places: number): Decimal {
  return scale <= places ? { digits, scale } : { digits: digits / 10n ** BigInt(scale - places), scale: places }
}
