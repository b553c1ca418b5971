// "Comparison", wired to the window: both snapshots, and the dialog that compares two events.
import { useMemo, useSyncExternalStore } from 'react'
import { useComparedEvents } from '../event/compare/use-compared-events.tsx'
import styles from './comparison/comparison.module.css'
import { type ComparisonActions, ComparisonActionsProvider } from './comparison/comparison-props.ts'
import { ComparisonTab } from './comparison/comparison-tab.tsx'
import { useOpenedWindow } from './opened/opened-context.ts'
import { comparedPairOf, useComparedPair } from './page-comparison.ts'
import { comparedSides, orderedPair } from './store/compared-sides.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

export function ComparisonView({ snapshot, scope, zone }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { show, dialog } = useComparedEvents(snapshot, zone)
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const pairs = comparedPairOf(snapshots)
  const pair = useComparedPair(snapshots)
  const otherId = pair?.ids.find((id) => id !== snapshot.id)
  const other = list?.snapshots.find(({ id }) => id === otherId)
  const isSwapped = pair?.choice.isSwapped === true
  const ordered = useMemo(
    () => (other === undefined ? null : orderedPair(snapshot, other, isSwapped)),
    [snapshot, other, isSwapped],
  )
  const sides = useMemo(() => (ordered === null ? null : comparedSides(ordered.here, ordered.there)), [ordered])
  const actions = useMemo(
    (): ComparisonActions => ({
      choose: pairs.choose,
      showEvents: (id, wanted) =>
        id === snapshot.id ? opened.showEvents(wanted) : opened.open(id, { scope: wanted, tab: 'Events' }),
      compare: show,
      close() {
        opened.showTab('Events')
        pairs.close()
      },
      connections,
    }),
    [pairs, opened, snapshot.id, show, connections],
  )
  if (pair === null) return null
  return (
    <ComparisonActionsProvider value={actions}>
      {sides === null || ordered === null ? (
        <p role="status" className={styles.region}>
          {list === null ? 'Loading…' : 'The other snapshot no longer exists.'}
        </p>
      ) : (
        <ComparisonTab
          sides={sides}
          orderedBy={isSwapped ? null : ordered.by}
          openId={snapshot.id}
          choice={pair.choice}
          scope={scope}
          zone={zone}
          onOpen={(id) => opened.open(id, { tab: 'Comparison' })}
        />
      )}
      {dialog}
    </ComparisonActionsProvider>
  )
}
