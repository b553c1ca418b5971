// Where a day begins and ends in a zone, to the nanosecond.
import { Temporal } from 'temporal-polyfill'
import { compareInstants, formatUtc, inZone, parseInstant } from './instant.ts'

/** Its first instant, whatever the clock shows then. */
export function firstMoment(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  return day.toZonedDateTime(zone)
}

/** Whether an instant is the first of a day in a zone. */
export function beginsDay(instant: string, zone: string): boolean {
  const day = inZone(instant, zone)?.date
  const at = parseInstant(instant)
  if (day === undefined || at === null) return false
  const first = parseInstant(utcOf(firstMoment(Temporal.PlainDate.from(day), zone)))
  return first !== null && compareInstants(first, at) === 0
}

/** Its last nanosecond: the second midnight where it comes twice, the moment before the jump where it is skipped. */
export function lastMoment(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  const last = day.toPlainDateTime('23:59:59.999999999').toZonedDateTime(zone, { disambiguation: 'later' })
  return last.toPlainDate().equals(day) ? last : firstMoment(day.add({ days: 1 }), zone).subtract({ nanoseconds: 1 })
}

/** Seconds since the epoch, the fraction cut off towards the past. */
export function wholeSeconds(moment: { epochMilliseconds: number }): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

/** As `formatUtc`. */
export function utcOf(moment: { epochMilliseconds: number; epochNanoseconds: bigint }): string {
  const seconds = wholeSeconds(moment)
  return formatUtc({ seconds, nanoseconds: Number(moment.epochNanoseconds - BigInt(seconds) * 1_000_000_000n) })
}

// How far a zone's clock is from UTC, for a million instants in a row: only at the end of a span is the zone's table asked.

/** A time during which the clock was not put forward or back: from `from` up to, not including, `until`, in seconds. */
interface OffsetSpan {
  from: number
  until: number
  /** Seconds east of UTC. */
  offset: number
}

/** Instants in no order at all: more than these are forgotten at once. */
const MOST_SPANS = 400

/** Gives for a second since the epoch how many seconds the zone's clock is ahead of UTC. `zone` is one that `isZone` knows. */
export function zoneClock(zone: string): (seconds: number) => number {
  const spans: OffsetSpan[] = []
  let latest: OffsetSpan = { from: 0, until: 0, offset: 0 }
  return (seconds) => {
    if (seconds >= latest.from && seconds < latest.until) return latest.offset
    const known = spans.find(({ from, until }) => seconds >= from && seconds < until)
    latest = known ?? spanAt(zone, seconds)
    if (known === undefined) {
      if (spans.length === MOST_SPANS) spans.length = 0
      spans.push(latest)
    }
    return latest.offset
  }
}

function spanAt(zone: string, seconds: number): OffsetSpan {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toZonedDateTimeISO(zone)
  // A transition at this very second begins the span; "previous" would look behind it.
  const begun = at.add({ seconds: 1 }).getTimeZoneTransition('previous')
  const next = at.getTimeZoneTransition('next')
  const secondOf = (moment: { epochMilliseconds: number } | null, none: number) =>
    moment === null ? none : moment.epochMilliseconds / 1_000
  return {
    from: secondOf(begun, Number.NEGATIVE_INFINITY),
    until: secondOf(next, Number.POSITIVE_INFINITY),
    offset: at.offsetNanoseconds / 1e9,
  }
}
