// What the parts of "Comparison" are given.
import { createSafeContext } from '@mantine/core'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import type { useAmount } from '../figures/use-amount.ts'
import type { ComparedSides, ComparisonChoice } from '../store/compared-snapshots.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'

export interface ComparisonPartProps extends Pick<SnapshotTabProps, 'zone'> {
  sides: ComparedSides
  choice: ComparisonChoice
  /** The conditions that hold on both sides. */
  scope: Scope
  worth: SidesWorth
  /** Of the open snapshot: the amount where no rules say more, and names of properties. */
  amounts: ReturnType<typeof useAmount>
}

/** The one set of rules by which both sides are valued. */
export interface SidesWorth {
  /** The connection that the rules belong to. */
  connection: SnapshotSummary['connection']
  /** Null until they are known. */
  text: string | null
  hasRules: boolean
  /** Whether the kept rules cannot be read. */
  areUnreadable: boolean
  requestIdentifiers: readonly string[]
  /** Null until the rules are known. */
  valuedBy: (side: SnapshotSummary, scope: Scope) => ValuedBy | null
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
