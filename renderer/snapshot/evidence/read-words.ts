// When a snapshot was read: "read 1 Dec 2026, 08:00:41 to 08:01:39 UTC".
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { momentWords } from '../../ui/instant-words.ts'

/** In `zone`; the day of the end where that is another one. */
export function readWords({ begunAt, endedAt }: Pick<SnapshotSummary, 'begunAt' | 'endedAt'>, zone: string): string {
  const end = endedAt === null ? null : momentWords(endedAt, zone)
  const [begun, ended] = [inZone(begunAt, zone), endedAt === null ? null : inZone(endedAt, zone)]
  if (begun === null || ended === null || end === null)
    return `reading started ${momentWords(begunAt, zone) ?? begunAt}`
  const place = end.slice(end.indexOf(ended.time) + ended.time.length)
  const start = (momentWords(begunAt, zone) ?? begunAt).replace(place, '')
  return `read ${start} to ${begun.date === ended.date ? `${ended.time}${place}` : end}`
}
