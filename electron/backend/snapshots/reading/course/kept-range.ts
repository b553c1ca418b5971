// The range of which a snapshot keeps the events, which is narrower than what the service is asked for.
import { DAY_SECONDS, nanosecondsOf, SECOND } from './instants.ts'
import type { Reading } from './reading.ts'

/** From its first instant up to, not including, its end, RFC 3339 UTC; null: that side is open. */
export interface KeptRange {
  from: string | null
  until: string | null
}

/** As of now: the end is fixed as the reading begins; the start moves where the service deletes its oldest events. */
export const keptRange = ({ journal, state }: Pick<Reading, 'journal' | 'state'>): KeptRange => ({
  from: state.begins ?? journal.header.range.from,
  until: state.until,
})

/** Tells whether an instant, in ns, lies in the range; null is a time that cannot be read, which does not. */
export function isIn({ from, until }: KeptRange): (at: bigint | null) => boolean {
  const [start, end] = [nanosecondsOf(from), nanosecondsOf(until)]
  return (at) => at !== null && (start === null || at >= start) && (end === null || at < end)
}

/** Whether it begins and ends at midnights of UTC, where it does at all: then bounds that count by days lose nothing of it. */
export function isOfWholeDays({ from, until }: KeptRange): boolean {
  const ends = [from, until].map(nanosecondsOf)
  return ends.every((at) => at === null || at % (BigInt(DAY_SECONDS) * SECOND) === 0n)
}
