// The days of a range in its zone, each with the bounds by which a service is asked for it.
import { readDateInput } from '../time/date-input.ts'
import { inZone } from '../time/instant.ts'
import type { SnapshotRange } from './snapshot-range.ts'

/** More than a year and a month: a question for each would be too many. */
export const MOST_DAYS = 400

/**
 * In order of time, the first and the last cut where the range is; days that a zone skipped are not there. Null where the
 * range has no beginning or end, or more than `MOST_DAYS`.
 */
export function rangeDays({ from, until, zone }: SnapshotRange): { from: string; to: string }[] | null {
  if (from === null || until === null) return null
  const days: { from: string; to: string }[] = []
  const end = Date.parse(until)
  let date = inZone(from, zone)?.date
  let begin = from
  while (Date.parse(begin) < end && date !== undefined) {
    if (days.length === MOST_DAYS) return null
    const next = startAfter(date, zone)
    if (next === null) return null
    const to = Date.parse(next.utc) < end ? next.utc : until
    days.push({ from: begin, to })
    begin = next.utc
    date = next.date
  }
  return days
}

/** How many days a zone skipped in a row at most, and one more. */
const MOST_SKIPPED = 3

/** The start of the next day that there is. */
function startAfter(date: string, zone: string): { date: string; utc: string } | null {
  for (let ahead = 1; ahead <= MOST_SKIPPED; ahead += 1) {
    const next = new Date(`${date}T00:00:00Z`)
    next.setUTCDate(next.getUTCDate() + ahead)
    const wanted = next.toISOString().slice(0, 10)
    const read = readDateInput(wanted, zone, 'from')
    if (read.kind === 'instant') return { date: wanted, utc: read.utc }
  }
  return null
}
