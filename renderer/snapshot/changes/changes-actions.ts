// What the window offers of a comparison: readings, other snapshots, the dialog that compares two texts. Handed down.
import { createSafeContext } from '@mantine/core'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'

export interface ChangesActions {
  /** Reads the days that differ. */
  readDays: () => void
  /** Reads all of it again. */
  readAgain: () => void
  /** Opens a snapshot, on these of its rows where a scope is given. */
  open: (snapshotId: string, scope?: Scope) => void
  /** Compares two texts of one event. */
  compare: (sources: readonly string[]) => void
  close: () => void
}

export const [ChangesActionsProvider, useChangesActions] = createSafeContext<ChangesActions>('Nothing is compared here')
