// The tabs of an opened snapshot: one line each. Only those that stand here are shown.
import type { ComponentType } from 'react'
import type { SnapshotTabName, SnapshotTabProps } from '../session/snapshot-tab.ts'
import { partOnDemand } from '../ui/on-demand.tsx'

const EventsTab = partOnDemand(async () => (await import('./snapshot-events-tab.tsx')).SnapshotEventsTab)
const TotalsView = partOnDemand(async () => (await import('./totals-view.tsx')).TotalsView)
const ValuesTab = partOnDemand(async () => (await import('../features/values/values-tab.tsx')).ValuesTab)
const ChecksView = partOnDemand(async () => (await import('./checks-view.tsx')).ChecksView)
const ChecksBadge = partOnDemand(async () => (await import('../features/checks/checks-badge.tsx')).ChecksBadge)

interface SnapshotTab {
  name: SnapshotTabName
  /** Beside the name, as how many there are to look at. */
  Badge?: ComponentType<SnapshotTabProps>
  /** Fills the room below the tabs, and scrolls by itself. */
  Tab: ComponentType<SnapshotTabProps>
}

export const SNAPSHOT_TABS: readonly SnapshotTab[] = [
  { name: 'Events', Tab: EventsTab },
  { name: 'Totals', Tab: TotalsView },
  { name: 'Values', Tab: ValuesTab },
  { name: 'Checks', Tab: ChecksView, Badge: ChecksBadge },
]

/** Buttons of the head, before "Back to live": one line each. */
export const SNAPSHOT_ACTIONS: readonly { name: string; Action: ComponentType<SnapshotTabProps> }[] = []
