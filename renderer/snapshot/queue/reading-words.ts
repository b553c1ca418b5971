// A reading in words: how far it is, why it is paused, and how to resume it.
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { DISK_FULL, failureWords } from '../../../shared/failure/failure-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { waitWords } from '../../../shared/time/duration-words.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import type { ReadingPace } from '../store/watched-readings.ts'

export interface ReadingWords {
  /** It says what it is doing. */
  state: string
  /** Each a few words, the most important ones first. */
  figures: string[]
  /** It goes from 0 to 1; null where nobody knows how many there are. */
  share: number | null
}

/** @param now this machine's clock, ms since the epoch */
export function readingWords(snapshot: SnapshotSummary, pace: ReadingPace | null, now: number): ReadingWords {
  const { status, progress } = snapshot
  const events = progress?.events ?? snapshot.rows
  const total = progress?.total ?? null
  const isCounting = progress?.phase === 'recounting'
  const isAllRead = isCounting || total === 0
  const share = isAllRead ? 1 : total === null ? null : Math.min(1, events / total)
  const state = {
    waiting: 'Waiting for its turn',
    reading: isCounting ? 'Counting again' : 'Reading',
    paused: 'Paused',
    finished: 'Finished',
    deleted: 'Deleted',
  }[status.state]
  const count =
    total === null || isCounting
      ? countWords(events, 'event')
      : `${grouped(Math.min(events, total))} of ${countWords(total, 'event')}`
  return {
    state,
    share,
    figures: [
      status.state === 'waiting' ? 'two are read at a time' : count,
      ...(status.state === 'reading' ? paceWords(snapshot, pace, now) : []),
      ...(progress && progress.leftOut > 0 ? [`${grouped(progress.leftOut)} outside the range`] : []),
      ...(progress && progress.misfits > 0 ? [`${grouped(progress.misfits)} not matching a filter`] : []),
    ],
  }
}

function paceWords({ progress }: SnapshotSummary, pace: ReadingPace | null, now: number): string[] {
  if (progress === null) return []
  const { requests, atOnce, heldUntil } = progress
  const held =
    heldUntil === null || heldUntil <= now ? null : `waiting ${waitWords(heldUntil - now)}, as the service asked`
  return [
    ...(held === null ? [] : [held]),
    ...(pace === null || held !== null ? [] : [`${grouped(Math.round(pace.eventsPerSecond))} per second`]),
    ...(pace?.leftMs == null || held !== null ? [] : [`about ${waitWords(pace.leftMs)} left`]),
    `${countWords(requests, 'request')}, ${grouped(atOnce)} at once`,
  ]
}

export interface PausedWords {
  title: string
  advice: string
  /** The message of the service or the system. */
  detail: string | null
  /** How to continue: a button, a new API key, or the confirmation that the account is the same. */
  next: 'resume' | 'key' | 'account' | 'none'
}

/**
 * The words for a failed page would not fit here.
 * @param connection as it is now; null: deleted
 * @param isReturning whether it resumes by itself
 */
export function pausedWords(
  snapshot: SnapshotSummary,
  because: Failure,
  connection: Connection | null,
  isReturning: boolean,
): PausedWords {
  const { title, cause, detail, http } = failureWords(because)
  const explanation = http?.serviceMessage ?? detail
  const resume = (advice: string): PausedWords => ({ title, advice, detail: explanation, next: 'resume' })
  switch (because.kind) {
    case 'token-refused':
    case 'no-token':
      return {
        title,
        advice: 'What was read is kept. Enter an API key to continue from here.',
        detail: explanation,
        next: 'key',
      }
    case 'forbidden':
      return { title, advice: `What was read is kept. ${ASK_ISSUER}`, detail: explanation, next: 'key' }
    case 'no-connection':
      return { title: 'Its connection was deleted', advice: STOP_IT, detail: null, next: 'none' }
    case 'connection-changed':
      return changedWords(snapshot, connection)
    case 'disk':
      return diskWords(snapshot, because.detail)
    default: {
      const known = cause === '' ? '' : `${cause} `
      return resume(
        `${known}What was read is kept. ${isReturning ? 'It resumes by itself as soon as that is over.' : RESUME}`,
      )
    }
  }
}

const RESUME = 'Choose Resume to continue from here.'
const STOP_IT = 'What was read is kept. Stop it to keep that as an incomplete snapshot.'
const ASK_ISSUER = 'Ask whoever issued the key to allow that, or enter another key.'

function changedWords(snapshot: SnapshotSummary, connection: Connection | null): PausedWords {
  const { title, cause, isAskedFor } = changedConnectionWords(snapshot, connection)
  if (isAskedFor) return { title, advice: cause, detail: null, next: 'account' }
  const advice = `${cause} Restore that address and choose Resume, or stop it to keep what was read as an incomplete snapshot.`
  return { title, advice, detail: null, next: 'resume' }
}

function diskWords(snapshot: SnapshotSummary, detail: string): PausedWords {
  if (!/disk is full|no space|ENOSPC|quota/i.test(detail)) {
    const advice = `What was read is kept. ${RESUME}`
    return { title: 'Its file could not be written or read', advice, detail, next: 'resume' }
  }
  const needed = bytesNeeded(snapshot)
  const room = needed === null ? 'Free some space' : `${neededWords(needed)} Free some space`
  return {
    title: DISK_FULL,
    advice: `What was read is kept. ${room}, then choose Resume.`,
    detail: SAYS_NO_MORE.test(detail) ? null : detail,
    next: 'resume',
  }
}

/** Details that only repeat the title. */
const SAYS_NO_MORE = /^(the|database or) disk is full\.?$/i

/** The final recount needs little space. */
const neededWords = (bytes: number) =>
  bytes === 0 ? 'Everything is read; finishing needs less than 1 MB more.' : `The rest needs about ${sizeWords(bytes)}.`

/** Bytes that the rest will need, extrapolated from the rows read so far; null if there is nothing to go by. */
function bytesNeeded({ bytes, rows, progress }: SnapshotSummary): number | null {
  const total = progress?.total ?? null
  const read = progress?.events ?? rows
  if (total === null || read < 100) return null
  if (total <= read) return 0
  return Math.ceil((bytes / read) * (total - read))
}

interface ChangedConnectionWords {
  title: string
  /** This is what the changed connection means for the snapshot. */
  cause: string
  /** Whether the user can confirm that the account is the same. */
  isAskedFor: boolean
}

/**
 * Why a snapshot may not use its connection, which is not the same as when it was begun.
 * @param connection as it is now; null: deleted
 */
export function changedConnectionWords(
  { connection: { baseUrl } }: Pick<SnapshotSummary, 'connection'>,
  connection: Pick<Connection, 'baseUrl'> | null,
): ChangedConnectionWords {
  if (connection !== null && connection.baseUrl !== baseUrl) {
    const cause = `It now uses ${connection.baseUrl}, and this was started with ${baseUrl}.`
    return { title: 'Its connection has another base URL', cause, isAskedFor: false }
  }
  return {
    title: 'Is the new API key for the same account?',
    cause: 'The connection has another API key than when this was started. Events of two accounts are never mixed.',
    isAskedFor: true,
  }
}
