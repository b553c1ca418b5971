// The list of all snapshots on this computer, each with its search, verdict and actions.
import { Button, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary, UnreadableSnapshot } from '../../../shared/snapshot/snapshot.ts'
import common from '../../ui/common.module.css'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { sizeWords } from '../../ui/size-words.ts'
import type { Snapshots } from '../store/snapshots.ts'
import { DeleteHolding } from './delete-holding.tsx'
import { SnapshotItem } from './snapshot-item.tsx'
import styles from './snapshots-dialog.module.css'

interface SnapshotsDialogProps {
  opened: boolean
  snapshots: Snapshots
  /** As they are now. */
  connections: readonly Connection[]
  /** Draws a connection's name with its environment. */
  markOf: (connection: SnapshotSummary['connection']) => ReactNode
  /** The zone in which instants are shown. */
  zone: string
  /** Null where none can be opened. */
  onOpen: ((snapshotId: string) => void) | null
  onTakeAgain: (snapshot: SnapshotSummary) => void
  /** Absent where nothing can be exported. */
  onExport?: ((snapshot: SnapshotSummary) => void) | undefined
  onClose: () => void
}

export function SnapshotsDialog({ opened, onClose, ...list }: SnapshotsDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Snapshots" size={860}>
      {opened && <SnapshotsList {...list} />}
    </Modal>
  )
}

function SnapshotsList(props: Omit<SnapshotsDialogProps, 'opened' | 'onClose'>) {
  const { snapshots, connections, markOf } = props
  const { list, failure, paces } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const [isDeletingHolding, setDeletingHolding] = useState(false)
  // Another window, or the passing of time, may have changed them.
  useEffect(() => void snapshots.refresh(), [snapshots])
  if (list === null)
    return failure === null ? (
      <p className={`${common.dim} ${styles.none}`}>Loading…</p>
    ) : (
      <FailureNotice failure={failure} />
    )
  const { unreadable, thisRunOnly, refused } = list
  const bytes = [...list.snapshots, ...unreadable].reduce((sum, one) => sum + one.bytes, 0)
  return (
    <>
      {failure && <FailureNotice failure={failure} onRetry={() => void snapshots.refresh()} compact />}
      {refused !== null && (
        <p role="alert" className={styles.warning}>
          Snapshots cannot be taken or opened. {refused}
        </p>
      )}
      {thisRunOnly !== null && <p className={styles.warning}>{thisRunOnly}</p>}
      {props.onOpen === null && list.snapshots.length > 0 && (
        <p className={`${common.dim} ${styles.none}`}>
          To open one, open a connection first, or explore the sample data: any will do.
        </p>
      )}
      {list.snapshots.length === 0 && unreadable.length === 0 && refused === null && (
        <p className={`${common.dim} ${styles.none}`}>
          No snapshots yet. “Take snapshot” above the rows reads every match of the search on screen and keeps it here.
        </p>
      )}
      <ul className={styles.list} aria-label="Snapshots">
        {unreadable.map((one) => (
          <UnreadableItem key={one.id} unreadable={one} onDelete={() => snapshots.delete(one.id)} />
        ))}
        {list.snapshots.map((snapshot) => (
          <SnapshotItem
            key={snapshot.id}
            snapshot={snapshot}
            pace={paces.get(snapshot.id) ?? null}
            snapshots={snapshots}
            connection={connections.find(({ id }) => id === snapshot.connection.id) ?? null}
            mark={markOf(snapshot.connection)}
            zone={props.zone}
            onOpen={props.onOpen}
            onTakeAgain={props.onTakeAgain}
            onExport={props.onExport}
          />
        ))}
      </ul>
      {list.snapshots.length > 0 && (
        <div className={styles.foot}>
          <span>{sizeWords(bytes)} on this computer</span>
          <LinkButton
            tone="accent"
            className={styles.deleteHolding}
            aria-expanded={isDeletingHolding}
            onClick={() => setDeletingHolding(!isDeletingHolding)}
          >
            Delete snapshots that hold a customer…
          </LinkButton>
        </div>
      )}
      {isDeletingHolding && <DeleteHolding snapshots={snapshots} onClose={() => setDeletingHolding(false)} />}
    </>
  )
}

interface UnreadableItemProps {
  unreadable: UnreadableSnapshot
  onDelete: () => Promise<Result<null>>
}

const TITLES: Record<UnreadableSnapshot['why'], string> = {
  newer: 'Made by a newer Eventscope',
  older: 'Made by an older Eventscope',
  'other-key': 'Encrypted with another key',
  damaged: 'A damaged file',
  disk: 'A file that cannot be read',
}

/** What can still be done. */
const ADVICE: Record<UnreadableSnapshot['why'], string> = {
  newer: 'Open it with that Eventscope, or delete it and take it again here.',
  older: 'Open it with that Eventscope, or delete it and take it again here.',
  'other-key': 'Start Eventscope with the key that encrypted it, or delete it and take it again.',
  damaged: 'It is kept in case it can still be read. Take it again, and delete this one when nobody needs it.',
  disk: 'Check that the disk is there and that the file may be read, or delete it.',
}

/** A snapshot whose file cannot be opened: why, and a way to delete it. */
function UnreadableItem({ unreadable: { id, why, words, bytes }, onDelete }: UnreadableItemProps) {
  const [isSure, setSure] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function remove() {
    const done = await onDelete()
    if (!done.ok) setFailure(done.failure)
  }
  return (
    <li className={styles.item} data-snapshot={id} data-unreadable={why}>
      <div className={styles.head}>
        <IconAlertTriangle size={15} stroke={1.8} className={styles.warningIcon} aria-hidden />
        <span className={`${common.cut} ${styles.name}`}>{TITLES[why]}</span>
        <span className={`${common.hint} ${styles.state}`}>{sizeWords(bytes)}</span>
        <div className={styles.actions}>
          {isSure ? (
            <>
              <Button variant="default" size="compact-sm" onClick={() => setSure(false)}>
                Keep it
              </Button>
              <Button size="compact-sm" className={styles.danger ?? ''} onClick={() => void remove()}>
                Delete it
              </Button>
            </>
          ) : (
            <Button variant="default" size="compact-sm" onClick={() => setSure(true)}>
              Delete…
            </Button>
          )}
        </div>
      </div>
      <p className={`${common.hint} ${styles.facts}`}>
        {words} {ADVICE[why]}
      </p>
      {failure && <FailureNotice failure={failure} compact />}
    </li>
  )
}
