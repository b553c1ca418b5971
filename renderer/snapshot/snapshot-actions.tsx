// Actions on an opened snapshot: compare with another, recheck, read again, mark as closed.
import { useSyncExternalStore } from 'react'
import { closingRules, useRules } from '../worth/use-rules.ts'
import { CompareWith } from './changes/compare-with.tsx'
import { MarkClosedButton } from './changes/mark-closed-button.tsx'
import { ReadAgainButton, RecheckButton } from './changes/read-again-buttons.tsx'
import { useOpenedWindow } from './opened-context.ts'
import { comparisonOf } from './page-comparison.ts'
import type { SnapshotComparison } from './store/snapshot-comparison.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

/** Begins a comparison and shows it. */
function useBeginning() {
  const { opened, snapshots } = useOpenedWindow()
  const comparison = comparisonOf(snapshots)
  return (begin: (comparison: SnapshotComparison) => void) => {
    begin(comparison)
    opened.showTab('Changes')
  }
}

export function CompareWithAction({ snapshot, zone }: SnapshotTabProps) {
  const { snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const begin = useBeginning()
  return (
    <CompareWith
      snapshot={snapshot}
      list={list}
      zone={zone}
      onCompare={(compared) => begin((comparison) => comparison.show(compared))}
    />
  )
}

function useIsConnectionGone({ connection }: SnapshotTabProps['snapshot']): boolean {
  return !useOpenedWindow().connections.some(({ id }) => id === connection.id)
}

export function RecheckAction({ snapshot, zone }: SnapshotTabProps) {
  const begin = useBeginning()
  const isConnectionGone = useIsConnectionGone(snapshot)
  return (
    <RecheckButton
      snapshot={snapshot}
      isConnectionGone={isConnectionGone}
      zone={zone}
      onRecheck={() => begin((comparison) => comparison.recheck(snapshot))}
      onReadAgain={() => begin((comparison) => comparison.readAgain(snapshot))}
    />
  )
}

export function ReadAgainAction({ snapshot, label }: SnapshotTabProps & { label?: string }) {
  const begin = useBeginning()
  const isConnectionGone = useIsConnectionGone(snapshot)
  return (
    <ReadAgainButton
      snapshot={snapshot}
      isConnectionGone={isConnectionGone}
      {...(label === undefined ? {} : { label })}
      onReadAgain={() => begin((comparison) => comparison.readAgain(snapshot))}
    />
  )
}

export function MarkClosedAction({ snapshot, zone }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { kept } = useRules(snapshot.connection.id)
  return (
    <MarkClosedButton
      snapshot={snapshot}
      zone={zone}
      connections={connections}
      rules={kept}
      onMark={async (note, sameAccount = false) => {
        const marked = await snapshots.close(snapshot.id, note, { sameAccount, rules: closingRules(kept) })
        opened.renew()
        return marked
      }}
    />
  )
}
