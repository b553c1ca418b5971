// "Changes", wired to the window: the readings under way, and the dialog that compares two texts of one event.
import { useSyncExternalStore } from 'react'
import { ChangesTab } from '../features/changes/changes-tab.tsx'
import type { SnapshotTabProps } from '../session/snapshot-tab.ts'
import { useOpenedWindow } from './opened-context.ts'
import { comparisonOf, useComparison } from './page-comparison.ts'
import { useComparedEvents } from './use-compared-events.tsx'

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
