// The readings below the panes, one in a line: its name, its progress, what stopped it, and what can be done.
import { ActionIcon, Box, Button, Group, Menu, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import { ReplaceToken } from '../../connections/token-field.tsx'
import type { ConnectionActions } from '../../connections/use-connections.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { notifyOutcome } from '../../ui/notify.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { PageSnapshots } from '../store/page-snapshots.ts'
import type { ReadingPace } from '../store/watched-readings.ts'
import { type PausedWords, pausedWords, readingWords } from './reading-words.ts'
import styles from './taking.module.css'

/** Readings under way, then waiting, then paused ones. */
const ORDER = ['reading', 'waiting', 'paused']

/** This is what is asked of exports: a reading that was begun for a file is shown with the file. */
interface ReadingsForFiles {
  isForFile: (snapshotId: string) => boolean
  subscribe: (listener: () => void) => () => void
  /** Another object whenever `isForFile` may have another answer. */
  state: () => unknown
}

interface ReadingsProps {
  snapshots: PageSnapshots
  /** Null until loaded. */
  exports: ReadingsForFiles | null
  connections: Connection[]
  actions: Pick<ConnectionActions, 'replaced' | 'decideAccount'>
}

/** The region "Taking snapshot": every unfinished reading, whatever is on screen and whichever connection is open. */
export function Readings({ snapshots, exports, connections, actions: { replaced, decideAccount } }: ReadingsProps) {
  const { list, paces, returning } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  useSyncExternalStore(exports?.subscribe ?? noChanges, () => exports?.state() ?? null)
  /** Stays while the dialog closes. */
  const [tokenFor, setTokenFor] = useState<{ snapshotId: string; connection: Connection } | null>(null)
  const [isReplacing, setReplacing] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const actions: ReadingActions = {
    pause: (id) => void notifyOutcome(snapshots.pause(id)),
    resume(id, sameAccount) {
      const reading = list?.snapshots.find((one) => one.id === id)
      const known = connections.find((one) => one.id === reading?.connection.id)
      // Rows cached under the earlier key belong to that account too.
      if (sameAccount && known && known.hiddenAccount !== null) decideAccount(known.id, true)
      return notifyOutcome(snapshots.resume(id, sameAccount))
    },
    stop: (id, keep) => void notifyOutcome(snapshots.stop(id, keep)),
    replaceToken(snapshotId, connectionId) {
      const connection = connections.find(({ id }) => id === connectionId)
      if (connection === undefined) return
      setTokenFor({ snapshotId, connection })
      setReplacing(true)
    },
  }
  const readings = (list?.snapshots ?? [])
    .filter(({ id, status: { state } }) => {
      // A paused reading is shown here even if it is for a file, with everything that can be done about it.
      return state === 'paused' ? !hidden.has(id) : ORDER.includes(state) && !exports?.isForFile(id)
    })
    .toSorted((a, b) => ORDER.indexOf(a.status.state) - ORDER.indexOf(b.status.state))
  return (
    <>
      {readings.length > 0 && (
        <section className={styles.region} aria-label="Taking snapshot">
          <ul className={`${common.list} ${common.divided}`}>
            {readings.map((reading) => (
              <ReadingRow
                key={reading.id}
                reading={reading}
                pace={paces.get(reading.id) ?? null}
                isReturning={returning.has(reading.id)}
                connection={connections.find(({ id }) => id === reading.connection.id) ?? null}
                actions={actions}
                onHide={() => setHidden((before) => new Set(before).add(reading.id))}
              />
            ))}
          </ul>
        </section>
      )}
      {tokenFor !== null && (
        <ReplaceToken
          opened={isReplacing}
          connection={tokenFor.connection}
          onReplaced={(connection) => {
            setReplacing(false)
            replaced(connection)
            void notifyOutcome(snapshots.resume(tokenFor.snapshotId))
          }}
          onClose={() => setReplacing(false)}
        />
      )}
    </>
  )
}

const noChanges = () => () => {}

interface ReadingActions {
  pause: (snapshotId: string) => void
  /** Resolves once the reading continues, or has turned out to stay paused. */
  resume: (snapshotId: string, sameAccount?: boolean) => Promise<void>
  /** Stops it for good: keeps what was read as incomplete, or deletes it. */
  stop: (snapshotId: string, keep: boolean) => void
  /** Asks for a new API key for its connection, and continues. */
  replaceToken: (snapshotId: string, connectionId: string) => void
}

interface ReadingRowProps {
  reading: SnapshotSummary
  pace: ReadingPace | null
  /** Whether it resumes by itself. */
  isReturning: boolean
  /** The connection as it is now; null: deleted. */
  connection: Connection | null
  actions: ReadingActions
  /** Hides it here; it stays in the list of snapshots. */
  onHide: () => void
}

const NAME_CHARACTERS = 120
/** Shown for a reading that an earlier run of Eventscope left unfinished. */
const LEFT_BEHIND =
  'Eventscope closed while this was being read. What was read is kept. Choose Resume to continue from here.'

function ReadingRow(props: ReadingRowProps) {
  const { reading, pace, connection, isReturning, actions, onHide } = props
  const { id, name, status } = reading
  const nameId = useId()
  const { state, figures, share } = readingWords(reading, pace, useNow(1_000))
  const because = status.state === 'paused' ? status.because : null
  const trouble = because && pausedWords(reading, because, connection, isReturning)
  const percent = share === null ? undefined : Math.floor(share * 100)
  const isPaused = status.state === 'paused'
  const { failedTries, resume } = useResume(isPaused, (sameAccount) => actions.resume(id, sameAccount))
  return (
    <li className={styles.reading} aria-labelledby={nameId} data-snapshot={id} data-state={status.state}>
      <div className={styles.line}>
        <ConnectionMark name={reading.connection.name} connection={connection} />
        <span id={nameId} className={`${common.cut} ${common.strong} ${styles.name}`} title={name}>
          {shortened(name, NAME_CHARACTERS)}
        </span>
        <span className={`${common.hint} ${common.rigid}`}>{state}</span>
        <span className={`${common.cut} ${common.hint} ${styles.figures}`}>{figures.join(' · ')}</span>
      </div>
      <div
        role="progressbar"
        aria-labelledby={nameId}
        aria-valuetext={[state, ...figures].join(', ')}
        {...(percent === undefined ? {} : { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent })}
        className={styles.bar}
        data-unknown={percent === undefined || undefined}
      >
        <span className={styles.filled} style={share === null ? {} : { width: `${share * 100}%` }} />
      </div>
      <Group wrap="nowrap" gap={8} className={styles.buttons ?? ''}>
        {isPaused ? (
          <Resume
            next={trouble?.next ?? 'resume'}
            onResume={resume}
            onReplaceToken={() => actions.replaceToken(id, reading.connection.id)}
          />
        ) : (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlayerPause size={14} aria-hidden />}
            onClick={() => actions.pause(id)}
          >
            Pause
          </Button>
        )}
        <Stop events={reading.progress?.events ?? reading.rows} onStop={(keep) => actions.stop(id, keep)} />
        {isPaused && (
          <Tooltip label="Hide it here: it stays in “Snapshots”">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={`Hide ${shortened(name, 60)}`}
              onClick={onHide}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {trouble !== null && (
        <Trouble key={failedTries} {...trouble} isTriedAgain={failedTries > 0 && trouble.next === 'resume'} />
      )}
      {isPaused && trouble === null && reading.progress === null && (
        <p className={`${common.dim} ${styles.resting}`}>{LEFT_BEHIND}</p>
      )}
    </li>
  )
}

function Trouble({ title, advice, detail, isTriedAgain }: PausedWords & { isTriedAgain: boolean }) {
  return (
    <div role="alert" className={`${common.warningBox} ${common.marked} ${styles.trouble}`}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <p>
        <b>
          {isTriedAgain && 'Tried again. '}
          {shortened(/[?!]$/.test(title) ? title : `${title}.`, 300)}
        </b>{' '}
        {shortened(advice, 1_000)}
        {detail !== null && <q className={styles.detail}>{shortened(detail, 500)}</q>}
      </p>
    </div>
  )
}

interface ResumeProps {
  next: PausedWords['next']
  onResume: (sameAccount?: boolean) => void
  onReplaceToken: () => void
}

function Resume({ next, onResume, onReplaceToken }: ResumeProps) {
  const resume = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      onClick={() => onResume()}
    >
      Resume
    </Button>
  )
  switch (next) {
    case 'resume':
      return resume
    case 'key':
      return (
        <>
          <Button variant="filled" size="compact-sm" onClick={onReplaceToken}>
            Enter API key
          </Button>
          {resume}
        </>
      )
    case 'account':
      return (
        <Button variant="filled" size="compact-sm" onClick={() => onResume(true)}>
          Same account: continue
        </Button>
      )
    case 'none':
      return null
  }
}

function Stop({ events, onStop }: { events: number; onStop: (keep: boolean) => void }) {
  return (
    <Menu position="top-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="compact-sm">
          Stop
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onStop(true)} aria-description="It cannot be resumed after that">
          Keep as incomplete
          <Box component="span" display="block" className={common.faint} aria-hidden>
            {countWords(events, 'event')}; cannot be resumed after that
          </Box>
        </Menu.Item>
        <Menu.Item onClick={() => onStop(false)} aria-description="What was read is deleted">
          Discard
          <Box component="span" display="block" className={common.faint} aria-hidden>
            What was read is deleted
          </Box>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Counts how often "Resume" had no effect since the reading paused, so that a repeated message is announced again and
 * seen to be new. @param onResume resolves once the reading continues, or has turned out to stay paused
 */
function useResume(isPaused: boolean, onResume: (sameAccount?: boolean) => Promise<void>) {
  const [failedTries, setFailedTries] = useState(0)
  const isStillPaused = useRef(isPaused)
  useEffect(() => {
    isStillPaused.current = isPaused
    if (!isPaused) setFailedTries(0)
  }, [isPaused])
  async function resume(sameAccount?: boolean) {
    await onResume(sameAccount)
    if (isStillPaused.current) setFailedTries((before) => before + 1)
  }
  return { failedTries, resume: (sameAccount?: boolean) => void resume(sameAccount) }
}
