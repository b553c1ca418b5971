// Files that wait for their reading, kept by the window: a reload in between loses none.
import { z } from 'zod'
import { exportOptionsSchema } from '../../shared/file-export.ts'

const pendingSchema = z.object({
  snapshotId: z.string(),
  connectionName: z.string(),
  /** Of the file, as it was proposed. */
  name: z.string(),
  options: exportOptionsSchema,
  /** Absent in what an earlier version kept. */
  placeId: z.string().nullable().default(null),
})
export type PendingExport = z.infer<typeof pendingSchema>

export interface PendingExports {
  read(): PendingExport[]
  write(pending: readonly PendingExport[]): void
}

const KEY = 'eventscope-pending-exports'

/** @param storage of the window alone: another one would write the same file once more */
export function createPendingExports(storage: Pick<Storage, 'getItem' | 'setItem'>): PendingExports {
  return {
    read() {
      try {
        return z.array(pendingSchema).parse(JSON.parse(storage.getItem(KEY) ?? '[]'))
      } catch {
        return []
      }
    },
    write(pending) {
      try {
        storage.setItem(KEY, JSON.stringify(pending))
      } catch {
        // Full, or refused: then a reload finds the snapshot alone.
      }
    },
  }
}
