// "Changes", wired to the window: the readings under way, and the dialog that compares two texts of one event.
import { useMemo, useSyncExternalStore } from 'react'
import { useComparedEvents } from '../event/compare/use-compared-events.tsx'
import { type ChangesActions, ChangesActionsProvider } from './changes/changes-props.ts'
import { ChangesTab } from './changes/changes-tab.tsx'
import { useOpenedWindow } from './opened/opened-context.ts'
import { comparisonOf, useComparison } from './page-comparison.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

export function ChangesView(props: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { show, dialog } = useComparedEvents(props.snapshot, props.zone)
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const comparison = comparisonOf(snapshots)
  const { snapshot } = props
  const actions = useMemo(
    (): ChangesActions => ({
      readDays: comparison.readDays,
      readAgain: () => comparison.readAgain(snapshot),
      open: (id, scope) => opened.open(id, scope && { scope, tab: 'Events' }),
      compare: show,
      close() {
        opened.showTab('Events')
        comparison.close()
      },
    }),
    [comparison, snapshot, opened, show],
  )
  return (
    <ChangesActionsProvider value={actions}>
      <ChangesTab {...props} comparison={useComparison(snapshots)} list={list} connections={connections} />
      {dialog}
    </ChangesActionsProvider>
  )
}
