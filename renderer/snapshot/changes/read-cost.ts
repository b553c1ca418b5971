// How many requests it takes to read a snapshot's search again, or to extend it, before any is sent.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Extension, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Stretch } from '../../../shared/snapshot/snapshot-changes.ts'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { snapshotCost } from '../store/snapshot-order.ts'

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

/** Before and after: each part that is taken over is counted twice. */
const COUNTS = 2
/** The whole is counted beside its parts, and how the service treats a range is looked at. */
const BESIDE = 4

/** To extend a snapshot: about so many requests; null where the service does not say how many events there are. */
export function extensionRequests({ total, parts, events }: Extension): number | null {
  if (total === null) return null
  const rest = Math.max(0, total - events)
  return snapshotCost(rest, null).requests + (parts === 0 ? 0 : BESIDE + COUNTS * parts)
}

/** What is taken over and what is read. */
export function extensionWords({ total, parts, events }: Extension): string {
  const there = total === null ? 'The service does not say how many events there are' : countWords(total, 'event')
  if (parts === 0) return `${there}. Nothing is taken over: reading all of it costs no more.`
  return `${there}. ${grouped(events)} of this snapshot are taken over in ${countWords(parts, 'part')}: each part is counted again before and after, and read again where its count differs. The rest is read.`
}
