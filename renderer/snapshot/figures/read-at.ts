// These say when a snapshot was read, as short as can be: beside its name, and where two of one name are told apart.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { dayWords } from '../../ui/instant-words.ts'

/**
 * "today 15:07", "1 Nov 08:01", with its year where that is not the present one; in UTC that is said.
 * @param now an instant of today, RFC 3339
 */
function momentInShort(instant: string, zone: string, now: string): string {
  const [seen, today] = [inZone(instant, zone), inZone(now, zone)]
  if (seen === null) return instant
  const clock = `${seen.time.slice(0, 5)}${zone === 'UTC' ? ' UTC' : ''}`
  if (seen.date === today?.date) return `today ${clock}`
  const year = seen.date.slice(0, 4)
  return `${dayWords(seen.date)} ${year === today?.date.slice(0, 4) ? '' : `${year} `}${clock}`
}

/** "read today 15:07"; of one that is not read to its end when that began. */
export function readInShort(
  { begunAt, endedAt }: Pick<SnapshotSummary, 'begunAt' | 'endedAt'>,
  zone: string,
  now = new Date().toISOString(),
): string {
  return endedAt === null
    ? `reading started ${momentInShort(begunAt, zone, now)}`
    : `read ${momentInShort(endedAt, zone, now)}`
}
