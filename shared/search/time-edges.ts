// Where the stretches of a distribution begin: at round hours, days or months of a zone, as many as may be asked for.
import { Temporal } from 'temporal-polyfill'
import { parseInstant } from '../time/instant.ts'
import { MOST_BINS } from './time-search.ts'

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

export interface TimeEdges {
  /** What a stretch is: so many of the unit. The first and the last may be parts of one. */
  unit: TimeUnit
  count: number
  /** RFC 3339 UTC, in order: the beginning, each round instant after it, the end, which belongs to none. */
  edges: string[]
}

interface Step {
  unit: TimeUnit
  count: number
}

const SECONDS: Record<TimeUnit, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 30 * 86_400,
  year: 365 * 86_400,
}

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
    if (seconds / (SECONDS[step.unit] * step.count) > MOST_BINS + 1) continue
    const between = roundBetween(start, end, step)
    if (between === null) continue
    return { ...step, edges: [start, ...between, end].map(utcOf) }
  }
  return null
}

/** Null where they are too many. */
function roundBetween(
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
  step: Step,
): Temporal.ZonedDateTime[] | null {
  const found: Temporal.ZonedDateTime[] = []
  const first = floorOf(start, step)
  for (let times = 1; ; times += 1) {
    // From the first one, not from the one before: the 31st would become the 28th for good.
    const next = first.add({ [`${step.unit}s`]: times * step.count })
    if (Temporal.ZonedDateTime.compare(next, end) >= 0) return found
    // A clock that is put back shows an hour twice.
    if (Temporal.ZonedDateTime.compare(next, start) > 0) found.push(next)
    if (found.length >= MOST_BINS) return null
  }
}

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
      return at.with({ day: 1, month: 1, year: at.year - (((at.year % count) + count) % count) }).startOfDay()
    default:
      return unit satisfies never
  }
}

function zonedOf(text: string, zone: string): Temporal.ZonedDateTime | null {
  const instant = parseInstant(text)
  if (instant === null) return null
  const nanoseconds = BigInt(instant.seconds) * 1_000_000_000n + BigInt(instant.nanoseconds)
  return new Temporal.Instant(nanoseconds).toZonedDateTimeISO(zone)
}

const utcOf = (at: Temporal.ZonedDateTime) => at.toInstant().toString()
