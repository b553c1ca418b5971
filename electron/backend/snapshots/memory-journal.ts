// A journal in memory, for tests. It holds copies, as a file would: nothing that a caller changes later changes it.
import { succeeded } from '../../../shared/failure/failure.ts'
import { type ReadingState, UNREAD } from './reading-state.ts'
import type { Slice, SnapshotRow } from './slice.ts'
import type { SnapshotHeader } from './snapshot-header.ts'
import { SEGMENT_ROWS, type SnapshotJournal } from './snapshot-journal.ts'

export function memoryJournal(header: SnapshotHeader): SnapshotJournal {
  let state: ReadingState = UNREAD
  const slices = new Map<number, Slice>()
  const rowsOf = new Map<number, readonly SnapshotRow[]>()

  return {
    header,
    state: () => structuredClone(state),
    slices: () => structuredClone([...slices.values()]),
    commit: async (change) => {
      if (change.state !== undefined) state = structuredClone(change.state)
      for (const slice of change.slices ?? []) slices.set(slice.id, structuredClone(slice))
      for (const id of change.dropped ?? []) {
        slices.delete(id)
        rowsOf.delete(id)
      }
      if (change.rows !== undefined) {
        const { sliceId, how, rows } = change.rows
        if (!slices.has(sliceId)) throw new Error(`Rows of slice ${sliceId}, which is not there`)
        const copies = rows.map(({ source, misses }) => ({ source, misses }))
        rowsOf.set(sliceId, how === 'replace' ? copies : [...(rowsOf.get(sliceId) ?? []), ...copies])
      }
      return succeeded(null)
    },
    async *rows(sliceId, backward = false) {
      const kept = rowsOf.get(sliceId) ?? []
      const rows = backward ? kept.toReversed() : kept
      for (let at = 0; at < rows.length; at += SEGMENT_ROWS) yield succeeded(rows.slice(at, at + SEGMENT_ROWS))
    },
  }
}
