// Questions about time that a service answers with counts alone: when a search's events began and ended, and how they
// lie between. Each says how many requests it takes before it sends them.
import { Temporal } from 'temporal-polyfill'
import { parseInstant } from '../time/instant.ts'

export type EdgeSide = 'first' | 'last'

export type EdgeOutcome = { requests: number } & (
  | {
      kind: 'found'
      /** The event's exact JSON text. */
      source: string
      /** `exact`: one answer held everything around it. `millisecond`: another may lie less than that further out. */
      within: 'exact' | 'millisecond'
    }
  /** Nothing matches. */
  | { kind: 'none' }
  /** The service gave rows outside of what was asked for, or without a time: halving says nothing. `words`: which. */
  | { kind: 'untrusted'; words: string }
)

export type Distribution = { requests: number } & (
  | { kind: 'counted'; bins: { from: string; to: string; count: number }[]; total: number }
  | { kind: 'untrusted'; words: string }
)

/** The most segments of a distribution: with the count of all it is forty requests. */
export const MOST_BINS = 39

const FIRST_SECOND = parseInstant('0000-01-01T00:00:00Z')?.seconds ?? 0
const LAST_SECOND = parseInstant('9999-12-31T23:59:59Z')?.seconds ?? 0

/**
 * How many requests the first or the last event takes at most: 37 within a year, 51 without a range. The backend asks
 * once whether there is any, halves the range down to a second, asks for all around that, and halves the second down to
 * a millisecond (electron/backend/history/event-times.ts).
 */
export function mostEdgeRequests(from: string | null, to: string | null): number {
  const start = (from === null ? null : parseInstant(from))?.seconds ?? FIRST_SECOND
  const stop = (to === null ? null : parseInstant(to))?.seconds ?? LAST_SECOND
  return 1 + halvings(stop - start) + 1 + halvings(999)
}

/**
 * How often so many in a row are halved until none is left, at most: 1 once, 2 or 3 twice, 4 to 7 three times, and so
 * as often as the binary number has digits.
 */
const halvings = (count: number) => (count <= 0 ? 0 : Math.floor(count).toString(2).length)

/** How many requests a distribution takes. */
export const distributionRequests = (bins: number): number => bins + 1

/** A closed snapshot was counted again, one total a day. */
export interface Recheck {
  /** Given when it was closed. */
  note: string
  days: number
  /** Days whose count is another one now, or was or is not given; those that follow each other as one. */
  differing: { from: string; until: string }[]
}

// The segments of a distribution begin at round hours, days or months of a zone, as many as may be asked for.

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export interface TimeEdges {
  /** A segment is so many of the unit. The first and the last may be parts of one. */
  unit: TimeUnit
  count: number
  /** RFC 3339 UTC, in order: the beginning, each round instant after it, the end, which belongs to none. */
  edges: string[]
}

interface Step {
  unit: TimeUnit
  count: number
}

/** About so long is a unit: days, months and years differ. */
const SECONDS: Record<TimeUnit, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 30 * 86_400,
  year: 365 * 86_400,
}

/** The first of them of which there are few enough is taken. */
const STEPS: readonly Step[] = [
  ...[1, 5, 15, 30].map((count): Step => ({ unit: 'second', count })),
  ...[1, 5, 15, 30].map((count): Step => ({ unit: 'minute', count })),
  ...[1, 2, 3, 6, 12].map((count): Step => ({ unit: 'hour', count })),
  { unit: 'day', count: 1 },
  { unit: 'week', count: 1 },
  { unit: 'month', count: 1 },
  { unit: 'month', count: 3 },
  ...[1, 5, 10, 50, 100, 500].map((count): Step => ({ unit: 'year', count })),
]

/** @param zone one that `isZone` knows. Null where the range holds no instant, or an end is no RFC 3339 date-time */
export function timeEdges(from: string, until: string, zone: string): TimeEdges | null {
  const [start, end] = [zonedOf(from, zone), zonedOf(until, zone)]
  if (start === null || end === null || start.epochNanoseconds >= end.epochNanoseconds) return null
  const seconds = (end.epochMilliseconds - start.epochMilliseconds) / 1_000
  for (const step of STEPS) {
    // Far too many of a step are not counted one by one.
    if (seconds / (SECONDS[step.unit] * step.count) > MOST_BINS + 1) continue
    const between = roundBetween(start, end, step)
    if (between === null) continue
    return { ...step, edges: [start, ...between, end].map(utcOf) }
  }
  return null
}

/** The round instants after `start` and before `end`; null where they are too many. */
function roundBetween(
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
  step: Step,
): Temporal.ZonedDateTime[] | null {
  const found: Temporal.ZonedDateTime[] = []
  const first = floorOf(start, step)
  for (let times = 1; ; times += 1) {
    // It counts from the first one, not from the one before: the 31st would become the 28th for good.
    const next = first.add({ [`${step.unit}s`]: times * step.count })
    if (Temporal.ZonedDateTime.compare(next, end) >= 0) return found
    // A clock that is put back shows an hour twice.
    if (Temporal.ZonedDateTime.compare(next, start) > 0) found.push(next)
    if (found.length >= MOST_BINS) return null
  }
}

/** The last round instant at or before one: of 15 minutes or 3 months the beginning of a quarter, of weeks a Monday. */
function floorOf(at: Temporal.ZonedDateTime, { unit, count }: Step): Temporal.ZonedDateTime {
  switch (unit) {
    case 'second':
    case 'minute':
    case 'hour':
      return at.round({ smallestUnit: unit, roundingIncrement: count, roundingMode: 'floor' })
    case 'day':
      return at.startOfDay()
    case 'week':
      return at.subtract({ days: at.dayOfWeek - 1 }).startOfDay()
    case 'month':
      return at.with({ day: 1, month: at.month - ((at.month - 1) % count) }).startOfDay()
    case 'year':
      // In a zone west of UTC the first year may be −1: the remainder is not below 0 even so.
      return at.with({ day: 1, month: 1, year: at.year - (((at.year % count) + count) % count) }).startOfDay()
  }
}

function zonedOf(text: string, zone: string): Temporal.ZonedDateTime | null {
  const instant = parseInstant(text)
  if (instant === null) return null
  const nanoseconds = BigInt(instant.seconds) * 1_000_000_000n + BigInt(instant.nanoseconds)
  return new Temporal.Instant(nanoseconds).toZonedDateTimeISO(zone)
}

const utcOf = (at: Temporal.ZonedDateTime) => at.toInstant().toString()
