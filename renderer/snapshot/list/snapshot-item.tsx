// One snapshot of the list: its search, its verdict, and its actions.
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconLock } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { searchWords } from '../../live/searches/search-words.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { momentWords } from '../../ui/instant-words.ts'
import { notifyOutcome } from '../../ui/notify-failure.ts'
import { sizeWords } from '../../ui/size-words.ts'
import { VerdictBadge } from '../evidence/verdict-badge.tsx'
import type { ReadingPace } from '../store/reading-pace.ts'
import type { Snapshots } from '../store/snapshots.ts'
import { readingWords } from '../taking/reading-words.ts'
import { type FormName, SnapshotForm } from './snapshot-form.tsx'
import styles from './snapshots-dialog.module.css'

interface SnapshotItemProps {
  snapshot: SnapshotSummary
  pace: ReadingPace | null
  snapshots: Snapshots
  /** The connection as it is now; null: deleted. */
  connection: Connection | null
  mark: ReactNode
  zone: string
  onOpen: ((snapshotId: string) => void) | null
  onTakeAgain: (snapshot: SnapshotSummary) => void
  onExport: ((snapshot: SnapshotSummary) => void) | undefined
}

const NAME_CHARACTERS = 200

export function SnapshotItem(props: SnapshotItemProps) {
  const { snapshot, pace, connection, mark, zone, snapshots, onOpen } = props
  const { id, name, status, search, range, until, closed } = snapshot
  const [form, setForm] = useState<FormName | null>(null)
  const more = useRef<HTMLButtonElement>(null)
  const nameId = useId()
  const isFinished = status.state === 'finished'
  const reading = isFinished ? null : readingWords(snapshot, pace, Date.now())
  function closeForm() {
    setForm(null)
    more.current?.focus()
  }
  return (
    <li className={styles.item} data-snapshot={id} data-state={status.state} aria-labelledby={nameId}>
      <div className={styles.head}>
        <span id={nameId} className={`${common.cut} ${styles.name}`} title={name}>
          {shortened(name, NAME_CHARACTERS)}
        </span>
        {status.state === 'finished' ? (
          <VerdictBadge verdict={status.verdict} />
        ) : (
          <span className={`${common.hint} ${styles.state}`}>
            {[reading?.state, ...(reading?.figures ?? [])].join(' · ')}
          </span>
        )}
        {closed !== null && (
          <span className={styles.closed} title={closed.note}>
            <IconLock size={13} stroke={1.8} aria-hidden />
            Closed
          </span>
        )}
        <div className={styles.actions}>
          {isFinished && onOpen && (
            <Button variant="default" size="compact-sm" onClick={() => onOpen(id)}>
              Open
            </Button>
          )}
          {status.state === 'paused' && (
            <Button variant="default" size="compact-sm" onClick={() => void notifyOutcome(snapshots.resume(id))}>
              Resume
            </Button>
          )}
          <More
            snapshot={snapshot}
            snapshots={snapshots}
            connection={connection}
            onTakeAgain={props.onTakeAgain}
            onExport={props.onExport}
            button={more}
            onForm={setForm}
          />
        </div>
      </div>
      <p className={`${common.hint} ${styles.facts}`}>
        {mark}
        <span>{searchWords(search, range.zone)}</span>
        <span>{rangeWords({ ...range, until: range.until ?? until })}</span>
        {connection === null && (
          <span className={common.warning}>
            This connection was deleted; what was read can still be opened and exported.
          </span>
        )}
      </p>
      <p className={`${common.hint} ${styles.facts}`}>
        {isFinished && <span>{countWords(snapshot.rows, 'event')}</span>}
        <span>{readWords(snapshot, zone)}</span>
        <span>{sizeWords(snapshot.bytes)}</span>
        <span>{keptWords(snapshot, zone)}</span>
        {closed !== null && closed.note !== '' && <q className={styles.closingNote}>{shortened(closed.note, 300)}</q>}
      </p>
      {form !== null && (
        <SnapshotForm
          key={form}
          form={form}
          snapshot={snapshot}
          snapshots={snapshots}
          connections={connection === null ? [] : [connection]}
          onClose={closeForm}
        />
      )}
    </li>
  )
}

interface MoreProps
  extends Pick<SnapshotItemProps, 'snapshot' | 'snapshots' | 'connection' | 'onTakeAgain' | 'onExport'> {
  button: RefObject<HTMLButtonElement | null>
  onForm: (form: FormName) => void
}

function More(props: MoreProps) {
  const { snapshot, connection, snapshots, onForm, onTakeAgain, onExport } = props
  const { id, name, status, closed } = snapshot
  const isFinished = status.state === 'finished'
  return (
    <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          ref={props.button}
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`More for ${shortened(name, 60)}`}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onForm('rename')}>Rename…</Menu.Item>
        {isFinished && onExport && <Menu.Item onClick={() => onExport(snapshot)}>Export…</Menu.Item>}
        {isFinished && (
          <Menu.Item disabled={connection === null} onClick={() => onTakeAgain(snapshot)}>
            Take again
          </Menu.Item>
        )}
        {isFinished && closed === null && (
          <Menu.Item disabled={connection === null} onClick={() => onForm('close')}>
            Mark as closed…
          </Menu.Item>
        )}
        {closed !== null && (
          <Menu.Item onClick={() => void notifyOutcome(snapshots.close(id, null))}>Remove the “closed” mark</Menu.Item>
        )}
        {(status.state === 'reading' || status.state === 'waiting') && (
          <Menu.Item onClick={() => void notifyOutcome(snapshots.pause(id))}>Pause</Menu.Item>
        )}
        <Menu.Item onClick={() => onForm('delete-after')}>Delete automatically…</Menu.Item>
        <Menu.Item onClick={() => onForm('delete')}>Delete…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function readWords({ begunAt, endedAt }: SnapshotSummary, zone: string): string {
  return endedAt === null
    ? `started ${momentWords(begunAt, zone) ?? begunAt}`
    : `read ${momentWords(endedAt, zone) ?? endedAt}`
}

/** "deleted after 31 Dec 2026"; null if it is kept. */
function keptWords({ begunAt, deleteAfterDays, closed }: SnapshotSummary, zone: string): string | null {
  if (deleteAfterDays === null) return null
  if (closed !== null) return 'not deleted while it is closed'
  const at = new Date(Date.parse(begunAt) + deleteAfterDays * 86_400_000).toISOString()
  return `deleted after ${momentWords(at, zone)?.split(',')[0] ?? at}`
}
