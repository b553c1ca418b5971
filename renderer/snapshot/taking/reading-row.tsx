// One reading: its name, its progress, what stopped it, and what can be done.
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { ConnectionMark } from '../../connections/environment-badge.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { useNow } from '../../ui/use-now.ts'
import type { ReadingPace } from '../store/watched-readings.ts'
import { type PausedWords, pausedWords, readingWords } from './reading-words.ts'
import styles from './taking.module.css'

export interface ReadingActions {
  pause: (snapshotId: string) => void
  /** Resolves once the reading continues, or has turned out to stay paused. */
  resume: (snapshotId: string, sameAccount?: boolean) => Promise<void>
  /** For good: keeps what was read as incomplete, or deletes it. */
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

export function ReadingRow(props: ReadingRowProps) {
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
        <span id={nameId} className={styles.name} title={name}>
          {shortened(name, NAME_CHARACTERS)}
        </span>
        <span className={`${common.hint} ${styles.state}`}>{state}</span>
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
      <div className={styles.buttons}>
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
      </div>
      {trouble !== null && (
        <Trouble key={failedTries} {...trouble} isTriedAgain={failedTries > 0 && trouble.next === 'resume'} />
      )}
      {isPaused && trouble === null && reading.progress === null && <p className={styles.resting}>{LEFT_BEHIND}</p>}
    </li>
  )
}

function Trouble({ title, advice, detail, isTriedAgain }: PausedWords & { isTriedAgain: boolean }) {
  return (
    <div role="alert" className={styles.trouble}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <p>
        <b>
          {isTriedAgain && 'Tried again. '}
          {shortened(title.replace(/(?<![?!])$/, '.'), 300)}
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
    default:
      return next satisfies never
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
          <span className={styles.note} aria-hidden>
            {countWords(events, 'event')}; cannot be resumed after that
          </span>
        </Menu.Item>
        <Menu.Item onClick={() => onStop(false)} aria-description="What was read is deleted">
          Discard
          <span className={styles.note} aria-hidden>
            What was read is deleted
          </span>
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
