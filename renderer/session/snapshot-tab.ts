// What each tab of an opened snapshot is given, whichever feature draws it.
import type { SnapshotSummary } from '../../shared/snapshot.ts'
import type { Scope } from '../../shared/snapshot-condition.ts'

/** As they stand. "Changes" is there while something is held against the snapshot. */
export type SnapshotTabName = 'Events' | 'Totals' | 'Values' | 'Checks' | 'Changes'

export interface SnapshotTabProps {
  snapshot: SnapshotSummary
  /** The filter set in "Events", which holds in every tab. The same object until it is another. */
  scope: Scope
  /** In which instants are shown. What is grouped by time goes by the snapshot's own. */
  zone: string
  /** Shows these rows in "Events", where the scope can be changed back. */
  onShowEvents: (scope: Scope) => void
  onShowTab: (tab: SnapshotTabName) => void
}
