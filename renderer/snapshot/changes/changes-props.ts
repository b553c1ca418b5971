// What the parts of "Changes" are given.
import { createSafeContext } from '@mantine/core'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { ChangeKind } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import type { ComparedSnapshots } from '../store/compared-snapshots.ts'
import type { Comparison } from '../store/snapshot-comparison.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import type { SnapshotsState } from '../store/snapshots.ts'

export interface ChangesTabProps extends SnapshotTabProps {
  comparison: Comparison
  list: SnapshotsState['list']
  /** As they are now. */
  connections: readonly Connection[]
}

/** Which snapshots are compared, and by what. */
export interface ComparedPartProps extends Pick<ChangesTabProps, 'snapshot' | 'scope' | 'zone'> {
  part: ComparedSnapshots
  group: string
  amount: AmountChoice
}

/** Which changes are listed event by event. */
export interface ListedChanges {
  kind: ChangeKind | null
  where: Condition[]
  words: string
}

/** What the window offers for a comparison, by context: readings, other snapshots, the dialog that compares two texts. */
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
