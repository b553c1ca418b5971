// The list of snapshots and the button that opens it, wired to the window.
import { Button, Tooltip } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useMemo, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { FailureError } from '../bridge.ts'
import { ConnectionMark } from '../connections/environment-badge.tsx'
import { notifyFailure } from '../ui/notify-failure.ts'
import { unusedName } from '../ui/unused-name.ts'
import styles from './list/snapshots-dialog.module.css'
import { SnapshotsDialog } from './list/snapshots-dialog.tsx'
import { useSnapshotExports } from './snapshot-exports.ts'
import { snapshotNames } from './store/snapshots.ts'
import type { PageSnapshots } from './use-snapshots.ts'

interface SnapshotsCountProps {
  snapshots: PageSnapshots
  narrow: boolean
  onOpen: () => void
}

export function SnapshotsCount({ snapshots, narrow, onOpen }: SnapshotsCountProps) {
  const count = useSyncExternalStore(snapshots.subscribe, () => snapshots.state().list?.snapshots.length ?? null)
  return <SnapshotsButton count={count} narrow={narrow} onOpen={onOpen} />
}

interface SnapshotsListProps {
  opened: boolean
  snapshots: PageSnapshots
  connections: Connection[]
  zone: string
  /** Null: no connection is open, and without one no snapshot can be shown. */
  onOpen: ((snapshotId: string) => void) | null
  onClose: () => void
}

export function SnapshotsList({ opened, snapshots, connections, zone, onOpen, onClose }: SnapshotsListProps) {
  const exports = useSnapshotExports()
  const markOf = useMemo(
    () =>
      ({ id, name }: SnapshotSummary['connection']) => (
        <ConnectionMark name={name} connection={connections.find((connection) => connection.id === id) ?? null} />
      ),
    [connections],
  )
  async function takeAgain({ connection: { id }, search, range, name }: SnapshotSummary) {
    const connection = connections.find((one) => one.id === id)
    if (connection === undefined) return
    const names = snapshotNames(snapshots.state().list, id)
    const order = { connectionId: id, account: connection.account, search, range, name: unusedName(name, names) }
    const taken = await snapshots.take(order)
    if (!taken.ok) notifyFailure(new FailureError(taken.failure))
  }
  return (
    <SnapshotsDialog
      opened={opened}
      snapshots={snapshots}
      connections={connections}
      markOf={markOf}
      zone={zone}
      onOpen={
        onOpen &&
        ((id) => {
          onClose()
          onOpen(id)
        })
      }
      onTakeAgain={(snapshot) => void takeAgain(snapshot)}
      onExport={(snapshot) => {
        onClose()
        exports.open(snapshot, null)
      }}
      onClose={onClose}
    />
  )
}

interface SnapshotsButtonProps {
  /** Null: not known yet. */
  count: number | null
  /** Show only the icon. */
  narrow: boolean
  onOpen: () => void
}

/** The header's button for the list of snapshots, with their number. */
function SnapshotsButton({ count, narrow, onOpen }: SnapshotsButtonProps) {
  const words = count === 1 ? '1 snapshot on this computer' : `${grouped(count ?? 0)} snapshots on this computer`
  return (
    <Tooltip label={words}>
      <Button
        variant="default"
        aria-label="Snapshots"
        aria-description={words}
        className={styles.button ?? ''}
        onClick={onOpen}
      >
        {narrow ? <IconCamera size={16} stroke={1.7} /> : 'Snapshots'}
        <span className={styles.count} data-count={count === null ? '' : grouped(count)} />
      </Button>
    </Tooltip>
  )
}
