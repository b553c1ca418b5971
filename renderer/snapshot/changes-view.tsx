// "Changes", wired to the window: the readings under way, and the dialog that compares two texts of one event.
import { useSyncExternalStore } from 'react'
import { useComparedEvents } from '../event/compare/use-compared-events.tsx'
import { ChangesTab } from './changes/changes-tab.tsx'
import { useOpenedWindow } from './opened-context.ts'
import { comparisonOf, useComparison } from './page-comparison.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

export function ChangesView(props: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { show, dialog } = useComparedEvents()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const comparison = comparisonOf(snapshots)
  return (
    <>
      <ChangesTab
        {...props}
        comparison={useComparison(snapshots)}
        list={list}
        connections={connections}
        onReadDays={comparison.readDays}
        onReadAgain={() => comparison.readAgain(props.snapshot)}
        onOpen={(id, scope) => opened.open(id, scope && { scope, tab: 'Events' })}
        onCompare={show}
        onClose={() => {
          opened.showTab('Events')
          comparison.close()
        }}
      />
      {dialog}
    </>
  )
}
