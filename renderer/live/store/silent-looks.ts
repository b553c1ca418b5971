// Asks for rows without a word: whether a service that was away is back, and whether the rows on screen have changed. What
// differs from them is offered, never pushed.
import type { SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import type { Later } from '../../ui/later.ts'
import type { AnswerQuery, Turns } from './answers.ts'
import { type SearchState, type ShownRows, sameRows } from './search-state.ts'

interface SilentLooksEffects {
  state: () => SearchState
  publish: (change: Partial<SearchState>) => void
  turns: Turns
  /** Asked once, without retries. */
  query: (request: SearchRequest) => AnswerQuery<SearchAnswer>
  later: Later
  isHidden: () => boolean
}

export function createSilentLooks({ state, publish, turns, query, later, isHidden }: SilentLooksEffects) {
  const poll = createReturnPoll(later, isHidden, () => void lookAgain())

  const confirmed = (shown: ShownRows | null, request: SearchRequest, answer: SearchAnswer): ShownRows => ({
    request,
    answer,
    fromCache: false,
    turn: shown?.turn ?? turns.number(),
  })

  /** Checks whether the service is back. */
  async function lookAgain() {
    const { request, shown } = state()
    const outcome = await turns.fetch(query(request))
    if (outcome === null) return
    if (outcome.ok) {
      const { value: answer } = outcome
      const isTaken = shown === null || (shown.request === request && sameRows(shown.answer, answer))
      if (isTaken) publish({ failure: null, shown: confirmed(shown, request, answer) })
      else publish({ failure: null, newer: { request, answer } })
    } else {
      const { failure } = outcome
      const autoRetry = failureCourse(failure).lookAgain && poll.again(askedToWait(failure))
      const shownFailure = state().failure
      // The notice names the wait that the service asks for.
      const isShown = failure.kind === shownFailure?.kind && askedToWait(failure) === askedToWait(shownFailure)
      if (!isShown || !autoRetry) publish({ failure: isShown ? shownFailure : failure, autoRetry })
    }
  }

  return {
    /** Looks again in the background if this failure may pass. @returns whether it does */
    begin: (failure: Failure) => failureCourse(failure).lookAgain && poll.start(askedToWait(failure)),
    /** The same at once where rows are shown while the service is away. */
    resume: () => poll.start(0),
    stop: poll.stop,
    /** Asks for the rows on screen; null unless that failed, and when it was not asked. */
    async look(): Promise<Failure | null> {
      const { shown, loading, failure, newer } = state()
      // An offer for another request must not be lost.
      if (!shown || loading || failure || (newer && newer.request !== shown.request)) return null
      const { request } = shown
      const outcome = await turns.fetch(query(request))
      if (outcome === null) return null
      if (!outcome.ok) return outcome.failure
      const { value: answer } = outcome
      if (!sameRows(shown.answer, answer)) publish({ newer: { request, answer } })
      else publish({ newer: null, shown: confirmed(shown, request, { ...answer, page: shown.answer.page }) })
      return null
    },
  }
}

function askedToWait(failure: Failure): number {
  return failure.kind === 'service-error' ? (failure.retryAfterMs ?? 0) : 0
}

export interface ReturnPoll {
  /**
   * Looks for an hour of waiting at most; `atLeastMs` is what the service asked to wait before the first look. False when
   * that is longer than an hour: nothing is asked then.
   */
  start(atLeastMs: number): boolean
  /** Schedules another look within the same hour, after a longer wait. False when the hour would be over by then. */
  again(atLeastMs: number): boolean
  stop(): void
}

const FIRST_MS = 10_000
const SLOWEST_MS = 30_000
const LONGEST_MS = 60 * 60_000

/**
 * Polls whether an unreachable service is back, at growing intervals. While the window is hidden `look` is not called, and that
 * time does not count.
 */
export function createReturnPoll(later: Later, isHidden: () => boolean, look: () => void): ReturnPoll {
  let callOff: (() => void) | null = null
  let lastWaitMs = 0
  let waitedMs = 0

  function lookAfter(ms: number): boolean {
    stop()
    if (waitedMs + ms > LONGEST_MS) return false
    wait(ms)
    return true
  }

  function wait(ms: number): void {
    callOff = later(ms, () => {
      if (isHidden()) return wait(ms)
      lastWaitMs = ms
      waitedMs += ms
      look()
    })
  }

  function stop(): void {
    callOff?.()
    callOff = null
  }

  return {
    start(atLeastMs) {
      waitedMs = 0
      return lookAfter(Math.max(FIRST_MS, atLeastMs))
    },
    again: (atLeastMs) => lookAfter(Math.max(atLeastMs, Math.min(SLOWEST_MS, lastWaitMs * 1.5))),
    stop,
  }
}
