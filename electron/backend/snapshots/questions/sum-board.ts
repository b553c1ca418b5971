// Sums, minima and maxima of many groups at once, and by group the events that are in none, with what they sent in
// place of a number.
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
  /** How many events it has, how many with a number, and how many with one that is not calculated with. */
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
 * Adds up rows by group. A number of a row is small, a whole number at the scale that all small ones share
 * (`measured.scale`), or large, a decimal of its own. Nearly all are small.
 * @param groups how many there are, numbered from 0
 * @param measured the numbers of rows; null: rows are only counted
 * @param rounding by which numbers are rounded before they are added; null: none is
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
  /** How many digits rounding takes away from small numbers; where it takes none, they are added as they are. */
  const dropped = rounding === null ? 0 : Math.max(scale - rounding.places, 0)
  // A small number has some 16 digits, so that more than 30 take away the same.
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
    /** Adds a row to a group. @returns whether it is in the sum; true where rows are only counted */
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

/** The least, or the most, of the numbers of each group; of equal ones the first small one. */
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

/** The figures of two groups as one. */
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

/**
 * A whole number divided by a power of ten and rounded: 1250 by 100 is 13, half up, and 12, half to even. Remainders of
 * doubles are exact.
 */
function roundedWhole(whole: number, unit: number, mode: RoundingMode): number {
  const rest = whole % unit
  const towardsZero = (whole - rest) / unit
  const twice = 2 * Math.abs(rest)
  const isUp = twice > unit || (twice === unit && (mode === 'half-up' || towardsZero % 2 !== 0))
  return isUp ? towardsZero + Math.sign(whole) : towardsZero
}

/** A decimal with at most so many places. The digits that go are zeros, so that nothing is lost. */
function atPlaces({ digits, scale }: Decimal, places: number): Decimal {
  return scale <= places ? { digits, scale } : { digits: digits / 10n ** BigInt(scale - places), scale: places }
}

/** Groups beyond these do not tell what is not in them: each takes a kilobyte. An answer has half as many lines. */
const MOST_TOLD = 20_000
/** Kinds of one group that are counted before they are added to its tally. */
const MOST_COUNTED = 64

/** Events of a group without a number. Those of one event code that sent the same are of one *kind* (`kindOf`). */
interface Counted {
  /** How many events of each kind are not in the tally yet. */
  events: Map<number, number>
  tally: NotInSumTally
}

/** Takes rows that have no number, by group. A million of them are counted by kind, and only then put into words. */
export function createMissedRows({ table }: Pick<LoadedSnapshot, 'table'>, measured: MeasuredRows) {
  const groups = new Map<number, Counted>()
  /** Events of groups beyond `MOST_TOLD`, which are only counted. */
  const untold = new Map<number, number>()
  const { codes, values } = fieldColumn(table, 'eventCode')

  /** The number of a row's kind: its event code, and what it sent, as one number. */
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
    /** What is not in the sum of a group; null: everything is in it. */
    figures(group: number): NotInFigures | null {
      const counted = groups.get(group)
      if (counted !== undefined) addUp(counted)
      const more = untold.get(group) ?? 0
      return counted === undefined && more === 0 ? null : { parts: counted?.tally.figures() ?? [], untold: more }
    },
  }
}
