// What successive lists of snapshots show of readings: how fast each is, which resume by themselves, which finished.
import { failureCourse } from '../../../shared/failure/failure.ts'
import type { ReadingProgress, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Later } from '../../ui/later.ts'
import { createReturnPoll, type ReturnPoll } from '../../ui/return-poll.ts'

export type FinishedSnapshot = SnapshotSummary & { status: { state: 'finished' } }

export interface WatchedReadingsEffects {
  /** Milliseconds since the epoch. */
  now: () => number
  later: Later
  /** Whether the window is hidden: then no reading is resumed automatically. */
  isHidden: () => boolean
  resume: (snapshotId: string) => void
}

/** Compares each list of snapshots with the one before. */
export function createWatchedReadings({ now, later, isHidden, resume }: WatchedReadingsEffects) {
  /** IDs of snapshots that were unfinished when last seen. */
  const unfinished = new Set<string>()
  const meters = new Map<string, PaceMeter>()
  const returns = createReadingReturns(later, isHidden, resume)

  function forget(id: string) {
    meters.delete(id)
    returns.forget(id)
    unfinished.delete(id)
  }

  /** Follows a snapshot's pace while it is read, and its automatic resumption while the service is unreachable. */
  function follow(snapshot: SnapshotSummary, isWatching: boolean) {
    const { id, status, progress } = snapshot
    const meter = meters.get(id) ?? createPaceMeter()
    if (status.state === 'reading' && progress !== null) {
      meter.note(progress, now())
      meters.set(id, meter)
    } else {
      meters.delete(id)
    }
    if (isWatching) returns.note(snapshot, (meter.pace()?.eventsPerSecond ?? 0) > 0)
  }

  return {
    /** Takes the present list. @returns those that were unfinished before and are finished */
    note(snapshots: readonly SnapshotSummary[], isWatching: boolean): FinishedSnapshot[] {
      const finished = snapshots.filter(isFinished).filter(({ id }) => unfinished.has(id))
      for (const snapshot of snapshots) {
        if (isFinished(snapshot)) unfinished.delete(snapshot.id)
        else unfinished.add(snapshot.id)
        follow(snapshot, isWatching)
      }
      const known = new Set(snapshots.map(({ id }) => id))
      for (const id of [...meters.keys(), ...unfinished]) if (!known.has(id)) forget(id)
      return finished
    },
    /** Just begun: it counts as finished later, even when no list has it before that. */
    begun: (id: string) => void unfinished.add(id),
    /** Stopped by the user: it does not count as finished later. */
    stopped: (id: string) => void unfinished.delete(id),
    /** Resumed by the user, so not automatically as well. */
    resumed: returns.forget,
    /** They are by ID; absent until known. */
    paces(): ReadonlyMap<string, ReadingPace> {
      const paces = new Map<string, ReadingPace>()
      for (const [id, meter] of meters) {
        const pace = meter.pace()
        if (pace !== null) paces.set(id, pace)
      }
      return paces
    },
    /** IDs of paused readings that resume by themselves. */
    returning: returns.ids,
    stop: returns.stop,
  }
}

/** Whether the reading of a snapshot has ended. */
export const isFinished = (snapshot: SnapshotSummary): snapshot is FinishedSnapshot =>
  snapshot.status.state === 'finished'

/** Resumes readings that paused because the service was unreachable, retrying ever less often. */
function createReadingReturns(later: Later, isHidden: () => boolean, resume: (id: string) => void) {
  const polls = new Map<string, ReturnPoll>()
  /** IDs whose next attempt is scheduled. */
  const awaited = new Set<string>()

  function forget(id: string) {
    polls.get(id)?.stop()
    polls.delete(id)
    awaited.delete(id)
  }

  return {
    /** Takes a reading's current state; `isMoving`: it is being read, and events arrive. */
    note({ id, status }: Pick<SnapshotSummary, 'id' | 'status'>, isMoving: boolean) {
      const mayReturn = status.state === 'paused' && status.because !== null && failureCourse(status.because).lookAgain
      const isTrying = (status.state === 'reading' || status.state === 'waiting') && !isMoving
      if (!mayReturn && !isTrying) return forget(id)
      // While it tries, its poll is kept, so that the next pause is longer than the one before.
      if (!mayReturn || awaited.has(id)) return
      const before = polls.get(id)
      const poll =
        before ??
        createReturnPoll(later, isHidden, () => {
          awaited.delete(id)
          resume(id)
        })
      polls.set(id, poll)
      const isScheduled = before === undefined ? poll.start(0) : poll.again(0)
      if (isScheduled) awaited.add(id)
    },
    /** It is called for a reading that was deleted, has finished, or was resumed by the user. */
    forget,
    /** IDs of readings that will be resumed. */
    ids: (): ReadonlySet<string> => new Set(awaited),
    stop() {
      for (const id of [...polls.keys()]) forget(id)
    },
  }
}

/** "2,100 events a second", "about 30 s left". */
export interface ReadingPace {
  eventsPerSecond: number
  /** It lasts until all events are read; null where nobody knows how many there are, or they are counted again. */
  leftMs: number | null
}

interface PaceMeter {
  /** Notes progress at `now`, in ms since the epoch. */
  note(progress: ReadingProgress, now: number): void
  /** Null until there is enough to compute it from. */
  pace(): ReadingPace | null
}

/** Older measurements say little about now. */
const WINDOW_MS = 15_000
/** A shorter window would make the figure jump. */
const LEAST_MS = 900
/** A longer gap between measurements is a pause: nothing is computed across it. */
const LONGEST_GAP_MS = 5_000

/** Measures over the last 15 s. Starts over after a gap of more than 5 s, or if there are fewer events than before. */
export function createPaceMeter(): PaceMeter {
  let noted: { now: number; events: number }[] = []
  let latest: ReadingProgress | null = null

  return {
    note(progress, now) {
      const last = noted.at(-1)
      const startsOver = last !== undefined && (now - last.now > LONGEST_GAP_MS || progress.events < last.events)
      noted = startsOver ? [] : noted.filter((one) => now - one.now <= WINDOW_MS)
      noted.push({ now, events: progress.events })
      latest = progress
    },
    pace() {
      const [first, last] = [noted[0], noted.at(-1)]
      if (first === undefined || last === undefined || latest === null || last.now - first.now < LEAST_MS) return null
      const eventsPerSecond = ((last.events - first.events) * 1000) / (last.now - first.now)
      const { total, phase } = latest
      const isKnown = total !== null && phase === 'reading' && eventsPerSecond > 0
      return {
        eventsPerSecond,
        leftMs: isKnown ? (Math.max(0, total - latest.events) * 1000) / eventsPerSecond : null,
      }
    },
  }
}
