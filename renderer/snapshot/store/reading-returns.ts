// Resumes readings that paused because the service was unreachable, retrying ever less often.
import { failureCourse } from '../../../shared/failure/failure-course.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { createReturnPoll, type ReturnPoll } from '../../live/store/return-poll.ts'
import type { Later } from '../../ui/later.ts'

export interface ReadingReturns {
  /** Its current state; `isMoving`: it is being read, and events arrive. */
  note(reading: Pick<SnapshotSummary, 'id' | 'status'>, isMoving: boolean): void
  /** It was deleted, finished, or resumed by the user. */
  forget(id: string): void
  /** IDs of readings that will be resumed. */
  ids(): ReadonlySet<string>
  stop(): void
}

export function createReadingReturns(
  later: Later,
  isHidden: () => boolean,
  goOn: (id: string) => void,
): ReadingReturns {
  const polls = new Map<string, ReturnPoll>()
  /** IDs whose next attempt is scheduled. */
  const awaited = new Set<string>()

  function forget(id: string) {
    polls.get(id)?.stop()
    polls.delete(id)
    awaited.delete(id)
  }

  return {
    note({ id, status }, isMoving) {
      const mayEnd = status.state === 'paused' && status.because !== null && failureCourse(status.because).lookAgain
      const isTrying = (status.state === 'reading' || status.state === 'waiting') && !isMoving
      if (!mayEnd && !isTrying) return forget(id)
      if (!mayEnd || awaited.has(id)) return
      const before = polls.get(id)
      const poll =
        before ??
        createReturnPoll(later, isHidden, () => {
          awaited.delete(id)
          goOn(id)
        })
      polls.set(id, poll)
      if (before === undefined ? poll.start(0) : poll.again(0)) awaited.add(id)
    },
    forget,
    ids: () => new Set(awaited),
    stop() {
      for (const id of [...polls.keys()]) forget(id)
    },
  }
}
