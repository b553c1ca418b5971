// What the parts of "Changes" are given.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { ChangeKind } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import type { ComparedSnapshots } from '../store/comparable-snapshots.ts'
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
export interface ComparedPartProps extends Pick<ChangesTabProps, 'snapshot' | 'scope' | 'zone' | 'onShowEvents'> {
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
