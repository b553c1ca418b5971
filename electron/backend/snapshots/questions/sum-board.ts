// Sums, minima and maxima of many groups at once, and what is not in them: by group, the events whose number is missing
// and what they sent in place of one.
import { compareDecimals, type Decimal, plus, type RoundingMode, rounded } from '../../../../shared/exact/decimal.ts'
import type { NotInFigures } from '../../../../shared/snapshot/snapshot-totals.ts'
import { createNotInSum, type NotInSumTally } from '../../../../shared/worth/not-in-sum.ts'
import { createExactSums } from '../money/exact-numbers.ts'
import { fieldColumn } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import type { MeasuredRows } from '../table/measure-rows.ts'
import { BEYOND, LARGE, SMALL } from '../table/number-column.ts'

/** The figures of one group. Decimals are null if it has no number. */
export interface BoardFigures {
  /** Its events; those with a number; those whose number is too large or too small to calculate with. */
  count: number
  numbers: number
  beyond: number
  sum: Decimal | null
  /** The sum of the rounded numbers; also null if nothing is rounded. */
  roundedSum: Decimal | null
  min: Decimal | null
  max: Decimal | null
}

export type SumBoard = ReturnType<typeof createSumBoard>

/**
 * A number of a row is small, a whole number at the scale that all small ones share (`measured.scale`), or large, a
 * decimal of its own. Nearly all are small.
 * @param groups how many, numbered from 0
 * @param measured null: rows are only counted
 */
export function createSumBoard(
  groups: number,
  measured: MeasuredRows | null,
  rounding: { places: number; mode: RoundingMode } | null,
) {
  const counts = new Uint32Array(groups)
  const size = measured === null ? 0 : groups
  const [numbers, beyond] = [new Uint32Array(size), new Uint32Array(size)]
  const sums = createExactSums(size, measured?.scale)
  const roundedSums = createExactSums(rounding === null ? 0 : size)
  /** Decimal places of the most exact number of a group, as sent. */
  const places = new Uint16Array(size)
  const [least, most] = [createExtremes(size, 'least'), createExtremes(size, 'most')]
  const scale = measured?.scale ?? 0
  // Digits that rounding takes away from small numbers; where it takes none, they are added as they are.
  const dropped = rounding === null ? 0 : Math.max(scale - rounding.places, 0)
  const unit = 10 ** Math.min(dropped, 30)

  function addSmall(group: number, { whole, places: ofRow }: MeasuredRows): void {
    sums.add(group, whole, scale)
    if (ofRow > (places[group] ?? 0)) places[group] = ofRow
    least.noteSmall(group, whole, ofRow)
    most.noteSmall(group, whole, ofRow)
    if (rounding === null) return
    if (dropped === 0) roundedSums.add(group, whole, scale)
    else roundedSums.add(group, roundedWhole(whole, unit, rounding.mode), rounding.places)
  }

  function addLarge(group: number, value: Decimal): void {
    sums.addLarge(group, value)
    if (value.scale > (places[group] ?? 0)) places[group] = value.scale
    least.noteLarge(group, value)
    most.noteLarge(group, value)
    if (rounding !== null) roundedSums.addLarge(group, rounded(value, rounding.places, rounding.mode))
  }

  return {
    /** Adds a row to a group by the number of its measure. @returns whether it is in the sum; true if only counted */
    add(group: number, row: number): boolean {
      counts[group] = (counts[group] ?? 0) + 1
      if (measured === null) return true
      const state = measured.read(row)
      if (state === SMALL) addSmall(group, measured)
      else if (state === LARGE) addLarge(group, measured.large)
      else {
        if (state === BEYOND) beyond[group] = (beyond[group] ?? 0) + 1
        return false
      }
      numbers[group] = (numbers[group] ?? 0) + 1
      return true
    },
    figures(group: number): BoardFigures {
      const count = numbers[group] ?? 0
      return {
        count: counts[group] ?? 0,
        numbers: count,
        beyond: beyond[group] ?? 0,
        sum: count === 0 ? null : atPlaces(sums.total(group), places[group] ?? 0),
        roundedSum: count === 0 || rounding === null ? null : roundedSums.total(group),
        min: count === 0 ? null : least.at(group, scale),
        max: count === 0 ? null : most.at(group, scale),
      }
    },
  }
}

/** The least or the most number of each group; of equal ones the first small one. */
function createExtremes(size: number, which: Extreme) {
  /** The extreme of the small numbers; infinite: there was none. */
  const wholes = new Float64Array(size).fill(which === 'least' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY)
  /** The decimal places of that, as sent. */
  const places = new Uint8Array(size)
  /** The extreme of the large ones. */
  const large = new Map<number, Decimal>()
  return {
    noteSmall(group: number, whole: number, ofRow: number): void {
      const known = wholes[group] ?? 0
      if (which === 'least' ? whole >= known : whole <= known) return
      wholes[group] = whole
      places[group] = ofRow
    },
    noteLarge(group: number, value: Decimal): void {
      const known = large.get(group) ?? null
      large.set(group, extremeOf(known, value, which) ?? value)
    },
    at(group: number, scale: number): Decimal | null {
      const whole = wholes[group] ?? 0
      const small = Number.isFinite(whole) ? atPlaces({ digits: BigInt(whole), scale }, places[group] ?? 0) : null
      return extremeOf(small, large.get(group) ?? null, which)
    },
  }
}

type Extreme = 'least' | 'most'

/** The less or the more of two, the first where they are equal; the other where one is null. */
function extremeOf(one: Decimal | null, other: Decimal | null, which: Extreme): Decimal | null {
  if (one === null || other === null) return one ?? other
  const order = compareDecimals(other, one)
  return (which === 'least' ? order < 0 : order > 0) ? other : one
}

/** Merges two groups. */
export function joinedFigures(a: BoardFigures, b: BoardFigures): BoardFigures {
  const sums = (one: Decimal | null, other: Decimal | null) => (one && other ? plus(one, other) : (one ?? other))
  return {
    count: a.count + b.count,
    numbers: a.numbers + b.numbers,
    beyond: a.beyond + b.beyond,
    sum: sums(a.sum, b.sum),
    roundedSum: sums(a.roundedSum, b.roundedSum),
    min: extremeOf(a.min, b.min, 'least'),
    max: extremeOf(a.max, b.max, 'most'),
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

/** Groups that tell what is not in them: each takes a kilobyte. An answer has half as many lines. */
const MOST_TOLD = 20_000
/** Codes and values of one group that are counted before they are added up. */
const MOST_COUNTED = 64

/** Events of a group without a number. */
interface Counted {
  /** How many by kind, which is their code and what they sent (`kindOf`); those that are not in the tally yet. */
  events: Map<number, number>
  tally: NotInSumTally
}

/** Takes rows that have no number. A million of them are counted by numbers, and only then put into words. */
export function createMissedRows({ table }: Pick<LoadedSnapshot, 'table'>, measured: MeasuredRows) {
  const groups = new Map<number, Counted>()
  /** Events of groups beyond `MOST_TOLD`, which are only counted. */
  const untold = new Map<number, number>()
  const { codes, values } = fieldColumn(table, 'eventCode')

  const kindOf = (row: number) => (codes[row] ?? 0) * measured.missedCodes + measured.missedCode(row)
  function missedOf(kind: number) {
    const code = Math.floor(kind / measured.missedCodes)
    return measured.missed(kind % measured.missedCodes, code === 0 ? null : values.text(code))
  }

  function addUp({ events, tally }: Counted): void {
    for (const [kind, count] of events) tally.add({ ...missedOf(kind), events: count })
    events.clear()
  }

  return {
    add(group: number, row: number): void {
      const known = groups.get(group)
      if (known === undefined && groups.size >= MOST_TOLD) {
        untold.set(group, (untold.get(group) ?? 0) + 1)
        return
      }
      const counted = known ?? { events: new Map<number, number>(), tally: createNotInSum() }
      if (known === undefined) groups.set(group, counted)
      const kind = kindOf(row)
      counted.events.set(kind, (counted.events.get(kind) ?? 0) + 1)
      if (counted.events.size > MOST_COUNTED) addUp(counted)
    },
    /** Null: everything is in the sum. */
    figures(group: number): NotInFigures | null {
      const counted = groups.get(group)
      if (counted !== undefined) addUp(counted)
      const more = untold.get(group) ?? 0
      return counted === undefined && more === 0 ? null : { parts: counted?.tally.figures() ?? [], untold: more }
    },
  }
}
