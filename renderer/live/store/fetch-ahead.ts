// Prefetches the next page while the user stays on one: once per page view, a single attempt, aborted by any search,
// and never while the service asks for fewer requests or fails.
import type { SearchAnswer, SearchPage, SearchRequest } from '../../../shared/event/event.ts'
import { nextOffset } from '../../../shared/search/paging.ts'
import { failureOf } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import type { AnswerQuery, Answers } from './answers.ts'
import { PAGE_FRESH_MS } from './queries.ts'
import type { SearchSession } from './search-session.ts'
import type { SearchState } from './search-state.ts'

export interface FetchAheadEffects {
  session: Pick<SearchSession, 'state' | 'subscribe'>
  answers: Answers
  /** With a single attempt. */
  queryFor: (request: SearchRequest) => AnswerQuery<SearchAnswer>
  now: () => number
  later: Later
  isHidden: () => boolean
  /** Settings may switch it off. */
  isOn: () => boolean
}

const IDLE_MS = 1_000
const QUIET_AFTER_429_MS = 10 * 60_000
const QUIET_AFTER_FAILURE_MS = 60_000

/** Returns how to stop it. */
export function startFetchAhead(effects: FetchAheadEffects): () => void {
  const { session, answers, queryFor, now } = effects
  let viewed: SearchPage | null = null
  let callOff: (() => void) | null = null
  let underWay: AnswerQuery<SearchAnswer> | null = null
  let quietUntil = 0

  function stop(): void {
    callOff?.()
    callOff = null
    if (underWay) answers.cancel(underWay.queryKey)
    underWay = null
  }

  function look(): void {
    const state = session.state()
    const { shown, loading, failure } = state
    if (isRateLimited(state)) quietUntil = now() + QUIET_AFTER_429_MS
    const isSettled = loading === null && failure === null
    // A refresh that confirmed the page is not another view of it.
    if (isSettled && shown?.answer.page === viewed) return
    stop()
    if (!isSettled || shown === null) return
    viewed = shown.answer.page
    callOff = effects.later(IDLE_MS, () => void fetchNext(shown))
  }

  async function fetchNext({ request, answer }: NonNullable<SearchState['shown']>): Promise<void> {
    const offset = nextOffset(request, answer.page)
    if (offset === null || !effects.isOn() || effects.isHidden() || now() < quietUntil) return
    const query = queryFor({ ...request, offset })
    const held = answers.recent(query)
    if (held && now() - Date.parse(held.info.receivedAt) < PAGE_FRESH_MS) return
    underWay = query
    try {
      await answers.fetch(query)
    } catch (error) {
      // Called off by a search: that is no failure.
      if (underWay !== query) return
      const isLimited = failureOf(error).kind === 'rate-limited'
      quietUntil = now() + (isLimited ? QUIET_AFTER_429_MS : QUIET_AFTER_FAILURE_MS)
    }
    if (underWay === query) underWay = null
  }

  const unsubscribe = session.subscribe(look)
  return () => {
    unsubscribe()
    stop()
  }
}

function isRateLimited({ failure, loading }: SearchState): boolean {
  return failure?.kind === 'rate-limited' || loading?.progress.waiting?.because.kind === 'rate-limited'
}
