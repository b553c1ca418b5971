// "Delete snapshots that hold customer X": searches every row of every snapshot, then lists what would be deleted.
import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { madeForSnapshot, ownerOf } from '../../../shared/snapshot/made-for.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import type { Snapshots } from '../store/page-snapshots.ts'
import styles from './snapshots-list.module.css'

interface DeleteHoldingProps {
  snapshots: Snapshots
  onClose: () => void
}

export function DeleteHolding({ snapshots, onClose }: DeleteHoldingProps) {
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const [customerId, setCustomerId] = useState('')
  const [found, setFound] = useState<{ customerId: string; ids: string[] } | null>(null)
  const [evenClosed, setEvenClosed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const holding = (list?.snapshots ?? []).filter(({ id }) => found?.ids.includes(id))
  const closed = holding.filter((one) => one.closed !== null)
  const toDelete = evenClosed ? holding : holding.filter((one) => one.closed === null)
  const all = list?.snapshots ?? []
  const goingIds = new Set(toDelete.map(({ id }) => id))
  const alsoGoing = toDelete.flatMap(({ id }) => madeForSnapshot(all, id)).filter(({ id }) => !goingIds.has(id))

  async function find(event: FormEvent) {
    event.preventDefault()
    if (customerId === '') return
    setBusy(true)
    setFailure(null)
    const answered = await snapshots.holding(customerId)
    setBusy(false)
    if (answered.ok) setFound({ customerId, ids: answered.value })
    else setFailure(answered.failure)
  }
  async function remove() {
    setBusy(true)
    setFailure(null)
    for (const { id } of toDelete) {
      // It may have gone with the one that it was made for.
      if (!snapshots.state().list?.snapshots.some((one) => one.id === id)) continue
      const done = await snapshots.delete(id, evenClosed)
      if (done.ok) continue
      setFailure(done.failure)
      break
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} aria-label="Delete snapshots that hold a customer" noValidate onSubmit={find}>
      <TextInput
        label="Customer ID"
        description="Searches every row of every snapshot."
        autoFocus
        autoComplete="off"
        value={customerId}
        onChange={({ currentTarget }) => {
          setCustomerId(currentTarget.value)
          setFound(null)
        }}
      />
      {failure && <FailureNotice failure={failure} compact />}
      {found !== null && (
        <HoldingSnapshots customerId={found.customerId} holding={holding} all={all} alsoGoing={alsoGoing} />
      )}
      {found !== null && closed.length > 0 && (
        <Checkbox
          label={
            closed.length === 1
              ? 'Also delete the closing copy'
              : `Also delete the ${grouped(closed.length)} closing copies`
          }
          checked={evenClosed}
          onChange={({ currentTarget }) => setEvenClosed(currentTarget.checked)}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {found !== null && holding.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {toDelete.length > 0 ? (
          <Button size="compact-sm" className={common.dangerButton ?? ''} loading={busy} onClick={() => void remove()}>
            {toDelete.length === 1 ? 'Delete 1 snapshot' : `Delete ${grouped(toDelete.length)} snapshots`}
          </Button>
        ) : (
          <Button size="compact-sm" type="submit" loading={busy} disabled={customerId === ''}>
            Find snapshots
          </Button>
        )}
      </Group>
    </form>
  )
}

interface HoldingSnapshotsProps {
  customerId: string
  holding: readonly SnapshotSummary[]
  all: readonly SnapshotSummary[]
  /** Those that do not hold it, and were made for one that does. */
  alsoGoing: readonly SnapshotSummary[]
}

function HoldingSnapshots({ customerId, holding, all, alsoGoing }: HoldingSnapshotsProps) {
  const customer = shortened(customerId, 100)
  if (holding.length === 0) return <p role="status">No snapshot holds an event of {customer}.</p>
  return (
    <div role="status">
      <p>
        {holding.length === 1 ? '1 snapshot holds' : `${grouped(holding.length)} snapshots hold`} events of {customer}:
      </p>
      <ul className={common.bullets}>
        {holding.map((one) => (
          <li key={one.id}>
            {shortened(one.name, 120)}
            {one.closed !== null && ' (closing copy)'}
            {madeForWords(one, all)}
          </li>
        ))}
      </ul>
      {alsoGoing.length > 0 && (
        <p>
          {countWords(alsoGoing.length, 'reading that was', 'readings that were')} made for{' '}
          {holding.length === 1 ? 'it' : 'them'} {alsoGoing.length === 1 ? 'goes' : 'go'} too.
        </p>
      )}
    </div>
  )
}

/** " (read for October)", " (read for usage.csv)"; empty for one that somebody took. */
function madeForWords(snapshot: SnapshotSummary, all: readonly SnapshotSummary[]): string {
  const owner = ownerOf(snapshot)
  if (owner === null) return ''
  const name = owner.of === 'export' ? owner.fileName : all.find(({ id }) => id === owner.snapshotId)?.name
  return name === undefined ? '' : ` (read for ${shortened(name, 60)})`
}
