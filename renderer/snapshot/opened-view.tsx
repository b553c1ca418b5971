// An opened snapshot, which covers the live page: its head and open tab, or why it cannot be shown.
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { type CaseOrigin, CaseOriginProvider } from '../case/case-origin.ts'
import type { ColumnId } from '../grid/column-choice.ts'
import { OpenedActionsProvider } from './opened/opened-actions.ts'
import type { Elsewhere } from './opened/snapshot-head.tsx'
import { SnapshotLoading, SnapshotMissing } from './opened/snapshot-loading.tsx'
import { SnapshotRegion } from './opened/snapshot-region.tsx'
import { OpenedProvider, type OpenedWindow } from './opened-context.ts'
import { useComparedPair, useComparison } from './page-comparison.ts'
import { ReadAgainAction, SNAPSHOT_ACTIONS, SNAPSHOT_TABS } from './snapshot-tabs.tsx'
import type { OpenedSnapshot, OpenedState } from './store/opened-snapshot.ts'

export function OpenedView(props: OpenedWindow) {
  const { opened, session, snapshots, current, connections, settings, narrow, onDetailsWidth } = props
  const state = useSyncExternalStore(opened.subscribe, opened.state)
  const shownColumns = useRef<readonly ColumnId[]>([])
  const value = useMemo(
    () => ({ opened, session, snapshots, current, connections, settings, narrow, onDetailsWidth, shownColumns }),
    [opened, session, snapshots, current, connections, settings, narrow, onDetailsWidth],
  )
  switch (state.kind) {
    case 'live':
      return null
    case 'open':
      return (
        <OpenedProvider value={value}>
          <OpenedActionsProvider value={opened}>
            <CaseOriginProvider value={caseOriginOf(state)}>
              <Opened key={state.id} {...props} state={state} />
            </CaseOriginProvider>
          </OpenedActionsProvider>
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
    const isCustomer = condition.is === 'one-of' && condition.key.of === 'field' && condition.key.field === 'customerId'
    return isCustomer && condition.values.length === 1 ? (condition.values[0]?.text ?? []) : []
  })
  const customer = customerId ?? ofConditions[0]
  return { connectionId: snapshot.connection.id, customers: customer === undefined ? null : [customer] }
}

interface OpenedProps extends OpenedWindow {
  state: Extract<OpenedState, { kind: 'open' }>
}

function Opened({ opened, snapshots, current, connections, settings, state }: OpenedProps) {
  const { snapshot, scope, tab, load } = state
  const { zone } = settings
  const onShowEvents = useCallback<OpenedSnapshot['showEvents']>((scope) => opened.showEvents(scope), [opened])
  const props = { snapshot, scope, zone, onShowEvents, onShowTab: opened.showTab }
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
      elsewhere={connectionOf(snapshot.connection, current, connections)}
      zone={zone}
      scope={scope}
      actions={SNAPSHOT_ACTIONS.map(({ name, Action }) => <Action key={name} {...props} />)}
      readAgain={<ReadAgainAction {...props} label="Read again" />}
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

/** Null for the open connection. */
function connectionOf(
  { id, name }: { id: string; name: string },
  current: Connection,
  connections: readonly Connection[],
): Elsewhere | null {
  if (id === current.id) return null
  return connections.find((one) => one.id === id) ?? { name, environment: null }
}
