// Exact sums of JSON numbers as the service sent them: an integer and a scale, never a double.
// Credits and debits are never added to each other, nor are different units. Rows whose number is missing are counted.
import { createDecimalSum, type DecimalSum, decimalText, readDecimal } from './decimal.ts'

/** An event is one of these by its type. */
export const SUM_TYPES = ['credit', 'debit', 'neither'] as const
export type SumType = (typeof SUM_TYPES)[number]

/** It goes by the exact text: "Credit", like any other text and null, is `neither`. */
export const sumTypeOf = (eventType: string | null): SumType =>
  eventType === 'credit' || eventType === 'debit' ? eventType : 'neither'

/** One sum. Counts are rows. */
export interface SumFigure {
  /** The type of the events it sums. */
  type: SumType
  /** The currency or unit, as sent; null where the row has none. */
  unit: string | null
  /** A plain decimal with the most places of any number in it; null if there was no number to add. */
  sum: string | null
  numbers: number
  /** Rows that have no number here. */
  without: number
  /** Rows whose number is too large or too small to be added (see `readDecimal`). */
  beyond: number
}

/** Bounds a service that sends a different unit with each event. */
export const MOST_UNITS = 1_000

/** Adds up rows one by one, by type and unit. */
export function createExactSums() {
  const byType = SUM_TYPES.map((type) => ({ type, sums: new Map<string | null, UnitSum>() }))
  const sumsOf = Object.fromEntries(byType.map(({ type, sums }) => [type, sums])) as Record<SumType, UnitSums>
  let others = 0

  return {
    /** Adds one row. @param number exact JSON text; null, or no number: the row has none. @returns what it counts as */
    add: (type: SumType, unit: string | null, number: string | null): SummedAs => {
      const sums = sumsOf[type]
      let sum = sums.get(unit)
      if (sum === undefined) {
        if (unit !== null && sums.size >= MOST_UNITS) {
          others += 1
          return 'of-another-unit'
        }
        sum = { numbers: 0, without: 0, beyond: 0, sum: createDecimalSum() }
        sums.set(unit, sum)
      }
      return addTo(sum, number)
    },
    /** Credits, then debits, then neither; within each, units as first seen, and rows without a unit last. */
    figures: (): SumFigure[] =>
      byType.flatMap(({ type, sums }) =>
        [...sums]
          .sort(([a], [b]) => Number(a === null) - Number(b === null))
          .map(([unit, { numbers, without, beyond, sum }]) => ({
            type,
            unit,
            sum: numbers === 0 ? null : decimalText(sum.total()),
            numbers,
            without,
            beyond,
          })),
      ),
    /** Rows whose unit came after the first `MOST_UNITS` of their type; no figure counts them. */
    rowsOfOtherUnits: () => others,
  }
}

type UnitSums = Map<string | null, UnitSum>

interface UnitSum {
  numbers: number
  without: number
  beyond: number
  sum: DecimalSum
}

/** `of-another-unit`: it is in no figure, as there are too many units. */
type SummedAs = 'number' | 'without' | 'beyond' | 'of-another-unit'

function addTo(sum: UnitSum, number: string | null): SummedAs {
  const value = number === null ? null : readDecimal(number)
  if (value === null) {
    sum.without += 1
    return 'without'
  }
  if (value === 'beyond') {
    sum.beyond += 1
    return 'beyond'
  }
  sum.numbers += 1
  sum.sum.add(value)
  return 'number'
}
