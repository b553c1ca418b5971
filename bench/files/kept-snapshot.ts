// A finished snapshot on disk, as a reading leaves one: a slice for about ten answers, each a segment.
import { UNREAD } from '../../electron/backend/snapshots/reading-state.ts'
import type { SnapshotHeader } from '../../electron/backend/snapshots/snapshot-journal.ts'
import { createSnapshotFile } from '../../electron/backend/snapshots/store/snapshot-file.ts'
import {
  NONE_MISSED,
  type SnapshotRow,
  type TimeSlice,
  unreadSlice,
} from '../../electron/backend/snapshots/time-slice.ts'
import { writeEvent } from '../../service/event-record.ts'
import { sampleEvents } from '../../service/sample-events.ts'

const NOW = Date.parse('2026-12-01T00:00:00Z')
const SLICE_ROWS = 1_000

/** Where it is; the key is 32 bytes in base64, so that it can be sent to another process. */
export interface KeptSnapshot {
  path: string
  key: string
  id: string
}

const header = (id: string): SnapshotHeader => ({
  id,
  connection: { id: 'c1', name: 'Bench', baseUrl: 'http://127.0.0.1', account: 1 },
  search: { propertyFilters: [] },
  range: { from: null, until: '2026-12-01T00:00:00Z', zone: 'Europe/Berlin' },
  begunAt: '2026-12-01T00:00:00Z',
})

/** Writes so many of the reference service's sample events, oldest first. */
export async function keepSnapshot(kept: KeptSnapshot, count: number): Promise<void> {
  const file = createSnapshotFile({ ...kept, key: Buffer.from(kept.key, 'base64') }, header(kept.id), {
    name: kept.id,
    closed: null,
    deleteAfterDays: null,
  })
  if (!file.ok) throw new Error(JSON.stringify(file.failure))
  const journal = file.value
  let id = 0
  let rows: SnapshotRow[] = []
  const commit = async () => {
    id += 1
    const slice = sliceOf(id, rows.length)
    const done = await journal.commit({ slices: [slice], rows: { sliceId: id, how: 'replace', rows } })
    if (!done.ok) throw new Error(JSON.stringify(done.failure))
    rows = []
  }
  for (const event of sampleEvents({ count, seed: 7, now: NOW })) {
    rows.push({ source: writeEvent(event), misses: NONE_MISSED })
    if (rows.length === SLICE_ROWS) await commit()
  }
  await commit()
  const verdict = { kind: 'complete' as const, soFar: false, sentence: 'All events read.', reasons: [] }
  await journal.commit({ state: { ...UNREAD, method: 'slices', endedAt: '2026-12-01T00:01:00Z', verdict } })
  await journal.close()
}

/** Slices follow one another, a second each. */
function sliceOf(id: number, rows: number): TimeSlice {
  const at = (second: number) => new Date(NOW - 10 ** 9 + second * 1_000).toISOString()
  return {
    ...unreadSlice(id, { from: at(id), to: at(id + 1) }),
    state: 'read',
    readings: 1,
    total: rows,
    returned: rows,
    kept: rows,
    nextOffset: rows,
  }
}
