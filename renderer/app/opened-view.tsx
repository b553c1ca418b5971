// An opened snapshot as it lies over the live page: its head, the tab that is open, or why it cannot be shown.
import { useCallback, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { Elsewhere } from '../features/snapshot/snapshot-head.tsx'
import { SnapshotRegion } from '../features/snapshot/snapshot-region.tsx'
import type { OpenedSnapshot } from '../session/opened-snapshot.ts'
import { SNAPSHOT_ACTIONS, SNAPSHOT_TABS } from './snapshot-tabs.tsx'

interface OpenedViewProps {
  opened: OpenedSnapshot
  current: Connection
  connections: readonly Connection[]
  zone: string
}

export function OpenedView({ opened, current, connections, zone }: OpenedViewProps) {
  const state = useSyncExternalStore(opened.subscribe, opened.state)
  const onShowEvents = useCallback<OpenedSnapshot['showEvents']>((scope) => opened.showEvents(scope), [opened])
  if (state.kind !== 'open') return null
  const { snapshot, scope, tab } = state
  const elsewhere = connectionOf(snapshot.connection, current, connections)
  const props = { snapshot, scope, zone, onShowEvents, onShowTab: opened.showTab }
  const Shown = SNAPSHOT_TABS.find(({ name }) => name === tab)?.Tab
  return (
    <SnapshotRegion
      snapshot={snapshot}
      elsewhere={elsewhere}
      zone={zone}
      actions={SNAPSHOT_ACTIONS.map(({ name, Action }) => <Action key={name} {...props} />)}
      tabs={SNAPSHOT_TABS.map(({ name, Badge }) => ({ name, badge: Badge && <Badge {...props} /> }))}
      tab={tab}
      onTab={opened.showTab}
      onBackToLive={opened.backToLive}
    >
      {Shown && <Shown key={snapshot.id} {...props} />}
    </SnapshotRegion>
  )
}

/** Null where it is the open one. */
function connectionOf(
  { id, name }: { id: string; name: string },
  current: Connection,
  connections: readonly Connection[],
): Elsewhere | null {
  if (id === current.id) return null
  return connections.find((one) => one.id === id) ?? { name, environment: null }
}
