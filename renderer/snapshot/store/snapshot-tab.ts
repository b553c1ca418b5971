// The props of every tab of an opened snapshot.
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'

/** The tabs of an opened snapshot, in screen order. "Changes" and "Comparison" exist only during one. */
export type SnapshotTabName = 'Events' | 'Totals' | 'Values' | 'Checks' | 'Check a file' | 'Changes' | 'Comparison'

export interface SnapshotTabProps {
  snapshot: SnapshotSummary
  /** The filter set in "Events", which holds in every tab. The same object until it is another. */
  scope: Scope
  /** The zone in which instants are shown. Periods go by the snapshot's own. */
  zone: string
  /** Shows these rows in "Events", where the scope can be changed back. */
  onShowEvents: (scope: Scope) => void
  onShowTab: (tab: SnapshotTabName) => void
}

/** `openTarget` saves by it the totals in sight as an Excel file, with all that is said of them. */
export const SAVE_TOTALS = 'Save totals'
