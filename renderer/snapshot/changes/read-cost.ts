// How many requests it takes to read a snapshot's search again, before any is sent.
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Stretch } from '../../../shared/snapshot/snapshot-changes.ts'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { inZone } from '../../../shared/time/instant.ts'

/** Requests of a reading that are not for rows: the totals before and after. */
const BESIDE_ROWS = 3
const ROWS_A_REQUEST = 100

/** "about 3,150 requests", as it took then. */
export function againWords({ requests }: Pick<SnapshotSummary, 'requests'>): string {
  return `about ${countWords(Math.max(1, requests), 'request')}`
}

/** Requests to read so many events in so many stretches. */
export function stretchesCost(events: number, stretches: number): number {
  return Math.ceil(events / ROWS_A_REQUEST) + stretches * BESIDE_ROWS
}

/** The number of events on the days of these stretches. @param days lines of totals by day in the zone */
export function eventsWithin(
  days: readonly Pick<TotalsLine, 'keys' | 'total'>[],
  stretches: readonly Stretch[],
  zone: string,
): number {
  const dates = stretches.map(({ from, until }) => [inZone(from, zone)?.date ?? '', lastDate(until, zone)] as const)
  const isIn = (date: string) => dates.some(([first, last]) => first <= date && date <= last)
  return days.reduce((sum, { keys, total }) => sum + (isIn(keys[0]?.text ?? '') ? total.count : 0), 0)
}

const lastDate = (until: string, zone: string) =>
  inZone(new Date(Date.parse(until) - 1).toISOString(), zone)?.date ?? ''
