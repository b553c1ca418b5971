// What a snapshot was asked to hold: fixed when it is begun, and all that a later process needs to go on with it.
import { z } from 'zod'
import { filtersSchema } from '../../../shared/event.ts'
import { snapshotRangeSchema } from '../../../shared/snapshot-range.ts'

/** A search without its range, which a snapshot has apart. */
const snapshotSearchSchema = filtersSchema.omit({ createdAtFrom: true, createdAtTo: true })

export const snapshotHeaderSchema = z.object({
  /** Usable in a file's name. */
  id: z.string().min(1),
  connection: z.object({ id: z.string(), name: z.string(), baseUrl: z.string(), account: z.int() }),
  search: snapshotSearchSchema,
  range: snapshotRangeSchema,
  /** This machine's clock, RFC 3339 UTC. */
  begunAt: z.string(),
})
export type SnapshotHeader = z.infer<typeof snapshotHeaderSchema>
