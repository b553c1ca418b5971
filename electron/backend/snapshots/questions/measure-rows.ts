// The value of a measure for each row: a property's number, or the exact product of two.
import type { Decimal } from '../../../../shared/exact/decimal.ts'
import type { Measure } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { BEYOND, decimalAt, LARGE, LARGEST_WHOLE, NO_NUMBER, type NumberColumn, SMALL } from './number-column.ts'
import type { Turn } from './turn.ts'

/** `read` returns a row's state and leaves its value in the other fields. */
export interface MeasuredRows {
  /** `NO_NUMBER`, `SMALL`, `LARGE` or `BEYOND`. */
  read(row: number): number
  /** Of a small one: the number times 10^`scale`. */
  whole: number
  /** Of a small one: decimal places, as sent. */
  places: number
  scale: number
  /** Of a large one. */
  large: Decimal
}

/** The measured number of every row: a property, or the product of two. */
export async function measuredRows(snapshot: LoadedSnapshot, measure: Measure, turn: Turn): Promise<MeasuredRows> {
  const [first, second] = measure.properties
  const a = await numbersOfRows(snapshot, first, measure.text, turn)
  return second === undefined ? single(a) : product(a, await numbersOfRows(snapshot, second, measure.text, turn))
}

/** A row's number, or null if it has none that can be calculated with. */
export function valueAt(measured: MeasuredRows, row: number): Decimal | null {
  const state = measured.read(row)
  if (state === LARGE) return measured.large
  if (state !== SMALL) return null
  const { whole, scale, places } = measured
  return { digits: BigInt(whole) / 10n ** BigInt(scale - places), scale: places }
}

interface RowNumbers {
  codes: Uint32Array
  numbers: NumberColumn
}

async function numbersOfRows(snapshot: LoadedSnapshot, name: string, text: boolean, turn: Turn): Promise<RowNumbers> {
  const column = await snapshot.property(name, turn)
  return { codes: column.codes, numbers: snapshot.numbers(column, text) }
}

const NONE: Decimal = { digits: 0n, scale: 0 }

function single({ codes, numbers }: RowNumbers): MeasuredRows {
  const { states, wholes, places, scale } = numbers
  const rows: MeasuredRows = {
    scale,
    whole: 0,
    places: 0,
    large: NONE,
    read(row) {
      const id = codes[row] ?? 0
      const state = states[id] ?? NO_NUMBER
      if (state === SMALL) {
        rows.whole = wholes[id] ?? 0
        rows.places = places[id] ?? 0
      } else if (state === LARGE) rows.large = decimalAt(numbers, id) ?? NONE
      return state
    },
  }
  return rows
}

function product(a: RowNumbers, b: RowNumbers): MeasuredRows {
  const rows: MeasuredRows = {
    scale: a.numbers.scale + b.numbers.scale,
    whole: 0,
    places: 0,
    large: NONE,
    read(row) {
      const [one, other] = [a.codes[row] ?? 0, b.codes[row] ?? 0]
      const [first, second] = [a.numbers.states[one] ?? NO_NUMBER, b.numbers.states[other] ?? NO_NUMBER]
      if (first === NO_NUMBER || second === NO_NUMBER) return NO_NUMBER
      if (first === BEYOND || second === BEYOND) return BEYOND
      if (first === SMALL && second === SMALL) {
        const whole = (a.numbers.wholes[one] ?? 0) * (b.numbers.wholes[other] ?? 0)
        if (Math.abs(whole) <= LARGEST_WHOLE) {
          rows.whole = whole
          rows.places = (a.numbers.places[one] ?? 0) + (b.numbers.places[other] ?? 0)
          return SMALL
        }
      }
      const [left, right] = [decimalAt(a.numbers, one) ?? NONE, decimalAt(b.numbers, other) ?? NONE]
      rows.large = { digits: left.digits * right.digits, scale: left.scale + right.scale }
      return LARGE
    },
  }
  return rows
}
