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

/**
 * The measured numbers of rows. Nearly all are small: whole doubles at one scale. The others are large: decimals.
 * `read` leaves a row's number in fields, as an object for each of a million rows would be slow.
 */
export interface MeasuredRows {
  /**
   * Reads a row. `SMALL`: its number is `whole` and `places` now; `LARGE`: it is `large`; `BEYOND`: it is beyond
   * what is calculated with; `NO_NUMBER`: it has none.
   */
  read(row: number): number
  /** The small number times 10^`scale`. */
  whole: number
  /** The decimal places of the small number as it was sent, at most `scale`. */
  places: number
  /** The same for all small numbers. */
  scale: number
  large: Decimal
  /**
   * A code for what a row that is neither small nor large sent in place of a number, below `missedCodes`: such rows are
   * counted by it, and put into words (`missed`) once for all that have the same.
   */
  missedCode(row: number): number
  missedCodes: number
  missed(code: number, eventCode: string | null): Missed
}

/** The measured number of every row: a property, or the product of two. */
export async function measuredRows(snapshot: LoadedSnapshot, measure: Measure, turn: Turn): Promise<MeasuredRows> {
  const [first, second] = measure.properties
  const one = await numbersOfRows(snapshot, first, measure.text, turn)
  return second === undefined ? single(one) : product(one, await numbersOfRows(snapshot, second, measure.text, turn))
}

/** A row's number, or null if it has none that can be calculated with. */
export function valueAt(measured: MeasuredRows, row: number): Decimal | null {
  const state = measured.read(row)
  if (state === LARGE) return measured.large
  if (state !== SMALL) return null
  const { whole, scale, places } = measured
  // The digits between the places that were sent and the scale are zeros.
  return { digits: BigInt(whole) / 10n ** BigInt(scale - places), scale: places }
}

/** The numbers of one property. */
interface RowNumbers {
  /** The code of each row's value; 0: it has none. */
  codes: Uint32Array
  /** Indexed by these codes. */
  numbers: NumberColumn
  /** Takes such a code. */
  missed: MeasuredRows['missed']
}

async function numbersOfRows(snapshot: LoadedSnapshot, name: string, text: boolean, turn: Turn): Promise<RowNumbers> {
  const column = await snapshot.property(name, turn)
  const missed: MeasuredRows['missed'] = (code, eventCode) =>
    missedNumber(name, eventCode, valueOfCode(column, code), text)
  return { codes: column.codes, numbers: snapshot.numbers(column, text), missed }
}

const NONE: Decimal = { digits: 0n, scale: 0 }

/** The numbers of one property. Codes of what is missing are those of its values. */
function single({ codes, numbers, missed }: RowNumbers): MeasuredRows {
  const { states, wholes, places, scale } = numbers
  const rows: MeasuredRows = {
    scale,
    whole: 0,
    places: 0,
    large: NONE,
    missedCode: (row) => codes[row] ?? 0,
    missedCodes: states.length,
    missed,
    read(row) {
      const code = codes[row] ?? 0
      const state = states[code] ?? NO_NUMBER
      if (state === SMALL) {
        rows.whole = wholes[code] ?? 0
        rows.places = places[code] ?? 0
      } else if (state === LARGE) rows.large = decimalAt(numbers, code) ?? NONE
      return state
    },
  }
  return rows
}

/** Codes of what is missing are those of the first factor's values and, behind all of them, those of the second's. */
function product(first: RowNumbers, second: RowNumbers): MeasuredRows {
  const [one, other] = [first.numbers, second.numbers]
  const codesOfFirst = one.states.length
  const rows: MeasuredRows = {
    scale: one.scale + other.scale,
    whole: 0,
    places: 0,
    large: NONE,
    // A factor that is no number is told before one that is beyond, and the first before the second.
    missedCode(row) {
      const [code, otherCode] = [first.codes[row] ?? 0, second.codes[row] ?? 0]
      const [state, otherState] = [one.states[code] ?? NO_NUMBER, other.states[otherCode] ?? NO_NUMBER]
      const isOfFirst = state === NO_NUMBER || (state === BEYOND && otherState !== NO_NUMBER)
      return isOfFirst ? code : codesOfFirst + otherCode
    },
    missedCodes: codesOfFirst + other.states.length,
    missed: (code, eventCode) =>
      code < codesOfFirst ? first.missed(code, eventCode) : second.missed(code - codesOfFirst, eventCode),
    read(row) {
      const [code, otherCode] = [first.codes[row] ?? 0, second.codes[row] ?? 0]
      const [state, otherState] = [one.states[code] ?? NO_NUMBER, other.states[otherCode] ?? NO_NUMBER]
      if (state === NO_NUMBER || otherState === NO_NUMBER) return NO_NUMBER
      if (state === BEYOND || otherState === BEYOND) return BEYOND
      if (state === SMALL && otherState === SMALL) {
        const whole = (one.wholes[code] ?? 0) * (other.wholes[otherCode] ?? 0)
        if (Math.abs(whole) <= LARGEST_WHOLE) {
          rows.whole = whole
          rows.places = (one.places[code] ?? 0) + (other.places[otherCode] ?? 0)
          return SMALL
        }
      }
      const [left, right] = [decimalAt(one, code) ?? NONE, decimalAt(other, otherCode) ?? NONE]
      rows.large = { digits: left.digits * right.digits, scale: left.scale + right.scale }
      return LARGE
    },
  }
  return rows
}

export const CREDIT = 0
export const DEBIT = 1
export const NEITHER = 2
/** Indexed by `CREDIT`, `DEBIT` and `NEITHER`. */
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

/** The units of rows, as codes of one property; 0: it does not say the row's unit. */
export interface UnitCodes extends KeyCodes {
  /** The property's. */
  name: string
}

/**
 * The units of rows, by each property that tells currencies or units apart; one that says the unit of none of the rows
 * is left out. Only text is a unit. Where a price stands beside a quantity, the row's currency is that of the price and
 * not the unit of the quantity.
 * @param units the properties @param priced absent: no quantity has a price beside it
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
    const isOfPrice = priced?.currencies.includes(name) ? isPriced : null
    let isAnyKnown = false
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0
        const code = codes[row] ?? 0
        if (isText[code] !== 1 || isOfPrice?.[row] === 1) continue
        texts[row] = code
        isAnyKnown = true
      }
    })
    if (!isAnyKnown) continue
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
  // Where an event says its quantity by itself, the number beside the price is none.
  await mark(quantities, 0)
  return isPriced
}
