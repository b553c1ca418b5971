// What a snapshot was asked to hold: fixed when it is begun, and all that a later process needs to continue it.
import { z } from 'zod'
import { FIELD_KEYS } from '../../../shared/event/event-fields.ts'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import { snapshotSearchSchema } from '../../../shared/snapshot/snapshot.ts'
import { snapshotRangeSchema } from '../../../shared/snapshot/snapshot-range.ts'

/** The file that a snapshot is taken for, by its command: a later run finds it by `path` and goes on as was asked then. */
const orderedFileSchema = z.object({
  /** Absolute. */
  path: z.string(),
  format: z.enum(FILE_FORMATS),
  /** The next three are CSV's. */
  separator: z.enum([',', ';', '\t']),
  decimal: z.enum(['.', ',']),
  guarded: z.boolean(),
  order: z.enum(['oldest', 'newest']),
  /** In this order; null: every one. */
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
  /** As that of `file`, where the snapshot was taken for no file. */
  accountMark: z.string().optional(),
  file: orderedFileSchema.optional(),
  /** The id of a finished snapshot, of the same search and account, whose parts are taken over where they are still right. */
  extends: z.string().optional(),
  /** Whether it goes with the check of a file that it is taken for: nobody needs it once that one's process is gone. */
  forCheck: z.literal(true).optional(),
})
export type SnapshotHeader = z.infer<typeof snapshotHeaderSchema>
