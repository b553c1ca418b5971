import { expect, test, vi } from 'vitest'
import { snapshotSummary } from './fixtures/snapshot-summary.ts'
import type { SnapshotsState } from './snapshots.ts'
import { whenFinished } from './taken-readings.ts'

const state = (): SnapshotsState => ({
  list: { snapshots: [snapshotSummary({ id: 'a' })], unreadable: [], thisRunOnly: null, refused: null },
  failure: null,
  paces: new Map(),
  returning: new Set(),
})

test('once told, nothing is left on a signal that may never be aborted', () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  const unsubscribe = vi.fn()
  const onOver = vi.fn()
  whenFinished(['a'], { state, subscribe: () => unsubscribe }, signal, onOver)
  expect(onOver).toHaveBeenCalledTimes(1)
  expect(unsubscribe).toHaveBeenCalled()
  const [type, listener] = added.mock.calls[0] ?? []
  expect(removed).toHaveBeenCalledWith(type, listener)
})
