// One connection's search: what is asked, which rows are on screen, what is under way, and what failed last.
// Nothing moves by itself: rows change only when the user asked, and a late answer changes nothing.
import type { Connection } from '../../../shared/connection/connection.ts'
import {
  type Filters,
  LIMIT_CAP,
  type PageSize,
  type SearchAnswer,
  type SearchRequest,
} from '../../../shared/event/event.ts'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import type { Bridge } from '../../bridge.ts'
import type { Later } from '../../ui/later.ts'
import { createReturnPoll } from '../../ui/return-poll.ts'
import type { StateStore } from '../../ui/state-store.ts'
import { type Answers, createTurns } from './answers.ts'
import { type CallProgress, isFresh, PAGE_FRESH_MS, searchQuery } from './queries.ts'

/** The Events pane can show this. */
export interface SearchState {
  request: SearchRequest
  /** The rows on screen, and what they were asked with. */
  shown: ShownRows | null
  /** `behind`: older rows of this very request are on screen meanwhile. `startedAt` is Date.now(). */
  loading: { startedAt: number; progress: CallProgress; behind: boolean } | null
  failure: Failure | null
  /** After `failure` the same is asked again before long, without anybody's doing. */
  autoRetry: boolean
  /** An answer that arrived behind cached rows, or when the service was back, and differs from the screen. */
  newer: { request: SearchRequest; answer: SearchAnswer } | null
}

export interface ShownRows {
  request: SearchRequest
  answer: SearchAnswer
  fromCache: boolean
  /** Grows with each search that was asked for; the same while rows that were there already are only confirmed. */
  turn: number
}

export type SearchSession = ReturnType<typeof createSearchSession>

export interface SearchEffects {
  parts: StateStore<{ search: SearchState }>
  bridge: Bridge
  answers: Answers
  connection: Connection
  limit: PageSize
  now: () => number
  later: Later
  isHidden: () => boolean
}

/** A search shows what is kept first, or asks the service whatever is kept. */
type FetchPolicy = 'cache-first' | 'network-only'

export function createSearchSession(effects: SearchEffects) {
  const { bridge, answers, now } = effects
  let connection = effects.connection
  const turns = createTurns(answers)
  const { state, subscribe, patch } = effects.parts.part('search', initialState(effects.limit))
  const poll = createReturnPoll(effects.later, effects.isHidden, () => void lookAgain())

  /** A change of the failure resets `autoRetry`. */
  function publish(change: Partial<SearchState>) {
    patch('failure' in change ? { autoRetry: false, ...change } : change)
  }

  function rowsOf(request: SearchRequest, answer: SearchAnswer, from: 'cache' | 'service'): ShownRows {
    return { request, answer, fromCache: from === 'cache', turn: turns.number() }
  }

  function abort() {
    turns.next()
    poll.stop()
  }

  function run(request: SearchRequest, policy: FetchPolicy) {
    abort()
    const recent = policy === 'cache-first' ? answers.recent(queryFor(request)) : null
    if (recent) return showCached(request, recent)
    // While the service is unreachable, the notice stays during a lookup in the cache.
    const keepsNotice = policy === 'cache-first' && state().shown !== null && awayFailure() !== null
    if (!keepsNotice) begin(request)
    void (policy === 'cache-first' ? lookInCache(request) : ask(request, null))
  }

  function begin(request: SearchRequest) {
    publish({ request, loading: loadingFromNow(false), failure: null, newer: null })
  }

  async function lookInCache(request: SearchRequest) {
    const isSameTurn = turns.mark()
    const kept = await answers.kept(queryFor(request))
    if (!isSameTurn()) return
    if (kept) return showCached(request, kept)
    if (state().loading === null) begin(request)
    await ask(request, null)
  }

  /** Refreshes in the background unless the rows are fresh, or the service was just unreachable. */
  function showCached(request: SearchRequest, answer: SearchAnswer) {
    const failure = awayFailure()
    const isYoung = isFresh(answer.info, PAGE_FRESH_MS, now())
    publish({
      request,
      shown: rowsOf(request, answer, 'cache'),
      loading: isYoung || failure ? null : loadingFromNow(true),
      failure,
      // Each page that is shown meanwhile gives the looking another hour.
      autoRetry: failure !== null && poll.start(0),
      newer: null,
    })
    if (!failure && !isYoung) void ask(request, answer)
  }

  /** `onScreen` are older rows of this very request. */
  async function ask(request: SearchRequest, onScreen: SearchAnswer | null) {
    const outcome = await turns.fetch(queryFor(request))
    if (outcome === null) return
    if (!outcome.ok) return fail(request, outcome.failure)
    const { value: answer } = outcome
    if (onScreen && !sameRows(onScreen, answer)) publish({ loading: null, newer: { request, answer } })
    else publish({ loading: null, shown: rowsOf(request, answer, 'service') })
  }

  /**
   * Publishes the failure. The rows on screen stay, unless they are of another request and this one's are in the cache:
   * then these are shown.
   */
  async function fail(request: SearchRequest, failure: Failure) {
    const isSameTurn = turns.mark()
    const isOnScreen = state().shown?.request === request
    const kept = isOnScreen ? null : await answers.kept(queryFor(request))
    if (!isSameTurn()) return
    const autoRetry = failureCourse(failure).lookAgain && poll.start(askedToWait(failure))
    const shown = kept ? rowsOf(request, kept, 'cache') : state().shown
    publish({ loading: null, failure, autoRetry, shown })
  }

  /** Asks without a word whether the service is back. What differs from the rows on screen is offered. */
  async function lookAgain() {
    const { request, shown } = state()
    const outcome = await turns.fetch(queryFor(request, { once: true }))
    if (outcome === null) return
    if (!outcome.ok) return stayAway(outcome.failure)
    const { value: answer } = outcome
    // Rows that somebody may be reading are not replaced by others.
    const movesNothing = shown === null || (shown.request === request && sameRows(shown.answer, answer))
    // Nobody asked: rows that are only confirmed keep their turn, or their number would be announced again.
    const turn = shown?.turn ?? turns.number()
    if (movesNothing) publish({ failure: null, shown: { ...rowsOf(request, answer, 'service'), turn } })
    else publish({ failure: null, newer: { request, answer } })
  }

  /** The service is not back. The notice is published again only if it says something else by now. */
  function stayAway(failure: Failure) {
    const autoRetry = failureCourse(failure).lookAgain && poll.again(askedToWait(failure))
    const shownFailure = state().failure
    // The notice names the wait that the service asks for.
    const isShown = failure.kind === shownFailure?.kind && askedToWait(failure) === askedToWait(shownFailure)
    if (!isShown || !autoRetry) publish({ failure: isShown ? shownFailure : failure, autoRetry })
  }

  /** See `look` below. */
  async function look(): Promise<Failure | null> {
    const { shown, loading, failure, newer } = state()
    // An offer for another request must not be lost.
    if (!shown || loading || failure || (newer && newer.request !== shown.request)) return null
    const { request } = shown
    const outcome = await turns.fetch(queryFor(request, { once: true }))
    if (outcome === null) return null
    if (!outcome.ok) return outcome.failure
    const { value: answer } = outcome
    if (!sameRows(shown.answer, answer)) publish({ newer: { request, answer } })
    else publish({ newer: null, shown: { ...shown, answer: { ...answer, page: shown.answer.page }, fromCache: false } })
    return null
  }

  /** Publishes its progress while this turn lasts. */
  function queryFor(request: SearchRequest, options: { once?: boolean } = {}) {
    const isSameTurn = turns.mark()
    const onProgress = (progress: CallProgress) => {
      const { loading } = state()
      if (isSameTurn() && loading) publish({ loading: { ...loading, progress } })
    }
    return searchQuery(bridge, connection, request, onProgress, options)
  }

  function loadingFromNow(behind: boolean): SearchState['loading'] {
    return { startedAt: now(), progress: { attempt: 1, of: 1, waiting: null }, behind }
  }

  /** The failure on screen, if it is that the service is unreachable. */
  function awayFailure(): Failure | null {
    const { failure } = state()
    return failure !== null && failureCourse(failure).offline ? failure : null
  }

  /** The request behind the rows, the footer and the paging, whatever has failed since. */
  const onScreen = () => state().shown?.request ?? state().request

  return {
    state,
    subscribe,
    /** The first search of a connection that was just opened: all events, or what was asked when it was left. */
    start: (request: SearchRequest = state().request) => run(request, 'cache-first'),
    /** A new search from any row, or one that was made before; always goes to the service. */
    ask: (request: SearchRequest) => run(request, 'network-only'),
    /** A new search from the first row; always goes to the service. */
    search: (filters: Filters) => run({ filters, limit: state().request.limit, offset: 0 }, 'network-only'),
    /** Another page of the rows on screen, also after another search has failed. */
    page(offset: number): void {
      // An empty page means that rows vanished: cached pages may be older than that.
      const wentEmpty = state().shown?.answer.page.events.length === 0
      run({ ...onScreen(), offset: Math.max(0, offset) }, wentEmpty ? 'network-only' : 'cache-first')
    },
    /** Keeps the first row on screen among the rows asked for; while a search is under way, that one's first row. */
    limit(limit: PageSize): void {
      // While a search is running, the choice applies to it.
      const from = state().loading ? state().request : onScreen()
      const offset = Math.floor(from.offset / limit) * limit
      run({ ...from, limit: Math.min(limit, LIMIT_CAP), offset }, 'cache-first')
    },
    /** Asks for the rows on screen again; always goes to the service. */
    refresh: () => run(onScreen(), 'network-only'),
    /** Asks again for what failed. */
    retry: () => run(state().request, 'network-only'),
    /** Shows cached rows of the failed request, now that more of the cache may be shown. */
    reveal(): void {
      const { failure, request } = state()
      if (failure) void fail(request, failure)
    },
    /** Stops what is under way and returns to the rows that were there. */
    cancel(): void {
      const { loading, shown } = state()
      if (!loading) return
      abort()
      if (shown) publish({ request: shown.request, loading: null, failure: null })
      else publish({ loading: null, failure: { kind: 'cancelled' } })
    },
    showNewer(): void {
      const { newer } = state()
      if (!newer) return
      const { request, answer } = newer
      turns.next()
      publish({ request, shown: rowsOf(request, answer, 'service'), newer: null })
    },
    /**
     * Asks for the rows on screen again without a word: what differs is offered. Answers with why that failed, or null;
     * it is not asked while something is under way or has failed.
     */
    look,
    /** Continues with the same connection after an edit. */
    adopt(next: Connection): void {
      connection = next
    },
    /** Aborts what is under way; nothing is published any more. */
    close: abort,
  }
}

function askedToWait(failure: Failure): number {
  return failure.kind === 'service-error' ? (failure.retryAfterMs ?? 0) : 0
}

/** It stands before the first search. */
export function initialState(limit: number): SearchState {
  return {
    request: { filters: { propertyFilters: [] }, limit, offset: 0 },
    shown: null,
    loading: null,
    failure: null,
    autoRetry: false,
    newer: null,
  }
}

/** Nothing on screen would change but the age. */
function sameRows(a: SearchAnswer, b: SearchAnswer): boolean {
  return (
    a.page.total === b.page.total &&
    a.page.events.length === b.page.events.length &&
    a.page.events.every((event, index) => event.source === b.page.events[index]?.source)
  )
}

/** The rows on screen are not those of `request`, which failed, or whose answer waits to be shown. */
export function isEarlier({ request, shown, loading }: SearchState): boolean {
  return loading === null && shown !== null && shown.request !== request
}

/** The rows on screen are outdated: others were requested. */
export function isStale(state: SearchState): boolean {
  return state.loading === null ? isEarlier(state) : !state.loading.behind
}
