// One connection's search: what is asked, which rows are on screen, what is under way, and what failed last.
// Nothing moves by itself: rows change only when their user asked, and a late answer changes nothing at all.
import type { Connection } from '../../shared/connection.ts'
import { type Filters, LIMIT_CAP, type PageSize, type SearchAnswer, type SearchRequest } from '../../shared/event.ts'
import type { Failure } from '../../shared/failure.ts'
import { failureCourse } from '../../shared/failure-course.ts'
import { type Bridge, failureOf } from '../bridge.ts'
import type { Answers } from './answers.ts'
import { type CallProgress, PAGE_FRESH_MS, searchQuery } from './queries.ts'
import { createReturnPoll, type Later } from './return-poll.ts'

interface Shown {
  request: SearchRequest
  answer: SearchAnswer
  fromCache: boolean
  /** Grows with each search that was asked for; the same while rows that were there already are only confirmed. */
  turn: number
}

export interface SearchState {
  request: SearchRequest
  /** The rows on screen, and what they were asked with. */
  shown: Shown | null
  /** `behind`: older rows of this very request are on screen meanwhile. `startedAt` is Date.now(). */
  loading: { startedAt: number; progress: CallProgress; behind: boolean } | null
  failure: Failure | null
  /** After `failure` the same is asked again before long, without anybody's doing. */
  autoRetry: boolean
  /** An answer that came by itself, behind cached rows or when the service was back, and differs from what is on screen. */
  newer: { request: SearchRequest; answer: SearchAnswer } | null
}

export interface SearchSession {
  state(): SearchState
  /** The first search of a connection that was just opened. */
  start(): void
  subscribe(listener: () => void): () => void
  /** A new search from the first row; always goes to the service. */
  search(filters: Filters): void
  /** Another page of the rows on screen, also after another search has failed. */
  page(offset: number): void
  /** Keeps the first row on screen among the rows asked for; while a search is under way, that one's first row. */
  limit(limit: PageSize): void
  /** Asks for the rows on screen again; always goes to the service. */
  refresh(): void
  /** Asks again for what failed. */
  retry(): void
  /** Shows what is kept of the request that failed, now that more may be shown than before. */
  reveal(): void
  /** Stops what is under way and returns to the rows that were there. */
  cancel(): void
  showNewer(): void
  /** Goes on with the same connection, changed. */
  adopt(connection: Connection): void
  /** Aborts what is under way; nothing is published any more. */
  close(): void
}

export interface SearchEffects {
  bridge: Bridge
  answers: Answers
  connection: Connection
  limit: PageSize
  now: () => number
  later: Later
  isHidden: () => boolean
}

export function createSearchSession(effects: SearchEffects): SearchSession {
  const { bridge, answers, now } = effects
  let connection = effects.connection
  let turn = 0
  let underWay: readonly unknown[] | null = null
  const listeners = new Set<() => void>()
  let state: SearchState = {
    request: { filters: { propertyFilters: [] }, limit: effects.limit, offset: 0 },
    shown: null,
    loading: null,
    failure: null,
    autoRetry: false,
    newer: null,
  }
  const poll = createReturnPoll(effects.later, effects.isHidden, () => void lookAgain())

  /** A failure that changes takes `autoRetry` along. */
  function publish(change: Partial<SearchState>) {
    const autoRetry = 'failure' in change ? false : state.autoRetry
    state = { ...state, autoRetry, ...change }
    for (const listener of listeners) listener()
  }

  function abort() {
    turn += 1
    poll.stop()
    if (underWay) answers.cancel(underWay)
    underWay = null
  }

  /** The progress of the turn in which it was made, as long as that lasts. */
  function queryFor(request: SearchRequest, how: { once?: boolean } = {}) {
    const mine = turn
    const onProgress = (progress: CallProgress) => {
      if (mine === turn && state.loading) publish({ loading: { ...state.loading, progress } })
    }
    return searchQuery(bridge, connection, request, onProgress, how)
  }

  function run(request: SearchRequest, how: 'fresh' | 'cache-first') {
    abort()
    const recent = how === 'cache-first' ? answers.recent(queryFor(request)) : null
    if (recent) return goOnFrom(request, recent)
    // As long as nobody answers, that stays said while the cache is looked through.
    const isAwayNow =
      how === 'cache-first' && state.shown !== null && state.failure !== null && failureCourse(state.failure).away
    if (!isAwayNow) publish({ request, loading: begun(false), failure: null, newer: null })
    void (how === 'cache-first' ? fromStore(request) : ask(request, null))
  }

  async function fromStore(request: SearchRequest) {
    const mine = turn
    const kept = await answers.kept(queryFor(request))
    if (mine !== turn) return
    if (kept) return goOnFrom(request, kept)
    if (state.loading === null) publish({ request, loading: begun(false), failure: null, newer: null })
    await ask(request, null)
  }

  /** Shows what is kept; asks behind it unless it is fresh, or nobody answered just now. */
  function goOnFrom(request: SearchRequest, answer: SearchAnswer) {
    const shown = { request, answer, fromCache: true, turn }
    const away = state.failure !== null && failureCourse(state.failure).away ? state.failure : null
    const isFresh = now() - Date.parse(answer.info.receivedAt) < PAGE_FRESH_MS
    const autoRetry = away !== null && poll.start(0)
    publish({ request, shown, loading: isFresh || away ? null : begun(true), failure: away, autoRetry, newer: null })
    if (!away && !isFresh) void ask(request, answer)
  }

  /** `onScreen` are older rows of this very request. */
  async function ask(request: SearchRequest, onScreen: SearchAnswer | null) {
    const mine = turn
    const query = queryFor(request)
    underWay = query.queryKey
    try {
      const answer = await answers.fetch(query)
      if (mine !== turn) return
      underWay = null
      if (onScreen && !sameRows(onScreen, answer)) publish({ loading: null, newer: { request, answer } })
      else publish({ loading: null, shown: { request, answer, fromCache: false, turn } })
    } catch (error) {
      if (mine !== turn) return
      underWay = null
      await fail(request, failureOf(error))
    }
  }

  /** Rows of this very request stay or come from the cache; otherwise those that were there stay. */
  async function fail(request: SearchRequest, failure: Failure) {
    const mine = turn
    const kept = state.shown?.request === request ? null : await answers.kept(queryFor(request))
    if (mine !== turn) return
    const autoRetry = failureCourse(failure).lookAgain && poll.start(askedToWait(failure))
    const shown = kept ? { request, answer: kept, fromCache: true, turn } : state.shown
    publish({ loading: null, failure, autoRetry, shown })
  }

  /** Whether the service is back, asked without a word. */
  async function lookAgain(): Promise<void> {
    const mine = turn
    const { request, shown } = state
    const query = queryFor(request, { once: true })
    underWay = query.queryKey
    try {
      const answer = await answers.fetch(query)
      if (mine !== turn) return
      underWay = null
      const isTaken = shown === null || (shown.request === request && sameRows(shown.answer, answer))
      if (isTaken) publish({ failure: null, shown: { request, answer, fromCache: false, turn: shown?.turn ?? turn } })
      else publish({ failure: null, newer: { request, answer } })
    } catch (error) {
      if (mine !== turn) return
      underWay = null
      const failure = failureOf(error)
      const autoRetry = failureCourse(failure).lookAgain && poll.again(askedToWait(failure))
      const said = state.failure
      // The wait that it asks for is in the words.
      const isSaid = failure.kind === said?.kind && askedToWait(failure) === askedToWait(said)
      if (!isSaid || !autoRetry) publish({ failure: isSaid ? said : failure, autoRetry })
    }
  }

  /** What the rows, the footer and the buttons of the pages are of, whatever was asked for since and failed. */
  const onScreen = () => state.shown?.request ?? state.request

  function begun(behind: boolean): SearchState['loading'] {
    return { startedAt: now(), progress: { attempt: 1, of: 1, waiting: null }, behind }
  }

  return {
    state: () => state,
    start: () => run(state.request, 'cache-first'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    search: (filters) => run({ filters, limit: state.request.limit, offset: 0 }, 'fresh'),
    page(offset) {
      // An empty page says that rows went: what is kept of the others may be older than that.
      const wentEmpty = state.shown?.answer.page.events.length === 0
      run({ ...onScreen(), offset: Math.max(0, offset) }, wentEmpty ? 'fresh' : 'cache-first')
    },
    limit(limit) {
      // Of a search under way it is that one's size which is chosen.
      const from = state.loading ? state.request : onScreen()
      const offset = Math.floor(from.offset / limit) * limit
      run({ ...from, limit: Math.min(limit, LIMIT_CAP), offset }, 'cache-first')
    },
    refresh: () => run(onScreen(), 'fresh'),
    retry: () => run(state.request, 'fresh'),
    reveal() {
      const { failure, request } = state
      if (failure) void fail(request, failure)
    },
    cancel() {
      if (!state.loading) return
      abort()
      if (state.shown) publish({ request: state.shown.request, loading: null, failure: null })
      else publish({ loading: null, failure: { kind: 'cancelled' } })
    },
    showNewer() {
      if (!state.newer) return
      const { request, answer } = state.newer
      turn += 1
      publish({ request, shown: { request, answer, fromCache: false, turn }, newer: null })
    },
    adopt(next) {
      connection = next
    },
    close() {
      abort()
      listeners.clear()
    },
  }
}

function askedToWait(failure: Failure): number {
  return failure.kind === 'service-error' ? (failure.retryAfterMs ?? 0) : 0
}

function sameRows(a: SearchAnswer, b: SearchAnswer): boolean {
  return (
    a.page.total === b.page.total &&
    a.page.events.length === b.page.events.length &&
    a.page.events.every((event, index) => event.source === b.page.events[index]?.source)
  )
}
