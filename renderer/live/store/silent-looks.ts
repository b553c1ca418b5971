// Asks for rows without a word: whether a service that was away is back, and whether the rows on screen have changed. What
// differs from them is offered, never pushed.
import type { SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import type { Later } from '../../ui/later.ts'
import type { AnswerQuery } from './answers.ts'
import { createReturnPoll } from './return-poll.ts'
import { type SearchState, type ShownRows, sameRows } from './search-state.ts'
import type { Turns } from './turns.ts'

interface SilentLooksEffects {
  state: () => SearchState
  publish: (change: Partial<SearchState>) => void
  turns: Turns
  /** Asked once, without retries. */
  query: (request: SearchRequest) => AnswerQuery<SearchAnswer>
  later: Later
  isHidden: () => boolean
}

export interface SilentLooks {
  /** Looks again in the background if this failure may pass. @returns whether it does */
  begin(failure: Failure): boolean
  /** The same at once where rows are shown while the service is away. */
  resume(): boolean
  stop(): void
  /** Asks for the rows on screen; null unless that failed, and when it was not asked. */
  look(): Promise<Failure | null>
}

export function createSilentLooks({ state, publish, turns, query, later, isHidden }: SilentLooksEffects): SilentLooks {
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
      const { answer } = outcome
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
    begin: (failure) => failureCourse(failure).lookAgain && poll.start(askedToWait(failure)),
    resume: () => poll.start(0),
    stop: poll.stop,
    async look() {
      const { shown, loading, failure, newer } = state()
      // An offer for another request must not be lost.
      if (!shown || loading || failure || (newer && newer.request !== shown.request)) return null
      const { request } = shown
      const outcome = await turns.fetch(query(request))
      if (outcome === null) return null
      if (!outcome.ok) return outcome.failure
      const { answer } = outcome
      if (!sameRows(shown.answer, answer)) publish({ newer: { request, answer } })
      else publish({ newer: null, shown: confirmed(shown, request, { ...answer, page: shown.answer.page }) })
      return null
    },
  }
}

function askedToWait(failure: Failure): number {
  return failure.kind === 'service-error' ? (failure.retryAfterMs ?? 0) : 0
}
