// The kept rows of slices, read back from the journal for the questions that proof asks: each event, what all of them
// come to, and whether they are what the answers showed.
import { parseEventText } from '../../../../../shared/search/search-page.ts'
import { inOrderOfTime, type TimeSlice } from '../../time-slice.ts'
import { isIn, keptRange, nanosecondsOf, SECOND } from '../session/instants.ts'
import { digestOf, type SeenRow } from '../session/observations.ts'
import type { Reading } from '../session/reading.ts'

export interface KeptEvent {
  eventId: string | null
  customerId: string | null
  eventCode: string | null
  eventType: string | null
  /** Nanoseconds since the epoch; null where its time cannot be read. */
  at: bigint | null
  source: string
}

/**
 * Calls `see` with each kept event of the slices, in the order in which they are kept, and its place in its slice from
 * 0 on. False where the journal cannot be read to its end.
 */
export async function eachKept(
  { journal }: Pick<Reading, 'journal'>,
  slices: Iterable<TimeSlice>,
  see: (event: KeptEvent, place: number, slice: TimeSlice) => void,
): Promise<boolean> {
  for (const slice of slices) {
    let place = 0
    for await (const segment of journal.rows(slice.id)) {
      if (!segment.ok) return false
      for (const { source } of segment.value) {
        see(keptEvent(source), place, slice)
        place += 1
      }
    }
  }
  return true
}

function keptEvent(source: string): KeptEvent {
  const parsed = parseEventText(source)
  if (!parsed.ok) return { eventId: null, customerId: null, eventCode: null, eventType: null, at: null, source }
  const { eventId, customerId, eventCode, eventType, createdAt } = parsed.event
  return { eventId, customerId, eventCode, eventType, at: nanosecondsOf(createdAt), source }
}

// What kept events come to: by which times and values they can be counted once more.

/** Fields that a search may be counted by. */
export const FIELDS = ['eventType', 'eventCode', 'customerId'] as const
export type CountedField = (typeof FIELDS)[number]

/** A field with more values than this is not counted by: each value costs a request. */
export const MOST_VALUES = 6

/** The times and the values of all kept events. */
export interface KeptSummary {
  /** The times of the events that have one, in whole seconds since the epoch, sorted. */
  seconds: Float64Array
  /** How many events have each value of a field; of too many values only the first `MOST_VALUES` + 1. */
  values: Record<CountedField, Map<string | null, number>>
}

/** Reads every kept row once; null where the journal cannot be read to its end. */
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
  const isWhole = await eachKept(reading, inOrderOfTime(reading.slices.values()), see)
  return isWhole ? { seconds: Float64Array.from(seconds).sort(), values } : null
}

/** The first and the last instant of the kept events, in ns since the epoch. */
export interface KeptSpan {
  first: bigint
  last: bigint
}

/**
 * Reads only the ends of slices that are sorted by time, and the others whole. Null where no kept event has a time;
 * `unread` where the journal cannot be read.
 */
export async function spanOfKept(reading: Reading): Promise<KeptSpan | null | 'unread'> {
  let span: KeptSpan | null = null
  const see = (at: bigint) => {
    span = {
      first: span === null || at < span.first ? at : span.first,
      last: span === null || at > span.last ? at : span.last,
    }
  }
  const slices = inOrderOfTime(reading.slices.values()).filter(({ kept }) => kept > 0)
  const sorted = slices.filter(({ sorted }) => sorted)
  for (const [slice, isBackward] of [
    ...sorted.map((slice) => [slice, false] as const),
    ...sorted.map((slice) => [slice, true] as const),
  ]) {
    const at = await firstInstant(reading, slice, isBackward)
    if (at === 'unread') return at
    if (at !== null) see(at)
  }
  const isWhole = await eachKept(
    reading,
    slices.filter(({ sorted }) => !sorted),
    ({ at }) => at !== null && see(at),
  )
  return isWhole ? span : 'unread'
}

/**
 * The first instant of a slice that is sorted by time, or its last one where it is read backward. Undated rows, which
 * come before all others, are passed over.
 */
async function firstInstant(
  { journal }: Reading,
  slice: TimeSlice,
  isBackward: boolean,
): Promise<bigint | null | 'unread'> {
  for await (const segment of journal.rows(slice.id, isBackward)) {
    if (!segment.ok) return 'unread'
    for (const { source } of segment.value) {
      const { at } = keptEvent(source)
      if (at !== null) return at
    }
  }
  return null
}

// What counts have in common, and which slices may hold an event.

/**
 * The greatest number that divides both. Where counts have such a number above 1, the service may round its counts to
 * it: rounded counts add up too, and prove nothing.
 */
export const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The greatest number that divides all counts; 0 if there are none. */
export const commonDivisor = (counts: readonly (number | null)[]): number =>
  counts.reduce<number>((common, count) => divisor(common, count ?? 0), 0)

/**
 * Gives a test: whether the slice may hold events of a segment of time, in ns. Two seconds are allowed for at either
 * end, as some events are kept beside the slice that their time lies in.
 */
export function reachOf({
  from,
  to,
}: Pick<TimeSlice, 'from' | 'to'>): (around: { first: bigint; last: bigint }) => boolean {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(to)]
  return ({ first, last }) =>
    (start === null || start <= last + 2n * SECOND) && (end === null || end >= first - 2n * SECOND)
}

// What the answers of one turn showed, those of the proof included, is held against what is kept.

/**
 * Holds what was seen in this turn against what is kept, and adds a fact for each way in which they differ: events that
 * came with two texts, that are not kept, or that are kept with another text.
 * @returns null where all agrees; else the slices to be read again, in which such events lie; none where the journal
 * cannot be read
 */
export async function compareSeen(reading: Reading): Promise<TimeSlice[] | null> {
  const { seen, index, prove, slices } = reading
  const isInside = isIn(keptRange(reading))
  const rows = [...seen.ofTurn()]
  const altered = rows.filter(([, row]) => row.isAltered)
  const inside = rows.filter(([, { at }]) => isInside(at))
  const unkept = inside.filter(([key, { fits }]) => fits && !index.has(key))
  const otherwise = await keptOtherwise(reading, new Map(inside.filter(([key]) => index.has(key))))
  if (otherwise === null) return []
  if (altered.length > 0) prove({ code: 'altered', says: 'moved', numbers: { altered: altered.length } })
  if (unkept.length > 0) prove({ code: 'unkept', says: 'moved', numbers: { unkept: unkept.length } })
  if (otherwise.length > 0) prove({ code: 'kept-otherwise', says: 'moved', numbers: { otherwise: otherwise.length } })
  const odd = [...altered, ...unkept, ...otherwise]
  if (odd.length === 0) return null
  const holders = holdersOf(slices.values(), odd)
  // An event that came with another time than it is kept with, or with none, may be in any slice.
  return holders.length === 0 ? [...slices.values()] : holders
}

/** A row by what identifies it (`rowKey`). */
type KeyedRow = [key: string, row: SeenRow]

/** The slices that may hold some of the rows, by their time. */
function holdersOf(slices: Iterable<TimeSlice>, rows: readonly KeyedRow[]): TimeSlice[] {
  const instants = rows.flatMap(([, { at }]) => (at === null ? [] : [{ first: at, last: at }]))
  return [...slices].filter((slice) => instants.some(reachOf(slice)))
}

/** The rows of which no kept event has both the key and the text; null where the journal cannot be read. */
async function keptOtherwise(reading: Reading, rows: ReadonlyMap<string, SeenRow>): Promise<KeyedRow[] | null> {
  const waiting = new Map(rows)
  const slices = [...reading.slices.values()].filter(({ kept }) => kept > 0)
  const holders = holdersOf(slices, [...rows])
  // Nearly always all are found where their time says.
  for (const slice of [...holders, ...slices.filter((slice) => !holders.includes(slice))]) {
    if (waiting.size === 0) break
    const isWhole = await eachKept(reading, [slice], ({ eventId, source }) => {
      const key = eventId ?? source
      const row = waiting.get(key)
      if (row !== undefined && row.digest === digestOf(source)) waiting.delete(key)
    })
    if (!isWhole) return null
  }
  return [...waiting]
}
