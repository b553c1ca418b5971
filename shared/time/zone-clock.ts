// How far a zone's clock is from UTC, for a million instants in a row: only at the end of a span is the zone's table
// asked.
import { Temporal } from 'temporal-polyfill'
import { readDateTime, utcText } from './instant.ts'

/** A time during which the clock was not put forward or back: from `from` up to, not including, `until`, in seconds. */
interface OffsetSpan {
  from: number
  until: number
  /** Seconds east of UTC. */
  offset: number
}

/** Instants in no order at all: more than these are forgotten at once. */
const MOST_SPANS = 400

/** Gives for a second since 1970 how many seconds the zone is ahead of UTC. `zone` is one that `isZone` knows. */
export function zoneClock(zone: string): (seconds: number) => number {
  const spans: OffsetSpan[] = []
  // No second lies in the first of them.
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

/**
 * Writes date-times as the zone's clock shows them, "2026-10-01T00:30:00.5+02:00", with the fraction as sent; null for
 * what is no date-time.
 */
export function zonedText(zone: string): (text: string) => string | null {
  const offsetAt = zoneClock(zone)
  return (text) => {
    const read = readDateTime(text)
    if (read === null) return null
    const { fraction, leap } = read
    const seconds = leap ? read.seconds - 1 : read.seconds
    const offset = offsetAt(seconds)
    const clock = utcText(seconds + offset, '').slice(0, -1)
    return `${leap ? clock.replace(/59$/, '60') : clock}${fraction}${offsetText(offset)}`
  }
}

/** `+01:00`; of clocks before 1900, that were set by the sun, with seconds. @param offset in seconds east of UTC */
export function offsetText(offset: number): string {
  const size = Math.abs(offset)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = size % 60 === 0 ? '' : `:${two(size % 60)}`
  return `${offset < 0 ? '-' : '+'}${two(size / 3_600)}:${two((size % 3_600) / 60)}${rest}`
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
