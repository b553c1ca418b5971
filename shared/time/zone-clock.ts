// How far a zone's clock is from UTC, for a million instants in a row: only at the end of a span is the zone's table asked.
import { Temporal } from 'temporal-polyfill'

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
