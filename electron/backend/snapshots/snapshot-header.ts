// What a snapshot was asked to hold: fixed when it is begun, and all that a later process needs to go on with it.
import { z } from 'zod'
import { filtersSchema } from '../../../shared/event.ts'

/** A search without its range, which a snapshot has apart. */
const snapshotSearchSchema = filtersSchema.omit({ createdAtFrom: true, createdAtTo: true })

/** Half-open: `from` belongs to it, `until` does not. RFC 3339 UTC with `Z`, to the nanosecond at most. */
const snapshotRangeSchema = z.object({
  /** Null: from the first event on. */
  from: z.string().nullable(),
  /** Null: no end was asked for; the service's Date when the reading begins is taken (`ReadingState.until`). */
  until: z.string().nullable(),
  /** IANA zone or `UTC`, in which days and months were meant and are shown. The snapshot keeps it. */
  zone: z.string(),
})

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
