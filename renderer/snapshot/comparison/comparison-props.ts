// What the parts of "Comparison" are given.
import { createSafeContext } from '@mantine/core'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ComparisonChoice } from '../store/compared-pair.ts'
import type { ComparedSides } from '../store/compared-sides.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

export interface ComparisonPartProps extends Pick<SnapshotTabProps, 'zone'> {
  sides: ComparedSides
  choice: ComparisonChoice
  /** The conditions that hold on both sides. */
  scope: Scope
}

/** What the window offers for a comparison, by context. */
export interface ComparisonActions {
  choose: (change: Partial<ComparisonChoice>) => void
  /** Shows these events of a snapshot, which is opened unless it is. */
  showEvents: (snapshotId: string, scope: Scope) => void
  /** Compares the texts of two events. */
  compare: (sources: readonly string[]) => void
  close: () => void
  /** As they are now. */
  connections: readonly Connection[]
}

export const [ComparisonActionsProvider, useComparisonActions] =
  createSafeContext<ComparisonActions>('Nothing is compared here')
