// snapshots/ takes, reads, keeps and questions snapshots; what all of that speaks of lies beside its rooms. The seam
// between reading a snapshot and storing it. The store is the journal: what was committed survives a crash, and a
// reading continues from it. memory-journal.ts is the version for tests; fixtures/journal-contract.ts holds all to one
// rule.
import { z } from 'zod'
import { FIELD_KEYS } from '../../../shared/event/event-fields.ts'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import type { Result } from '../../../shared/failure/failure.ts'
import { snapshotRangeSchema, snapshotSearchSchema } from '../../../shared/snapshot/snapshot.ts'
import type { ReadingState } from './reading-state.ts'
import type { SnapshotRow, TimeSlice } from './time-slice.ts'

/** The most rows of one segment. */
export const SEGMENT_ROWS = 1000

/** One snapshot, open for reading and (by one reader at a time) for writing. Name, notes and sizes are the store's. */
export interface SnapshotJournal {
  readonly header: SnapshotHeader
  /** It is as last committed; `UNREAD` in one that is new. */
  state(): ReadingState
  /** They are as last committed, in any order; `inOrderOfTime` sorts them. No rows are read for it. */
  slices(): TimeSlice[]
  /**
   * Writes a change whole or not at all: after a crash either all of it is there or nothing. Commits take effect in the
   * order in which they were called, also when several are under way. Fails with `disk`, and then nothing of it is
   * kept.
   */
  commit(change: JournalChange): Promise<Result<null>>
  /**
   * A slice's rows in the order in which they were committed, in batches of at most `SEGMENT_ROWS`, so that memory does
   * not grow with the slice. Ends with a failure `disk` where a batch cannot be read, its detail saying which. Rows
   * that are replaced while someone goes through them come either as they were or as they are, never mixed. `backward`:
   * the last one first.
   */
  rows(sliceId: number, backward?: boolean): AsyncIterable<Result<readonly SnapshotRow[]>>
}

/** What is left out stays as it was. */
export interface JournalChange {
  state?: ReadingState
  /** Added, or in place of the one of the same id. Its rows stay unless `rows` says otherwise. */
  slices?: readonly TimeSlice[]
  /** Ids of slices that go, with their rows: a slice that was halved. */
  dropped?: readonly number[]
  /** `replace`: all rows that the slice had go. `append`: these come after them. The slice is there or in `slices`. */
  rows?: { sliceId: number; how: 'replace' | 'append'; rows: readonly SnapshotRow[] }
}

// This is what a snapshot was asked to hold: fixed when it is begun, and all that a later process needs to continue it.

/** The file that a snapshot is taken for, by its command: a later run finds it by `path` and continues. */
const orderedFileSchema = z.object({
  /** Absolute. */
  path: z.string(),
  format: z.enum(FILE_FORMATS),
  /** The next three are CSV's. */
  separator: z.enum([',', ';', '\t']),
  decimal: z.enum(['.', ',']),
  guarded: z.boolean(),
  order: z.enum(['oldest', 'newest']),
  /** They are in this order; null: every one. */
  columns: z.array(z.union([z.object({ field: z.enum(FIELD_KEYS) }), z.object({ property: z.string() })])).nullable(),
  /** Properties that are summed. */
  sums: z.array(z.string()),
  /** `path` is a folder, of a Parquet file for each day; absent: it is a file. */
  partition: z.literal('day').optional(),
  /** The text of the rules that its events are valued by; absent: there are none. */
  rules: z.string().optional(),
  /** The text of the shapes that are expected of its events; absent: there are none. */
  expect: z.string().optional(),
  /** Differs for another address, API key or account; says nothing about them without the store's key. */
  accountMark: z.string(),
})
export type OrderedFile = z.infer<typeof orderedFileSchema>

export const snapshotHeaderSchema = z.object({
  /** Usable in a file's name. */
  id: z.string().min(1),
  connection: z.object({ id: z.string(), name: z.string(), baseUrl: z.string(), account: z.int() }),
  search: snapshotSearchSchema,
  range: snapshotRangeSchema,
  /** This machine's clock, RFC 3339 UTC. */
  begunAt: z.string(),
  /** The same as in `file`, where the snapshot was taken for no file. */
  accountMark: z.string().optional(),
  file: orderedFileSchema.optional(),
  /** The id of a finished snapshot, of the same search and account, whose parts are taken over where still right. */
  extends: z.string().optional(),
  /** Whether it goes with the check of a file that it is taken for: nobody needs it once that one's process is gone. */
  forCheck: z.literal(true).optional(),
})
export type SnapshotHeader = z.infer<typeof snapshotHeaderSchema>
