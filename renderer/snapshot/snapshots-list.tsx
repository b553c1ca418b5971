// The list of all snapshots on this computer, each with its search, verdict and actions, and the button that opens it.
import { Box, Button, Group, Modal, Tooltip } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { listedSnapshots, madeForSnapshot } from '../../shared/snapshot/made-for.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { sizeWords } from '../ui/age-and-size-words.ts'
import { Badge } from '../ui/badge.tsx'
import common from '../ui/common.module.css'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useListFocus } from '../ui/focus.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { notifyFailure } from '../ui/notify.tsx'
import { unusedName } from '../ui/unused-name.ts'
import { useSnapshotExports } from './events/snapshot-exports.ts'
import { DeleteHolding } from './list/delete-holding.tsx'
import { SnapshotItem, UnreadableItem } from './list/snapshot-item.tsx'
import styles from './list/snapshots-list.module.css'
import { type PageSnapshots, snapshotNames } from './store/page-snapshots.ts'

interface SnapshotsCountProps {
  snapshots: PageSnapshots
  /** Whether to show only the icon. */
  narrow: boolean
  onOpen: () => void
}

/** The header's button for the list of snapshots, with their number. */
export function SnapshotsCount({ snapshots, narrow, onOpen }: SnapshotsCountProps) {
  const count = useSyncExternalStore(snapshots.subscribe, () => {
    const { list } = snapshots.state()
    return list && listedSnapshots(list.snapshots).length
  })
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
        <Badge isCount className={styles.count} data-count={count === null ? '' : grouped(count)} />
      </Button>
    </Tooltip>
  )
}

interface SnapshotsListProps {
  opened: boolean
  snapshots: PageSnapshots
  /** They are as they are now. */
  connections: readonly Connection[]
  /** The zone in which instants are shown. */
  zone: string
  /** Null: no connection is open, and without one no snapshot can be shown. */
  onOpen: ((snapshotId: string) => void) | null
  onClose: () => void
}

export function SnapshotsList({ opened, ...list }: SnapshotsListProps) {
  return (
    <Modal opened={opened} onClose={list.onClose} title="Snapshots" size={860}>
      {opened && <Snapshots {...list} />}
    </Modal>
  )
}

/** Once no snapshot is left, the focus is on the button that closes the list. */
const focusDialog = () => document.querySelector<HTMLElement>('[role="dialog"] button')?.focus()

function Snapshots({ snapshots, connections, zone, onOpen, onClose }: Omit<SnapshotsListProps, 'opened'>) {
  const { list, failure, paces } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const [isDeletingHolding, setDeletingHolding] = useState(false)
  const exports = useSnapshotExports()
  const heldFocus = useListFocus<HTMLUListElement>(focusDialog)
  // Another window, or the passing of time, may have changed the snapshots.
  useEffect(() => void snapshots.refresh(), [snapshots])
  if (list === null)
    return failure === null ? (
      <Box component="p" py={12} className={common.dim}>
        Loading…
      </Box>
    ) : (
      <FailureNotice failure={failure} />
    )
  async function takeAgain({ connection: { id }, search, range, name }: SnapshotSummary) {
    const connection = connections.find((one) => one.id === id)
    if (connection === undefined) return
    const names = snapshotNames(snapshots.state().list, id)
    const order = { connectionId: id, account: connection.account, search, range, name: unusedName(name, names) }
    const taken = await snapshots.take(order)
    if (!taken.ok) notifyFailure(taken.failure)
  }
  const { unreadable, thisRunOnly, refused } = list
  const listed = listedSnapshots(list.snapshots)
  const bytes = [...list.snapshots, ...unreadable].reduce((sum, one) => sum + one.bytes, 0)
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={() => void snapshots.refresh()} compact />}
      {refused !== null && (
        <Box component="p" mb={12} role="alert" className={common.warningBox}>
          Snapshots cannot be made or opened. {refused}
        </Box>
      )}
      {thisRunOnly !== null && (
        <Box component="p" mb={12} className={common.warningBox}>
          {thisRunOnly}
        </Box>
      )}
      {onOpen === null && listed.length > 0 && (
        <Box component="p" py={12} className={common.dim}>
          To open one, open any connection first, or explore the sample data.
        </Box>
      )}
      {listed.length === 0 && unreadable.length === 0 && refused === null && (
        <Box component="p" py={12} className={common.dim}>
          No snapshots yet. “Load all” above the rows reads every match of the search on screen and keeps it here.
        </Box>
      )}
      <ul
        {...heldFocus}
        className={`${common.list} ${common.box} ${common.divided} ${common.unlessEmpty}`}
        aria-label="Snapshots"
      >
        {unreadable.map((one, at) => (
          <UnreadableItem key={one.id} slot={at} unreadable={one} onDelete={() => snapshots.delete(one.id)} />
        ))}
        {listed.map((snapshot, at) => (
          <SnapshotItem
            key={snapshot.id}
            slot={unreadable.length + at}
            snapshot={snapshot}
            madeForIt={madeForSnapshot(list.snapshots, snapshot.id)}
            pace={paces.get(snapshot.id) ?? null}
            snapshots={snapshots}
            connection={connections.find(({ id }) => id === snapshot.connection.id) ?? null}
            zone={zone}
            onOpen={
              onOpen &&
              ((id) => {
                onClose()
                onOpen(id)
              })
            }
            onTakeAgain={() => void takeAgain(snapshot)}
            onExport={() => {
              onClose()
              exports.open(snapshot, null)
            }}
          />
        ))}
      </ul>
      {list.snapshots.length > 0 && (
        <Group className={`${common.hint} ${styles.foot}`} justify="space-between" gap="sm" mt={12}>
          <span>{sizeWords(bytes)} on this computer</span>
          <LinkButton
            tone="accent"
            className={styles.deleteHolding}
            aria-expanded={isDeletingHolding}
            onClick={() => setDeletingHolding(!isDeletingHolding)}
          >
            Delete snapshots that hold a customer…
          </LinkButton>
        </Group>
      )}
      {isDeletingHolding && <DeleteHolding snapshots={snapshots} onClose={() => setDeletingHolding(false)} />}
    </>
  )
}
