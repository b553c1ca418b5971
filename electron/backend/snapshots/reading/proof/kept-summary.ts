// What counting apart needs of the kept events: when they are, and how many have each value of a field.
import { inOrderOfTime } from '../../slice.ts'
import { SECOND } from '../course/instants.ts'
import { eachKept, type KeptEvent } from '../course/kept-events.ts'
import type { Reading } from '../course/reading.ts'

/** Fields that a search may be counted by. */
export const FIELDS = ['eventType', 'eventCode', 'customerId'] as const
export type CountedField = (typeof FIELDS)[number]

/** The most requests that one of them may cost. */
export const MOST_VALUES = 6

export interface KeptSummary {
  /** Of those with a time, in whole seconds since the epoch, sorted. */
  seconds: Float64Array
  /** How many have each value; at most one more value than may be counted by. */
  values: Record<CountedField, Map<string | null, number>>
}

/** Null where the journal cannot be read. */
export async function summaryOfKept(reading: Reading): Promise<KeptSummary | null> {
  const seconds: number[] = []
  const values: KeptSummary['values'] = { eventType: new Map(), eventCode: new Map(), customerId: new Map() }
  const see = (event: KeptEvent) => {
    if (event.at !== null) seconds.push(Number(event.at / SECOND))
    for (const field of FIELDS) {
      const [seen, value] = [values[field], event[field]]
      if (seen.size <= MOST_VALUES || seen.has(value)) seen.set(value, (seen.get(value) ?? 0) + 1)
    }
  }
  const failure = await eachKept(reading, inOrderOfTime(reading.slices.values()), see)
  return failure === null ? { seconds: Float64Array.from(seconds).sort(), values } : null
}

/** The greatest number that divides both: counts that share one above 1 add up as well if they are rounded to it. */
export const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** Of all counts; 0 of none. */
export const commonDivisor = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((common, count) => divisor(common, count ?? 0), 0)
