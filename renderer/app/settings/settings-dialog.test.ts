import { expect, test } from 'vitest'
import type { CacheStatus } from '../../../shared/contract/contract.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { amountWords, limitWords, snapshotsWords } from './settings-dialog.tsx'

const status: CacheStatus = {
  place: 'disk',
  notice: null,
  entries: 0,
  bytes: 0,
  oldest: null,
  limitBytes: 256 * 1024 * 1024,
  retention: 7 * 86_400_000,
}

test('says how much is kept, and where', () => {
  expect(amountWords(status)).toBe('Nothing is kept')
  expect(amountWords({ ...status, entries: 1, bytes: 40_000 })).toBe('1 entry, 40 kB, encrypted on this computer')
  expect(amountWords({ ...status, entries: 1280, bytes: 12_345_678, place: 'memory' })).toBe(
    '1,280 entries, 12 MB, in memory until Eventscope closes',
  )
})

test('says the limits', () => {
  expect(limitWords(status)).toBe('At most 268 MB, kept for 7 days; the least recently used go first.')
  expect(limitWords({ ...status, retention: 86_400_000 })).toContain('kept for 1 day;')
})

test('counts what snapshots hold, and beside them what was read for them or for files', () => {
  const list = { snapshots: [], unreadable: [], thisRunOnly: null, refused: null }
  expect(snapshotsWords(list)).toBe('None is kept')
  const snapshots = [
    snapshotSummary({ bytes: 2_000_000 }),
    snapshotSummary({ id: 'days', bytes: 30_000, madeFor: { of: 'snapshot', snapshotId: 'november' } }),
    snapshotSummary({ id: 'file', bytes: 10_000, madeFor: { of: 'export', fileName: 'usage.csv', isOver: true } }),
  ]
  const unreadable = [{ id: 'broken', bytes: 1_000_000, why: 'damaged' as const, words: 'It is damaged.' }]
  expect(snapshotsWords({ ...list, snapshots: snapshots.slice(0, 1), unreadable })).toBe(
    '2 snapshots, 3 MB, encrypted on this computer',
  )
  expect(snapshotsWords({ ...list, snapshots })).toBe(
    '1 snapshot, 2 MB; 2 readings made for snapshots or files, 40 kB, encrypted on this computer',
  )
})
