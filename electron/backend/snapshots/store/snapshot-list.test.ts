import { expect, test } from 'vitest'
import { NO_ROWS } from '../../../../shared/snapshot/account.ts'
import type { SnapshotFile } from './snapshot-file.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { snapshotList } from './snapshot-list.ts'

test('one that cannot be opened just now, as on a full disk, stays in the list as it was', () => {
  let isFull = false
  const file = {
    header: { begunAt: '2026-11-01T00:00:00Z' },
    label: () => ({ name: 'November' }),
    state: () => ({ verdict: null }),
    slices: () => [{ kept: 7, account: { ...NO_ROWS, kept: 7 } }],
    close: async () => undefined,
  } as unknown as SnapshotFile
  const list = snapshotList({
    files: { ids: () => ['a'], bytesOf: () => 9, stampOf: () => null } as unknown as SnapshotFolder,
    read: () => (isFull ? { why: 'disk', words: 'disk I/O error' } : file),
    now: () => 0,
  })
  const [before] = list()
  expect(before).toMatchObject({ kind: 'readable', rows: 7 })
  isFull = true
  expect(list()).toEqual([before])
})
