// How far a reading is, in words.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { waitWords } from '../../../shared/time/duration-words.ts'
import type { ReadingPace } from '../store/reading-pace.ts'

export interface ReadingWords {
  /** What it is doing. */
  state: string
  /** Each a few words, the most important ones first. */
  figures: string[]
  /** From 0 to 1; null where nobody knows how many there are. */
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
