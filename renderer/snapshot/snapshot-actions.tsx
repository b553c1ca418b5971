// Actions on an opened snapshot: compare with another, recheck, ask a sample again, read again, extend, mark as closed.
import { Button, Group, Modal } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { isOfEarlierRule } from '../../shared/snapshot/verdict-name.ts'
import common from '../ui/common.module.css'
import { momentWords } from '../ui/instant-words.ts'
import { notifyError } from '../ui/notify.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { ActionButton, useWhyNoConnection } from './action-button.tsx'
import styles from './changes/changes.module.css'
import { againWords } from './changes/read-cost.ts'
import { MarkClosedAction } from './mark-closed-action.tsx'
import { useOpenedWindow } from './opened/opened-context.ts'
import { comparedPairOf, comparisonOf, readToCompare } from './page-comparison.ts'
import { comparedSnapshots, daysToCount } from './store/comparable-snapshots.ts'
import type { SnapshotComparison } from './store/snapshot-comparison.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

/** The buttons in the snapshot's head, except "Export" and "Back to live". */
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

/** @returns a function that begins a comparison and shows it */
function useBeginComparison() {
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
  const begin = useBeginComparison()
  return (
    <>
      <Button
        variant="default"
        aria-haspopup="dialog"
        onClick={() => {
          // Another window may have taken snapshots.
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
          const ofOneSearch = comparedSnapshots(snapshot, other)
          if (ofOneSearch !== null) return begin((comparison) => comparison.show(ofOneSearch))
          comparedPairOf(snapshots).show(snapshot.id, other.id)
          opened.showTab('Comparison')
        }}
        onRead={(range) => {
          setChoosing(false)
          const show = () => opened.open(snapshot.id, { tab: 'Comparison' })
          readToCompare(snapshot, range, snapshots, show).catch(notifyError)
        }}
      />
    </>
  )
}

const NOT_CLOSED = 'Mark the snapshot as closed first: that keeps one total per day to compare with.'

/** For a closed snapshot. The dialog says what each way costs before anything is sent. */
function RecheckAction({ snapshot, zone }: SnapshotTabProps) {
  const [isOpen, setOpen] = useState(false)
  const begin = useBeginComparison()
  const { closed } = snapshot
  const days = daysToCount(snapshot) ?? 0
  const why = useWhyNoConnection(snapshot) ?? (closed === null ? NOT_CLOSED : undefined)
  const choose = (recheck: (comparison: SnapshotComparison) => void) => () => {
    setOpen(false)
    begin(recheck)
  }
  return (
    <>
      <ActionButton why={why} onClick={() => setOpen(true)}>
        Recheck
      </ActionButton>
      {closed !== null && (
        <Modal opened={isOpen} onClose={() => setOpen(false)} title="Recheck" size={540}>
          <p className={styles.actionWords}>
            Closed on {momentWords(closed.at, zone) ?? closed.at}
            {closed.note !== '' && `: “${closed.note.slice(0, 400)}”`}. Asks the service for the same daily totals
            again; days that differ can then be read again.
          </p>
          <p className={common.hint}>
            Counts cannot reveal an altered event, or a day on which as many events arrived as disappeared. A full
            recheck reads everything.
          </p>
          <Group justify="flex-end" gap={8} mt={16}>
            <Button variant="default" onClick={choose((comparison) => comparison.readAgain(snapshot))}>
              Recheck in full: {againWords(snapshot)}
            </Button>
            <Button variant="filled" data-autofocus onClick={choose((comparison) => comparison.recheck(snapshot))}>
              Recheck daily totals: {countWords(days, 'request')}
            </Button>
          </Group>
        </Modal>
      )}
    </>
  )
}

const SampleDialog = dialogOnDemand(async () => (await import('./changes/sample-dialog.tsx')).SampleDialog)

/** For a closed snapshot only: an event that was altered since closing changes no count. */
function AskSampleAction({ snapshot, zone, onShowEvents }: SnapshotTabProps) {
  const { opened, snapshots, connections } = useOpenedWindow()
  const [isOpen, setOpen] = useState(false)
  const why = useWhyNoConnection(snapshot)
  if (snapshot.closed === null) return null
  return (
    <>
      <ActionButton why={why} onClick={() => setOpen(true)}>
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

const READ_AGAIN = 'Read again and compare'
const NOT_READ = 'This snapshot is not finished.'

/**
 * Reading everything a second time shows what counting cannot.
 * @param label beside a verdict of an earlier rule it is "Read again"
 */
export function ReadAgainAction({ snapshot, label = READ_AGAIN }: SnapshotTabProps & { label?: string }) {
  const [isOpen, setOpen] = useState(false)
  const begin = useBeginComparison()
  const why = useWhyNoConnection(snapshot) ?? (snapshot.status.state === 'finished' ? undefined : NOT_READ)
  return (
    <>
      <ActionButton why={why} onClick={() => setOpen(true)}>
        {label}
      </ActionButton>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={READ_AGAIN}>
        <p className={styles.actionWords}>
          Reads the same search and range again into a new snapshot ({againWords(snapshot)}), and shows what was added,
          gone or altered since. This snapshot stays as it is.
        </p>
        <Group justify="flex-end" gap={8} mt={16}>
          <Button variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button
            variant="filled"
            data-autofocus
            onClick={() => {
              setOpen(false)
              begin((comparison) => comparison.readAgain(snapshot))
            }}
          >
            Read again
          </Button>
        </Group>
      </Modal>
    </>
  )
}

const ExtendDialog = dialogOnDemand(async () => (await import('./changes/extend-dialog.tsx')).ExtendDialog)
const NOT_PROVED = 'Only a complete snapshot can be extended.'

/** For a complete snapshot: in any other, nothing proves its parts. */
function ExtendAction({ snapshot }: SnapshotTabProps) {
  const { snapshots, connections } = useOpenedWindow()
  const [isOpen, setOpen] = useState(false)
  const connection = connections.find(({ id }) => id === snapshot.connection.id)
  const { status } = snapshot
  const verdict = status.state === 'finished' ? status.verdict : null
  const isProved = verdict?.kind === 'complete' && !isOfEarlierRule(verdict)
  const why = useWhyNoConnection(snapshot) ?? (isProved ? undefined : NOT_PROVED)
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
