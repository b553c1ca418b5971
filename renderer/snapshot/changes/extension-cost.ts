// What it takes to extend a snapshot, before anything is read.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Extension } from '../../../shared/snapshot/snapshot.ts'
import { snapshotCost } from '../store/snapshot-cost.ts'

/** Before and after: each part that is taken over is counted twice. */
const COUNTS = 2
/** The whole is counted beside its parts, and how the service treats a range is looked at. */
const BESIDE = 4

/** About so many requests; null where the service does not say how many events there are. */
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
