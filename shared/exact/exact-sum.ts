// Sums of JSON numbers as the service sent them, to the last digit: an integer and a scale, never a double.
// Credits and debits are never added to each other, nor are different units: each has a sum of its own, and what has no
// number is counted beside it.

/** What an event is, by its type. */
export const SUM_TYPES = ['credit', 'debit', 'neither'] as const
export type SumType = (typeof SUM_TYPES)[number]

export const sumTypeOf = (eventType: string | null): SumType =>
  eventType === 'credit' || eventType === 'debit' ? eventType : 'neither'

/** One sum. Counts are rows. */
export interface SumFigure {
  /** Of which events it is. */
  type: SumType
  /** The currency or unit, as sent; null where the row has none. */
  unit: string | null
  /** A plain decimal with as many places as its most exact number has; null where there was no number to add. */
  sum: string | null
  numbers: number
  /** Rows that have no number here. */
  without: number
  /** Rows whose number is too large or too small to be added (see `MOST_PLACES`). */
  beyond: number
}

export interface ExactSums {
  /**
   * One row: what it is, its unit and its number, exact JSON text; null for none. Text that is no JSON number counts as
   * none.
   */
  add(type: SumType, unit: string | null, number: string | null): void
  /** Credits, then debits, then what is neither; each by unit, first seen first, rows without one last. */
  figures(): SumFigure[]
  /** Rows of units beyond the first `MOST_UNITS` of their type: counted nowhere else. */
  rowsOfOtherUnits(): number
}

/** Powers of ten beyond ±1,000, and longer rows of digits, are counted and not added: a few would fill the memory. */
const MOST_PLACES = 1_000
/** A service that gives each event a unit of its own has no units. */
export const MOST_UNITS = 1_000

export function createExactSums(): ExactSums {
  const byType = SUM_TYPES.map((type) => ({ type, sums: new Map<string | null, UnitSum>() }))
  const sumsOf = Object.fromEntries(byType.map(({ type, sums }) => [type, sums])) as Record<SumType, UnitSums>
  let others = 0

  return {
    add: (type, unit, number) => {
      const sums = sumsOf[type]
      let sum = sums.get(unit)
      if (sum === undefined) {
        if (unit !== null && sums.size >= MOST_UNITS) {
          others += 1
          return
        }
        sum = { numbers: 0, without: 0, beyond: 0, byScale: new Map() }
        sums.set(unit, sum)
      }
      addTo(sum, number)
    },
    figures: () =>
      byType.flatMap(({ type, sums }) =>
        [...sums]
          .sort(([a], [b]) => Number(a === null) - Number(b === null))
          .map(([unit, { numbers, without, beyond, byScale }]) => ({
            type,
            unit,
            sum: numbers === 0 ? null : decimalText(byScale),
            numbers,
            without,
            beyond,
          })),
      ),
    rowsOfOtherUnits: () => others,
  }
}

type UnitSums = Map<string | null, UnitSum>

interface UnitSum {
  numbers: number
  without: number
  beyond: number
  /** By the power of ten that their last digits stand for, so that adding needs no shifting. */
  byScale: Map<number, Part>
}

/** `small` is added to while doubles are exact, and then carried over. */
interface Part {
  whole: bigint
  small: number
}

const JSON_NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

function addTo(sum: UnitSum, number: string | null): void {
  const [, sign, whole = '', fraction = '', exponent = ''] = (number !== null && JSON_NUMBER.exec(number)) || []
  if (sign === undefined) {
    sum.without += 1
    return
  }
  // Of a number with a million digits in its exponent not even Number() is asked.
  const power = exponent.length > 8 ? Number.POSITIVE_INFINITY : Number(exponent)
  if (Math.abs(power) > MOST_PLACES || whole.length > MOST_PLACES || fraction.length > MOST_PLACES) {
    sum.beyond += 1
    return
  }
  sum.numbers += 1
  const scale = fraction.length - power
  let part = sum.byScale.get(scale)
  if (part === undefined) {
    part = { whole: 0n, small: 0 }
    sum.byScale.set(scale, part)
  }
  const digits = sign + whole + fraction
  if (digits.length > 15) {
    part.whole += BigInt(digits)
    return
  }
  part.small += Number(digits)
  if (Math.abs(part.small) > LARGEST_SMALL) {
    part.whole += BigInt(part.small)
    part.small = 0
  }
}

/** Below it, a number of 15 digits can be added to a double without rounding. */
const LARGEST_SMALL = 2 ** 52

/** All parts on the finest scale, which is never coarser than whole numbers. */
function decimalText(byScale: Map<number, Part>): string {
  let places = 0
  for (const scale of byScale.keys()) places = Math.max(places, scale)
  let total = 0n
  for (const [scale, { whole, small }] of byScale) total += (whole + BigInt(small)) * 10n ** BigInt(places - scale)
  const sign = total < 0n ? '-' : ''
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0')
  const point = digits.length - places
  return `${sign}${digits.slice(0, point)}${places === 0 ? '' : `.${digits.slice(point)}`}`
}
