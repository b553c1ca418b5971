// How far a zone's clock is from UTC, for a million instants in a row: only at a stretch's end is the zone's table asked.
import { Temporal } from 'temporal-polyfill'

/** A time during which the clock was not put forward or back: from `from` up to, not including, `until`, in seconds. */
interface Stretch {
  from: number
  until: number
  /** Seconds east of UTC. */
  offset: number
}

/** Instants in no order at all: more than these are forgotten at once. */
const MOST_STRETCHES = 400

/** Gives for a second since the epoch how many seconds the zone's clock is ahead of UTC. `zone` is one that `isZone` knows. */
export function zoneClock(zone: string): (seconds: number) => number {
  const stretches: Stretch[] = []
  let latest: Stretch = { from: 0, until: 0, offset: 0 }
  return (seconds) => {
    if (seconds >= latest.from && seconds < latest.until) return latest.offset
    const known = stretches.find(({ from, until }) => seconds >= from && seconds < until)
    latest = known ?? stretchAt(zone, seconds)
    if (known === undefined) {
      if (stretches.length === MOST_STRETCHES) stretches.length = 0
      stretches.push(latest)
    }
    return latest.offset
  }
}

function stretchAt(zone: string, seconds: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toZonedDateTimeISO(zone)
  // A transition at this very second begins the stretch; "previous" would look behind it.
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
