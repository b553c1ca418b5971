// What a row counts as in sums: its number, which is a property's or the exact product of two; its sign; its units.
import type { Decimal } from '../../../../shared/exact/decimal.ts'
import type { Measure } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { Missed } from '../../../../shared/worth/not-in-sum.ts'
import type { PricedQuantity } from '../../../../shared/worth/priced-quantity.ts'
import { missedNumber } from '../../../../shared/worth/property-sum.ts'
import { fieldColumn, valueOfCode } from './loaded-events.ts'
import type { KeyCodes, LoadedSnapshot } from './loaded-snapshot.ts'
import { BEYOND, decimalAt, LARGE, LARGEST_WHOLE, NO_NUMBER, type NumberColumn, SMALL } from './number-column.ts'
import { inSteps, type Turn } from './turn.ts'

/** `read` returns a row's state and leaves its value in the other fields. */
export interface MeasuredRows {
  /** `NO_NUMBER`, `SMALL`, `LARGE` or `BEYOND`. */
  read(row: number): number
  /** What stands for a row's number, a number below `missingKinds` that `missing` knows; where there is none. */
  missingOf(row: number): number
  missingKinds: number
  missing(kind: number, eventCode: string | null): Missed
  /** A small one is the number times 10^`scale`. */
  whole: number
  /** A small one has so many decimal places, as sent. */
  places: number
  scale: number
  /** It is the value of a large one. */
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
  /** They are by a value's code; 0: there is none. */
  missing: MeasuredRows['missing']
}

async function numbersOfRows(snapshot: LoadedSnapshot, name: string, text: boolean, turn: Turn): Promise<RowNumbers> {
  const column = await snapshot.property(name, turn)
  const missing: MeasuredRows['missing'] = (id, eventCode) =>
    missedNumber(name, eventCode, valueOfCode(column, id), text)
  return { codes: column.codes, numbers: snapshot.numbers(column, text), missing }
}

const NONE: Decimal = { digits: 0n, scale: 0 }

function single({ codes, numbers, missing }: RowNumbers): MeasuredRows {
  const { states, wholes, places, scale } = numbers
  const rows: MeasuredRows = {
    scale,
    whole: 0,
    places: 0,
    large: NONE,
    missingOf: (row) => codes[row] ?? 0,
    missingKinds: states.length,
    missing,
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
    missingOf(row) {
      const [one, other] = [a.codes[row] ?? 0, b.codes[row] ?? 0]
      const [first, second] = [a.numbers.states[one] ?? NO_NUMBER, b.numbers.states[other] ?? NO_NUMBER]
      const isOfFirst = first === NO_NUMBER || (first === BEYOND && second !== NO_NUMBER)
      return isOfFirst ? one : a.numbers.states.length + other
    },
    missingKinds: a.numbers.states.length + b.numbers.states.length,
    missing: (kind, eventCode) =>
      kind < a.numbers.states.length
        ? a.missing(kind, eventCode)
        : b.missing(kind - a.numbers.states.length, eventCode),
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

export const CREDIT = 0
export const DEBIT = 1
export const NEITHER = 2
/** They are in the order of `CREDIT`, `DEBIT` and `NEITHER`. */
export const SIGNS = ['credit', 'debit', 'neither'] as const
export type Sign = (typeof SIGNS)[number]

/** Tells for each row whether it is a credit, a debit or neither. */
export function rowSigns({ table }: LoadedSnapshot): (row: number) => typeof CREDIT | typeof DEBIT | typeof NEITHER {
  const { codes, values } = fieldColumn(table, 'eventType')
  const [credit, debit] = [values.find('string', 'credit'), values.find('string', 'debit')]
  return (row) => {
    const code = codes[row] ?? 0
    if (code === 0) return NEITHER
    return code === credit ? CREDIT : code === debit ? DEBIT : NEITHER
  }
}

/** The units of rows, as codes of one property; 0: the row's unit is not known. */
export interface UnitCodes extends KeyCodes {
  name: string
}

/**
 * Codes what tells currencies and units apart. A row whose value is not text says none; where a price stands beside a
 * quantity, the currency is the price's. It codes only properties that at least one row has as text that is its unit.
 */
export async function unitCodes(
  snapshot: LoadedSnapshot,
  { units: names, priced }: { units: readonly string[]; priced?: PricedQuantity | undefined },
  rows: Uint32Array,
  turn: Turn,
): Promise<UnitCodes[]> {
  const all: UnitCodes[] = []
  const isPriced = priced === undefined ? null : await pricedRows(snapshot, priced, turn)
  for (const name of new Set(names)) {
    const { codes, values } = await snapshot.property(name, turn)
    const isText = new Uint8Array(values.size + 1)
    for (let id = 1; id <= values.size; id += 1) isText[id] = values.kind(id) === 'string' ? 1 : 0
    const texts = new Uint32Array(codes.length)
    const notIn = priced?.currencies.includes(name) ? isPriced : null
    let isThere = false
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0
        const code = codes[row] ?? 0
        if (isText[code] !== 1 || notIn?.[row] === 1) continue
        texts[row] = code
        isThere = true
      }
    })
    if (!isThere) continue
    const keyValue = (code: number) => (code === 0 ? null : { kind: 'string' as const, text: values.text(code) })
    all.push({ name, codes: texts, size: values.size, keyValue })
  }
  return all
}

/** The rows in which a number is a quantity, because a price stands beside it: one byte a row, 1 where it is. */
export async function pricedRows(
  snapshot: LoadedSnapshot,
  { prices, quantities }: PricedQuantity,
  turn: Turn,
): Promise<Uint8Array> {
  const isPriced = new Uint8Array(snapshot.table.rows)
  const mark = async (names: readonly string[], as: 0 | 1) => {
    for (const { codes, values } of (await snapshot.properties(names, turn)).values()) {
      await inSteps(codes.length, turn, (from, to) => {
        for (let row = from; row < to; row += 1) {
          const code = codes[row] ?? 0
          if (code !== 0 && values.kind(code) === 'number') isPriced[row] = as
        }
      })
    }
  }
  await mark(prices, 1)
  await mark(quantities, 0)
  return isPriced
}
