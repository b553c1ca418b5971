// An opened snapshot, which covers the live page: its head and open tab, or why it cannot be shown.
import { type ComponentType, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { isProved } from '../../shared/snapshot/verdict-name.ts'
import { type CaseOrigin, CaseOriginProvider } from '../case/case-origin.ts'
import { CustomerNames } from '../case/shown-names.tsx'
import type { ColumnId } from '../grid/column-choice.ts'
import { partOnDemand } from '../ui/on-demand.tsx'
import { noTabTables, TabTablesProvider } from './figures/tab-table.ts'
import { OpenedProvider, type OpenedWindow, useOpenedWindow } from './opened/opened-context.ts'
import type { Elsewhere } from './opened/snapshot-head.tsx'
import { SnapshotLoading, SnapshotMissing } from './opened/snapshot-loading.tsx'
import { SnapshotRegion } from './opened/snapshot-region.tsx'
import { useComparedPair, useComparison } from './page-comparison.ts'
import type { OpenedState } from './store/opened-snapshot.ts'
import type { SnapshotTabName, SnapshotTabProps } from './store/snapshot-tab.ts'

const SnapshotActions = partOnDemand(async () => (await import('./snapshot-actions.tsx')).SnapshotActions)

interface SnapshotTab {
  name: SnapshotTabName
  /** Stands beside the name, such as the number of findings. */
  Badge?: ComponentType<SnapshotTabProps>
  /** Fills the space below the tabs, and scrolls by itself. */
  Tab: ComponentType<SnapshotTabProps>
}

const SNAPSHOT_TABS: readonly SnapshotTab[] = [
  { name: 'Events', Tab: partOnDemand(async () => (await import('./events/events-tab.tsx')).EventsTab) },
  { name: 'Totals', Tab: partOnDemand(async () => (await import('./totals-view.tsx')).TotalsView) },
  { name: 'Values', Tab: partOnDemand(async () => (await import('./values/values-tab.tsx')).ValuesTab) },
  {
    name: 'Checks',
    Tab: partOnDemand(async () => (await import('./checks-view.tsx')).ChecksView),
    Badge: partOnDemand(async () => (await import('./checks/use-checks.tsx')).ChecksBadge),
  },
  { name: 'Check a file', Tab: partOnDemand(async () => (await import('./file-check-view.tsx')).FileCheckView) },
  { name: 'Changes', Tab: partOnDemand(async () => (await import('./changes-view.tsx')).ChangesView) },
  { name: 'Comparison', Tab: partOnDemand(async () => (await import('./comparison-view.tsx')).ComparisonView) },
]

export function OpenedView(props: OpenedWindow) {
  const { opened, session, snapshots, current, connections, zone, settings, narrow, onDetailsWidth } = props
  const state = useSyncExternalStore(opened.subscribe, opened.state)
  const shownColumns = useRef<readonly ColumnId[]>([])
  const [tables] = useState(noTabTables)
  const value = useMemo(
    () => ({ opened, session, snapshots, current, connections, zone, settings, narrow, onDetailsWidth, shownColumns }),
    [opened, session, snapshots, current, connections, zone, settings, narrow, onDetailsWidth],
  )
  switch (state.kind) {
    case 'live':
      return null
    case 'open':
      return (
        <OpenedProvider value={value}>
          <CaseOriginProvider value={caseOriginOf(state)}>
            <TabTablesProvider value={tables}>
              <CustomerNames connectionId={state.snapshot.connection.id}>
                <Opened key={state.id} state={state} />
              </CustomerNames>
            </TabTablesProvider>
          </CaseOriginProvider>
        </OpenedProvider>
      )
    case 'opening':
    case 'missing':
    case 'failed':
      return <SnapshotMissing state={state} onRetry={opened.retry} onBackToLive={opened.backToLive} />
    default:
      return state satisfies never
  }
}

/** Names the customer if the snapshot's search or a condition narrows it to one. */
function caseOriginOf({ snapshot, scope }: Extract<OpenedState, { kind: 'open' }>): CaseOrigin {
  const { customerId } = snapshot.search
  const ofConditions = scope.where.flatMap((condition) => {
    const isCustomer =
      condition.is === 'one-of' &&
      !condition.not &&
      condition.key.of === 'field' &&
      condition.key.field === 'customerId'
    return isCustomer && condition.values.length === 1 ? (condition.values[0]?.text ?? []) : []
  })
  const customer = customerId ?? ofConditions[0]
  const { range, until, status } = snapshot
  return {
    connectionId: snapshot.connection.id,
    customers: customer === undefined ? null : [customer],
    time: {
      ...range,
      until: range.until ?? until,
      isWhole: status.state === 'finished' && isProved(status.verdict),
    },
  }
}

function Opened({ state }: { state: Extract<OpenedState, { kind: 'open' }> }) {
  const { opened, snapshots, current, connections, zone } = useOpenedWindow()
  const { snapshot, scope, tab, load } = state
  const props = { snapshot, scope, zone, onShowEvents: opened.showEvents, onShowTab: opened.showTab }
  const isLoaded = load.state === 'loaded'
  const { about } = useComparison(snapshots)
  const pair = useComparedPair(snapshots)
  const isShown = {
    Changes: about.includes(snapshot.id),
    Comparison: pair?.ids.includes(snapshot.id) === true,
  }
  const shownTabs = SNAPSHOT_TABS.filter(({ name }) => !(name in isShown) || isShown[name as keyof typeof isShown])
  return (
    <SnapshotRegion
      snapshot={snapshot}
      elsewhere={elsewhereOf(snapshot.connection, current, connections)}
      zone={zone}
      scope={scope}
      actions={<SnapshotActions {...props} tab={tab} />}
      tabs={shownTabs.map(({ name, Badge, Tab }) => ({
        name,
        badge: isLoaded && Badge && <Badge {...props} />,
        // "Events" stays mounted, and so keeps its rows, selection and scroll position.
        content: isLoaded && (name === tab || name === 'Events') ? <Tab {...props} /> : null,
      }))}
      tab={tab}
      loading={isLoaded ? null : <SnapshotLoading load={load} rows={snapshot.rows} onRetry={opened.retry} />}
    />
  )
}

/** The connection that a snapshot is of, as far as it is known; null for the open connection. */
function elsewhereOf(
  { id, name }: { id: string; name: string },
  current: Connection,
  connections: readonly Connection[],
): Elsewhere | null {
  if (id === current.id) return null
  return connections.find((one) => one.id === id) ?? { name, environment: null }
}
