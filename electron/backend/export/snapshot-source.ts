// The events of a snapshot as a file's: what misses a filter of the search is kept in the snapshot and left out here.
import { succeeded } from '../../../shared/failure.ts'
import { inOrderOfTime } from '../snapshots/slice.ts'
import type { SnapshotJournal } from '../snapshots/snapshot-journal.ts'
import type { EventSource } from './event-source.ts'

/** Slice by slice, oldest first, as far as the snapshot holds them so (`snapshotOrder`). */
export function snapshotEvents(journal: SnapshotJournal): EventSource {
  return {
    async *pieces() {
      for (const { id } of inOrderOfTime(journal.slices())) {
        for await (const piece of journal.rows(id)) {
          yield piece.ok ? succeeded(piece.value.filter(({ misses }) => misses.length === 0)) : piece
        }
      }
    },
  }
}

/** The order of `snapshotEvents`, in words. */
export function snapshotOrder(journal: SnapshotJournal): string {
  const { method } = journal.state()
  if (method === 'slices' && journal.slices().every(({ sorted }) => sorted)) return 'oldest first'
  return method === 'slices' ? 'oldest first, but for stretches of one instant' : 'as the service gave them'
}
