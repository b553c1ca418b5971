// The tabs of an opened snapshot, a line each.
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { partOnDemand } from '../ui/on-demand.tsx'
import { useOpenedWindow } from './opened-context.ts'
import { useSnapshotExports } from './snapshot-exports.ts'
import type { SnapshotTabName, SnapshotTabProps } from './store/snapshot-tab.ts'

const EventsTab = partOnDemand(async () => (await import('./snapshot-events-tab.tsx')).SnapshotEventsTab)
const TotalsView = partOnDemand(async () => (await import('./totals-view.tsx')).TotalsView)
const ValuesTab = partOnDemand(async () => (await import('./values/values-tab.tsx')).ValuesTab)
const ChecksView = partOnDemand(async () => (await import('./checks-view.tsx')).ChecksView)
const ChecksBadge = partOnDemand(async () => (await import('./checks/use-checks.tsx')).ChecksBadge)
const ChangesView = partOnDemand(async () => (await import('./changes-view.tsx')).ChangesView)
const ComparisonView = partOnDemand(async () => (await import('./comparison-view.tsx')).ComparisonView)
const FileCheckView = partOnDemand(async () => (await import('./file-check-view.tsx')).FileCheckView)
const actions = () => import('./snapshot-actions.tsx')
const CompareWithAction = partOnDemand(async () => (await actions()).CompareWithAction)
const RecheckAction = partOnDemand(async () => (await actions()).RecheckAction)
const AskSampleAction = partOnDemand(async () => (await actions()).AskSampleAction)
export const ReadAgainAction = partOnDemand(async () => (await actions()).ReadAgainAction)
const ExtendAction = partOnDemand(async () => (await actions()).ExtendAction)
const MarkClosedAction = partOnDemand(async () => (await actions()).MarkClosedAction)

interface SnapshotTab {
  name: SnapshotTabName
  /** Beside the name, as the number of findings. */
  Badge?: ComponentType<SnapshotTabProps>
  /** Fills the space below the tabs, and scrolls by itself. */
  Tab: ComponentType<SnapshotTabProps>
}

export const SNAPSHOT_TABS: readonly SnapshotTab[] = [
  { name: 'Events', Tab: EventsTab },
  { name: 'Totals', Tab: TotalsView },
  { name: 'Values', Tab: ValuesTab },
  { name: 'Checks', Tab: ChecksView, Badge: ChecksBadge },
  { name: 'Check a file', Tab: FileCheckView },
  { name: 'Changes', Tab: ChangesView },
  { name: 'Comparison', Tab: ComparisonView },
]

/** Buttons of the head before "Back to live", a line each. */
export const SNAPSHOT_ACTIONS: readonly { name: string; Action: ComponentType<SnapshotTabProps> }[] = [
  { name: 'Compare with…', Action: CompareWithAction },
  { name: 'Recheck', Action: RecheckAction },
  { name: 'Ask a sample again', Action: AskSampleAction },
  { name: 'Read again and compare', Action: ReadAgainAction },
  { name: 'Extend', Action: ExtendAction },
  { name: 'Mark as closed', Action: MarkClosedAction },
  { name: 'Export', Action: ExportSnapshot },
]

/**
 * "Export" in the head of an opened snapshot: all of its rows, or those of the filter that is set in it, as they are
 * sorted there.
 */
function ExportSnapshot({ snapshot, scope }: SnapshotTabProps) {
  const exports = useSnapshotExports()
  const { opened, shownColumns } = useOpenedWindow()
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
      onClick={() => {
        const view = opened.place()?.view
        const seen = { scope, sort: view?.sort ?? null, columns: shownColumns.current }
        exports.open(snapshot, seen)
      }}
    >
      Export
    </Button>
  )
}
