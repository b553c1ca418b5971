// Actions on an opened snapshot: compare with another, recheck, read again, mark as closed.
import { Button } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { isOfEarlierRule } from '../../shared/snapshot/verdict-name.ts'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { closingRules, useRules } from '../worth/use-rules.ts'
import {
  ActionButton,
  CONNECTION_GONE,
  MarkClosedButton,
  ReadAgainButton,
  RecheckButton,
} from './changes/action-buttons.tsx'
import { useOpenedWindow } from './opened/opened-context.ts'
import { comparedPairOf, comparisonOf } from './page-comparison.ts'
import { comparedSnapshots } from './store/comparable-snapshots.ts'
import type { SnapshotComparison } from './store/snapshot-comparison.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

/** The buttons of its head, but for "Export" and "Back to live". */
export function SnapshotActions(props: SnapshotTabProps) {
  return (
    <>
      <CompareWithAction {...props} />
      <RecheckAction {...props} />
      <AskSampleAction {...props} />
      <ReadAgainAction {...props} />
      <ExtendAction {...props} />
      <MarkClosedAction {...props} />
    </>
  )
}

/** Begins a comparison and shows it. */
function useBeginning() {
  const { opened, snapshots } = useOpenedWindow()
  const comparison = comparisonOf(snapshots)
  return (begin: (comparison: SnapshotComparison) => void) => {
    begin(comparison)
    opened.showTab('Changes')
  }
}

const CompareDialog = dialogOnDemand(async () => (await import('./comparison/compare-dialog.tsx')).CompareDialog)

/** "Changes" is for readings of one search and range, "Comparison" for all others. */
function CompareWithAction({ snapshot, zone }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const [isChoosing, setChoosing] = useState(false)
  const begin = useBeginning()
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => {
          // Another window may have taken some.
          void snapshots.refresh()
          setChoosing(true)
        }}
      >
        Compare with…
      </Button>
      <CompareDialog
        opened={isChoosing}
        snapshot={snapshot}
        list={list}
        connections={connections}
        zone={zone}
        onClose={() => setChoosing(false)}
        onCompare={(other) => {
          setChoosing(false)
          const again = comparedSnapshots(snapshot, other)
          if (again !== null) return begin((comparison) => comparison.show(again))
          comparedPairOf(snapshots).show(snapshot.id, other.id)
          opened.showTab('Comparison')
        }}
      />
    </>
  )
}

function useIsConnectionGone({ connection }: SnapshotTabProps['snapshot']): boolean {
  return !useOpenedWindow().connections.some(({ id }) => id === connection.id)
}

function RecheckAction({ snapshot, zone }: SnapshotTabProps) {
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

const SampleDialog = dialogOnDemand(async () => (await import('./changes/sample-dialog.tsx')).SampleDialog)

/** Of a closed snapshot: what was altered since shows in no count. */
function AskSampleAction({ snapshot, zone, onShowEvents }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const [isOpen, setOpen] = useState(false)
  const isConnectionGone = useIsConnectionGone(snapshot)
  if (snapshot.closed === null) return null
  return (
    <>
      <ActionButton why={isConnectionGone ? CONNECTION_GONE : undefined} onClick={() => setOpen(true)}>
        Ask a sample again
      </ActionButton>
      <SampleDialog
        opened={isOpen}
        snapshot={snapshot}
        zone={zone}
        connections={connections}
        onAsked={() => {
          void snapshots.refresh()
          opened.renew()
        }}
        onShowEvents={onShowEvents}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const ExtendDialog = dialogOnDemand(async () => (await import('./changes/extend-dialog.tsx')).ExtendDialog)

/** Of a complete snapshot: of another, nothing proves the parts. */
function ExtendAction({ snapshot }: SnapshotTabProps) {
  const { snapshots, connections } = useOpenedWindow()
  const [isOpen, setOpen] = useState(false)
  const connection = connections.find(({ id }) => id === snapshot.connection.id)
  const { status } = snapshot
  const verdict = status.state === 'finished' ? status.verdict : null
  const isProved = verdict?.kind === 'complete' && !isOfEarlierRule(verdict)
  const why = connection === undefined ? CONNECTION_GONE : isProved ? undefined : NOT_PROVED
  return (
    <>
      <ActionButton why={why} onClick={() => setOpen(true)}>
        Extend
      </ActionButton>
      <ExtendDialog
        opened={isOpen}
        snapshot={snapshot}
        account={connection?.account ?? snapshot.connection.account}
        snapshots={snapshots}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

const NOT_PROVED = 'Only a complete snapshot can be extended.'

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

function MarkClosedAction({ snapshot, zone }: SnapshotTabProps) {
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
