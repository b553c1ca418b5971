// A search under way, over the rows that stay: how long it has taken, its retries aloud, and the way to stop it.
import { Button, Loader } from '@mantine/core'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import { elapsedWords, waitWords } from '../../../shared/time/duration-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { CallProgress } from '../store/queries.ts'
import styles from './results-pane.module.css'

/** Elapsed time is said from here on. */
const SAID_AFTER_MS = 2_000
const TICK_MS = 250

interface SearchProgressProps {
  /** Date.now() when the search began. */
  startedAt: number
  progress: CallProgress
  onCancel: () => void
}

export function SearchProgress({ startedAt, progress, onCancel }: SearchProgressProps) {
  const now = useNow(TICK_MS)
  const elapsedMs = Math.max(0, now - startedAt)
  const { waiting } = progress
  // `now` may be a tick older than the wait.
  const leftSeconds = waiting ? Math.ceil(Math.min(waiting.waitMs, waiting.at + waiting.waitMs - now) / 1000) : 0
  const words = progressWords(progress) ?? (elapsedMs < SAID_AFTER_MS ? null : 'Still searching')

  return (
    <div className={styles.progress} data-at-once={words !== null || undefined}>
      <Loader size={14} aria-hidden />
      {/* The words alone are announced; the seconds beside them would be read out one by one. */}
      <span role="status" className={styles.words}>
        {words ?? ''}
      </span>
      <span key={words === null ? 'searching' : 'seconds'} className={styles.seconds} aria-hidden>
        {words === null ? 'Searching' : secondsWords(leftSeconds, elapsedMs)}
      </span>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        Cancel search
      </Button>
    </div>
  )
}

function secondsWords(leftSeconds: number, elapsedMs: number): string {
  const elapsed = elapsedWords(elapsedMs)
  return leftSeconds > 0 ? `${leftSeconds} s left · ${elapsed} so far` : elapsed
}

/** What is worth saying about a search under way; null while its first attempt runs. */
export function progressWords({ attempt, of, waiting }: CallProgress): string | null {
  if (waiting === null) return attempt > 1 ? `Retrying (${attempt} of ${of})` : null
  const { next, waitMs, asked, because } = waiting
  const retrying = `Retrying (${next} of ${of})`
  if (asked) return `${retrying}, the service asked to wait ${waitWords(waitMs)}`
  return `${retrying} in ${waitWords(waitMs)}: ${cause(because)}`
}

function cause(failure: Failure): string {
  const { title, http } = failureWords(failure)
  const status = http === null || title.includes(String(http.status)) ? '' : ` (${http.status})`
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}${status}`
}
