// Instants as nanoseconds since the epoch, for the arithmetic of ranges.
import { formatUtc, type Instant, parseInstant } from '../../../../../shared/time/instant.ts'
import type { ReadingState } from '../../reading-state.ts'
import type { SnapshotJournal } from '../../snapshot-journal.ts'
import type { Bounds } from './requests.ts'

export const DAY_SECONDS = 86_400
/** This and the next two are in ns. */
export const MILLISECOND = 1_000_000n
export const SECOND = 1_000n * MILLISECOND
export const DAY = BigInt(DAY_SECONDS) * SECOND

/** Seconds asked for beyond each end of a range, so that exclusive bounds and dropped fractions lose nothing. */
export const MARGIN = 2
/** The same where times of day do not count: a day less a second, as a whole one before midnight would be two days. */
export const DAY_MARGIN = DAY_SECONDS - 1
const FIRST = parsed('0000-01-01T00:00:00Z')
const LAST = parsed('9999-12-31T23:59:59.999999999Z')

/** Nanoseconds since the epoch. */
export function nanoseconds({ seconds, nanoseconds: fraction }: Instant): bigint {
  return BigInt(seconds) * SECOND + BigInt(fraction)
}

/** RFC 3339 in UTC; clamped to the years 0000 to 9999. */
export function rfc3339Of(at: bigint): string {
  const inside = at < FIRST ? FIRST : at > LAST ? LAST : at
  const seconds = inside / SECOND - (inside % SECOND < 0n ? 1n : 0n)
  return formatUtc({ seconds: Number(seconds), nanoseconds: Number(inside - seconds * SECOND) })
}

/** The last whole unit at or before an instant, also before 1970. */
export const floorTo = (at: bigint, unit: bigint): bigint => at - (((at % unit) + unit) % unit)

/** The whole second at or before an instant, and the one at or after it: some services take no fractions in a range. */
export const secondBefore = (at: bigint): bigint => floorTo(at, SECOND)
export const secondAfter = (at: bigint): bigint => -secondBefore(-at)

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Null for null, and for text that is not an RFC 3339 date-time. */
export function nanosecondsOf(text: string | null): bigint | null {
  const instant = text === null ? null : parseInstant(text)
  return instant === null ? null : nanoseconds(instant)
}

function parsed(text: string): bigint {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`${text} is not a date-time`)
  return nanoseconds(instant)
}

/** `margin` seconds wider on each side that is bounded, in whole seconds. */
export function boundsOf(from: string | null, until: string | null, margin: number): Bounds {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(until)]
  return {
    from: start === null ? null : rfc3339Of(secondBefore(start) - BigInt(margin) * SECOND),
    to: end === null ? null : rfc3339Of(secondAfter(end) + BigInt(margin) * SECOND),
  }
}

// The range of which a snapshot keeps the events, which is narrower than what the service is asked for.

/** A range from its first instant up to, not including, its end, RFC 3339 UTC; null: that side is open. */
export interface KeptRange {
  from: string | null
  until: string | null
}

interface KeptRangeOf {
  journal: Pick<SnapshotJournal, 'header'>
  state: Pick<ReadingState, 'begins' | 'until' | 'explicitFrom'>
}

/** The range as of now: its end is fixed at the start; its first instant moves where a service deletes its oldest. */
export const keptRange = ({ journal, state }: KeptRangeOf): KeptRange => ({
  from: state.begins ?? journal.header.range.from,
  until: state.until,
})

/** The range up to `until` as it is sent, so much wider; with an early start where the service needs one. */
export function sentRange(of: KeptRangeOf, until: string | null, margin: number): Bounds {
  const { from } = keptRange(of)
  const bounds = boundsOf(from, until, margin)
  return from === null ? { ...bounds, from: of.state.explicitFrom } : bounds
}

/** Tells whether an instant, in ns, lies in the range; null is a time that cannot be read, which does not. */
export function isIn({ from, until }: KeptRange): (at: bigint | null) => boolean {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(until)]
  return (at) => at !== null && (start === null || at >= start) && (end === null || at < end)
}

/** Whether its ends, where it has them, are midnights of UTC: then bounds that count by days lose nothing. */
export function isOfWholeDays({ from, until }: KeptRange): boolean {
  const ends = [from, until].map(nanosecondsOf)
  return ends.every((at) => at === null || at % DAY === 0n)
}
