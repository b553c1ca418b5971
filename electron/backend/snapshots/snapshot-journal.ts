// snapshots/ takes, reads, keeps and questions snapshots; what all of that speaks of lies beside its rooms.
// The seam between reading a snapshot and storing it. The store is the journal: what was committed survives a crash, and a
// reading continues from it. memory-journal.ts is the version for tests; fixtures/journal-contract.ts holds all to one rule.
import type { Result } from '../../../shared/failure/failure.ts'
import type { ReadingState } from './reading-state.ts'
import type { Slice, SnapshotRow } from './slice.ts'
import type { SnapshotHeader } from './snapshot-header.ts'

/** The most rows of one segment. */
export const SEGMENT_ROWS = 1000

/** One snapshot, open for reading and (by one reader at a time) for writing. Name, notes and sizes are the store's own. */
export interface SnapshotJournal {
  readonly header: SnapshotHeader
  /** As last committed; `UNREAD` in one that is new. */
  state(): ReadingState
  /** As last committed, in any order; `inOrderOfTime` sorts them. No rows are read for it. */
  slices(): Slice[]
  /**
   * Writes a change whole or not at all: after a crash either all of it is there or nothing. Commits take effect in the
   * order in which they were called, also when several are under way. Fails with `disk`, and then nothing of it is kept.
   */
  commit(change: JournalChange): Promise<Result<null>>
  /**
   * A slice's rows in the order in which they were committed, in pieces of at most `SEGMENT_ROWS`, so that memory does
   * not grow with the slice. Ends with a failure `disk` where a piece cannot be read, its detail saying which. Rows that
   * are replaced while someone goes through them come either as they were or as they are, never mixed. `backward`: the
   * last one first.
   */
  rows(sliceId: number, backward?: boolean): AsyncIterable<Result<readonly SnapshotRow[]>>
}

/** What is left out stays as it was. */
export interface JournalChange {
  state?: ReadingState
  /** Added, or in place of the one of the same id. Its rows stay unless `rows` says otherwise. */
  slices?: readonly Slice[]
  /** Ids of slices that go, with their rows: a slice that was halved. */
  dropped?: readonly number[]
  /** `replace`: all rows that the slice had go. `append`: these come after them. The slice is there or in `slices`. */
  rows?: { sliceId: number; how: 'replace' | 'append'; rows: readonly SnapshotRow[] }
}
