// One snapshot of the list: its search, its verdict and its actions; or why its file cannot be opened.

import { ActionIcon, Box, Button, Group, Menu } from '@mantine/core'
import { IconAlertTriangle, IconCopyCheck, IconDots } from '@tabler/icons-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary, UnreadableSnapshot } from '../../../shared/snapshot/snapshot.ts'
import { rangeRead, rangeWords } from '../../../shared/snapshot/snapshot-range.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import { searchWords } from '../../live/searches/search-words.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import { Badge } from '../../ui/badge.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { momentWords } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { notifyOutcome } from '../../ui/notify.tsx'
import { VerdictBadge } from '../evidence/verdict-badge.tsx'
import { readingWords } from '../queue/reading-words.ts'
import { KEEP_CLOSING, NO_LONGER_CLOSING } from '../store/compared-snapshots.ts'
import type { Snapshots } from '../store/page-snapshots.ts'
import type { ReadingPace } from '../store/watched-readings.ts'
import { type FormName, SnapshotForm } from './snapshot-form.tsx'

interface SnapshotItemProps {
  /** Its place in the list, for the focus (`useListFocus`). */
  slot: number
  snapshot: SnapshotSummary
  pace: ReadingPace | null
  snapshots: Snapshots
  /** The connection as it is now; null: deleted. */
  connection: Connection | null
  zone: string
  /** Readings that were made for it: shown with it, and deleted with it. */
  madeForIt: readonly SnapshotSummary[]
  /** Null where none can be opened. */
  onOpen: ((snapshotId: string) => void) | null
  onTakeAgain: () => void
  onExport: () => void
}

const NAME_CHARACTERS = 200

export function SnapshotItem(props: SnapshotItemProps) {
  const { slot, snapshot, madeForIt, pace, connection, zone, snapshots, onOpen } = props
  const { id, name, status, search, range, closed } = snapshot
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
    <Box
      component="li"
      px={12}
      py={10}
      data-slot={slot}
      data-snapshot={id}
      data-state={status.state}
      aria-labelledby={nameId}
    >
      <Group wrap="nowrap" gap="sm">
        <span id={nameId} className={`${common.cut} ${common.strong}`} title={name}>
          {shortened(name, NAME_CHARACTERS)}
        </span>
        {status.state === 'finished' ? (
          <VerdictBadge verdict={status.verdict} />
        ) : (
          <Box component="span" flex="1 2 0" miw={120} className={common.hint}>
            {[reading?.state, ...(reading?.figures ?? [])].join(' · ')}
          </Box>
        )}
        {closed !== null && (
          <Badge tone="plain" title={closed.note}>
            <IconCopyCheck size={13} stroke={1.8} aria-hidden />
            Closing copy
          </Badge>
        )}
        <Group wrap="nowrap" gap={4} ml="auto" flex="none">
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
        </Group>
      </Group>
      <Box component="p" mt={4} className={`${common.hint} ${common.facts}`}>
        <ConnectionMark name={snapshot.connection.name} connection={connection} />
        <span>{searchWords(search, range.zone)}</span>
        <span>{rangeWords(rangeRead(snapshot))}</span>
        {connection === null && (
          <span className={common.warning}>
            This connection was deleted; what was read can still be opened and exported.
          </span>
        )}
      </Box>
      <Box component="p" mt={4} className={`${common.hint} ${common.facts}`}>
        {isFinished && <span>{countWords(snapshot.rows, 'event')}</span>}
        <span>{readWords(snapshot, zone)}</span>
        <span>{sizeWords(snapshot.bytes)}</span>
        <span>{keptWords(snapshot, zone)}</span>
        {closed !== null && closed.note !== '' && (
          <Box component="q" flex="1 1 100%">
            {shortened(closed.note, 300)}
          </Box>
        )}
      </Box>
      {madeForIt.length > 0 && <MadeForIt readings={madeForIt} onOpen={onOpen} />}
      {form !== null && (
        <SnapshotForm
          key={form}
          form={form}
          snapshot={snapshot}
          madeForIt={madeForIt}
          snapshots={snapshots}
          connections={connection === null ? [] : [connection]}
          onClose={closeForm}
        />
      )}
    </Box>
  )
}

const MOST_MADE = 20

function MadeForIt({ readings, onOpen }: { readings: readonly SnapshotSummary[] } & Pick<SnapshotItemProps, 'onOpen'>) {
  const more = readings.length - MOST_MADE
  return (
    <div className={common.hint}>
      <Box component="p" mt={4}>
        Read for it, and deleted with it:
      </Box>
      <ul className={common.bullets} aria-label="Read for it">
        {readings.slice(0, MOST_MADE).map(({ id, name, status, rows, bytes }) => (
          <li key={id} data-made-for-snapshot={id}>
            {status.state === 'finished' && onOpen ? (
              <LinkButton tone="accent" quiet aria-label={`Open ${shortened(name, 120)}`} onClick={() => onOpen(id)}>
                {shortened(name, 120)}
              </LinkButton>
            ) : (
              shortened(name, 120)
            )}
            {status.state === 'finished'
              ? `, ${countWords(rows, 'event')}, ${sizeWords(bytes)}`
              : ', not finished; see “Taking snapshot”'}
          </li>
        ))}
        {more > 0 && <li>and {countWords(more, 'more reading')}</li>}
      </ul>
    </div>
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
        {isFinished && <Menu.Item onClick={onExport}>Export…</Menu.Item>}
        {isFinished && (
          <Menu.Item disabled={connection === null} onClick={onTakeAgain}>
            Take again
          </Menu.Item>
        )}
        {isFinished && closed === null && (
          <Menu.Item disabled={connection === null} onClick={() => onForm('close')}>
            {KEEP_CLOSING}…
          </Menu.Item>
        )}
        {closed !== null && (
          <Menu.Item onClick={() => void notifyOutcome(snapshots.close(id, null))}>{NO_LONGER_CLOSING}</Menu.Item>
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
  if (closed !== null) return 'not deleted while it is a closing copy'
  const at = new Date(Date.parse(begunAt) + deleteAfterDays * 86_400_000).toISOString()
  return `deleted after ${momentWords(at, zone)?.split(',')[0] ?? at}`
}

interface UnreadableItemProps {
  slot: number
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

/** It says what can still be done. */
const ADVICE: Record<UnreadableSnapshot['why'], string> = {
  newer: 'Open it with that Eventscope, or delete it and load its search again here.',
  older: 'Open it with that Eventscope, or delete it and load its search again here.',
  'other-key': 'Start Eventscope with the key that encrypted it, or delete it and load its search again.',
  damaged: 'It is kept in case it can still be read. Load its search again, and delete this one when nobody needs it.',
  disk: 'Check that the disk is there and that the file may be read, or delete it.',
}

/** A snapshot whose file cannot be opened: why, and a way to delete it. */
export function UnreadableItem({ slot, unreadable: { id, why, words, bytes }, onDelete }: UnreadableItemProps) {
  const [isSure, setSure] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  /** The button that was pressed goes: what stands first then, "Keep it" or "Delete…", has the focus. */
  const ask = (isAsked: boolean) => {
    flushSync(() => setSure(isAsked))
    buttons.current?.querySelector('button')?.focus()
  }
  const [failure, setFailure] = useState<Failure | null>(null)
  async function remove() {
    const done = await onDelete()
    if (!done.ok) setFailure(done.failure)
  }
  return (
    <Box component="li" px={12} py={10} data-slot={slot} data-snapshot={id} data-unreadable={why}>
      <Group wrap="nowrap" gap="sm">
        <IconAlertTriangle size={15} stroke={1.8} className={`${common.warning} ${common.rigid}`} aria-hidden />
        <span className={`${common.cut} ${common.strong}`}>{TITLES[why]}</span>
        <Box component="span" flex="1 2 0" miw={120} className={common.hint}>
          {sizeWords(bytes)}
        </Box>
        <Group ref={buttons} wrap="nowrap" gap={4} ml="auto" flex="none">
          {isSure ? (
            <>
              <Button variant="default" size="compact-sm" onClick={() => ask(false)}>
                Keep it
              </Button>
              <Button size="compact-sm" className={common.dangerButton ?? ''} onClick={() => void remove()}>
                Delete it
              </Button>
            </>
          ) : (
            <Button variant="default" size="compact-sm" onClick={() => ask(true)}>
              Delete…
            </Button>
          )}
        </Group>
      </Group>
      <Box component="p" mt={4} className={`${common.hint} ${common.facts}`}>
        {words} {ADVICE[why]}
      </Box>
      {failure && <FailureNotice failure={failure} compact />}
    </Box>
  )
}
