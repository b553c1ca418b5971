// A search under way, over the rows that stay: how long it has taken, its retries aloud, and the way to stop it.
import { Button, Loader } from '@mantine/core'
import { elapsedWords } from '../../../shared/time/duration-words.ts'
import { useNow } from '../../ui/use-now.ts'
import type { CallProgress } from '../store/queries.ts'
import styles from './search-progress.module.css'
import { progressWords } from './waiting-words.ts'

/** Elapsed time is said from here on. */
const SAID_AFTER_MS = 2_000
const TICK_MS = 250

export function SearchProgress({
  startedAt,
  progress,
  onCancel,
}: {
  /** Date.now() when the search began. */
  startedAt: number
  progress: CallProgress
  onCancel: () => void
}) {
  const now = useNow(TICK_MS)
  const elapsedMs = Math.max(0, now - startedAt)
  const { waiting } = progress
  // `now` may be a tick older than the wait.
  const leftSeconds = waiting ? Math.ceil(Math.min(waiting.waitMs, waiting.at + waiting.waitMs - now) / 1000) : 0
  const words = progressWords(progress) ?? (elapsedMs < SAID_AFTER_MS ? null : 'Still searching')

  return (
    <div className={styles.box} data-at-once={words !== null || undefined}>
      <Loader size={14} aria-hidden />
      {/* The words alone are announced; the seconds beside them would be read out one by one. */}
      <span role="status" className={styles.words}>
        {words ?? ''}
      </span>
      <span className={styles.seconds} aria-hidden>
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
