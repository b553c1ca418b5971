// Exports whose matches are still being read, stored per window, so that a reload loses none.
import { z } from 'zod'
import { exportOptionsSchema } from '../../../shared/export/file-export.ts'

const pendingSchema = z.object({
  snapshotId: z.string(),
  connectionName: z.string(),
  /** The proposed name of the file. */
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

/** @param storage of this window only: another window would write the same file again */
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
        // Full or refused: after a reload there is only the snapshot.
      }
    },
  }
}
