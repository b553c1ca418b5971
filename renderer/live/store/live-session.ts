// store/ asks what the live page searches for, and decides which rows are on screen.
// The live page of one opening of a connection: its search, and all that its rows bring along, wired together.
import type { QueryClient } from '@tanstack/query-core'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { AnswerInfo, PageSize, SearchAnswer, SearchPage, SearchRequest } from '../../../shared/event/event.ts'
import { nextOffset } from '../../../shared/search/paging.ts'
import type { Bridge } from '../../bridge.ts'
import { type ColumnMemory, createColumnMemory, createMoneyNames } from '../../grid/column-choice.ts'
import type { Later } from '../../ui/later.ts'
import type { RememberedValue } from '../../ui/remembered-value.ts'
import type { StateStore } from '../../ui/state-store.ts'
import { type AnswerQuery, type Answers, type AnswersEffects, createAnswers, createTurns } from './answers.ts'
import { type AutoRefresh, type AutoRefreshState, createAutoRefresh } from './auto-refresh.ts'
import { lastAnswer, PAGE_FRESH_MS, searchQuery } from './queries.ts'
import { createSearchMemory, type KeptSearches, type SearchMemory } from './search-memory.ts'
import { createSearchSession, type SearchSession, type SearchState } from './search-session.ts'
import { createSeenMemory, type SeenValues } from './seen-values.ts'
import { createTimeQuestions, type TimeQuestions, type TimeState } from './time-questions.ts'

export interface LiveSession {
  /** It is as it was opened. */
  connection: Connection
  /** Identifies this opening of a connection: nothing of another epoch may be shown. */
  epoch: number
  search: SearchSession
  autoRefresh: AutoRefresh
  clock: ServiceClock
  answers: Answers
  /** Values seen in events, for completion. */
  seen: SeenValues
  columns: ColumnMemory
  /** Names of properties that are money. */
  money: RememberedValue<readonly string[]>
  searches: SearchMemory
  /** They ask when the events on screen began and ended. */
  times: TimeQuestions
}

/** The live page's parts of the state of a connection that is open. */
export interface LiveState {
  search: SearchState
  autoRefresh: AutoRefreshState
  searches: KeptSearches
  times: TimeState
}

export interface LiveSessionEffects {
  parts: StateStore<LiveState>
  bridge: Bridge
  queryClient: QueryClient
  /** Rows per page of the first search. */
  limit: PageSize
  /** Settings may switch it off. */
  isFetchingAhead: () => boolean
  /** Milliseconds, as Date.now(). */
  now: () => number
  later: Later
  /** Whether the window is hidden: then nothing is requested in the background. */
  isHidden: () => boolean
  /** Receives why a choice of columns, or saved searches, could not be stored. */
  onUnkept: (error: unknown) => void
  /** Receives the events of every answer that the service sent. */
  onSent: AnswersEffects['onSent']
}

export function createLiveSession(effects: LiveSessionEffects, opened: Connection, epoch: number) {
  const { parts, bridge, queryClient, limit, isFetchingAhead, now, later, isHidden, onUnkept, onSent } = effects
  let connection = opened
  const clock = createServiceClock(now, hasAfter)
  const answers = createAnswers({ bridge, queryClient, connectionId: connection.id, onSent })
  const search = createSearchSession({ parts, bridge, answers, connection, limit, now, later, isHidden })
  const autoRefresh = createAutoRefresh({ parts, search, later, isHidden })
  const memory = { bridge, connectionId: connection.id, later, onUnkept }
  const columns = createColumnMemory(memory)
  const money = createMoneyNames(memory)
  const searches = createSearchMemory({ parts, ...memory })
  const seen = createSeenMemory(memory)
  const times = createTimeQuestions({ parts, bridge, search, connection })
  const queryFor = (request: SearchRequest) => searchQuery(bridge, connection, request, () => {}, { once: true })

  let onScreen = search.state().shown
  search.subscribe(() => {
    const before = onScreen
    onScreen = search.state().shown
    if (onScreen === null || onScreen.answer === before?.answer) return
    clock.learn(onScreen.answer.info)
    seen.observe(onScreen.answer.page.events)
    if (!onScreen.fromCache && onScreen.request !== before?.request) searches.remember(onScreen.request.filters)
  })

  /** It asks for all events, whatever is searched for. */
  async function hasAfter(createdAtFrom: string): Promise<boolean> {
    const request = { filters: { createdAtFrom, propertyFilters: [] }, limit: 1, offset: 0 }
    const { id, account } = connection
    const asked = await bridge.events.search({ connectionId: id, account, request, once: true })
    const { page } = await lastAnswer(asked, () => {})
    return page.events.length > 0 || page.total !== 0
  }

  return {
    live: {
      connection,
      epoch,
      search,
      autoRefresh,
      clock,
      answers,
      seen: seen.values,
      columns,
      money,
      searches,
      times,
    },
    /** Continues with the same connection after an edit. */
    adopt(next: Connection): void {
      connection = next
      for (const part of [search, times]) part.adopt(next)
    },
    /** Writes now what waits to be written: the window may be closing. */
    keep(): void {
      for (const part of [searches, seen]) part.keep()
    },
    /** Starts, and returns how to stop everything that is under way. `begin` makes the first search. */
    start(begin: () => void): () => void {
      const isOn = isFetchingAhead
      const stopFetchingAhead = startFetchAhead({ session: search, answers, queryFor, now, later, isHidden, isOn })
      // First, because it finds out what to search for, by the page's address or where the connection was left.
      begin()
      void columns.start()
      void money.start()
      searches.start()
      seen.start()
      return () => {
        searches.keep()
        seen.keep()
        stopFetchingAhead()
        autoRefresh.close()
        times.close()
        search.close()
        answers.clear()
      }
    },
  }
}

/**
 * This is what "now" means to the service: its Date header of the last answer, carried on by this machine's clock.
 * Where the two differ, its events say which of them they are dated by.
 */
type ServiceClock = ReturnType<typeof createServiceClock>

/** From this difference on, the two clocks are not one. It is in milliseconds. */
const APART_MS = 120_000
/** What is dated this much later than now may just have arrived. */
const MARGIN_MS = 2_000

/**
 * The clock is that of snapshots: of two clocks that differ by more than two minutes the earlier is used if the service
 * counts nothing after it, else the later.
 * @param local this machine's clock in milliseconds since the epoch
 * @param hasAfter whether the service has events from this instant on, RFC 3339; asked once for a difference
 */
export function createServiceClock(local: () => number, hasAfter: (instant: string) => Promise<boolean>) {
  /** By how much the service's clock is ahead of this machine's, as of the last answer. */
  let aheadMs = 0
  /** Whether "now" is by the service's clock; else by this machine's. */
  let isServiceUsed = true
  /** The difference that the service was asked about; null: the clocks are not apart. */
  let asked: number | null = null

  /** Finds out by which of two clocks that are apart the service dates its events. Until it is known, by its own. */
  async function ask(ahead: number, now: number) {
    asked = ahead
    isServiceUsed = true
    const isServiceLater = ahead > 0
    const earlier = now + Math.min(0, ahead) + MARGIN_MS
    const isLaterUsed = await hasAfter(new Date(earlier).toISOString()).catch(() => true)
    // Another difference may have been asked about meanwhile.
    if (asked === ahead) isServiceUsed = isLaterUsed ? isServiceLater : !isServiceLater
  }

  return {
    /** Learns from an answer; one without a Date header teaches nothing. */
    learn({ serviceDate, receivedAt }: Pick<AnswerInfo, 'serviceDate' | 'receivedAt'>): void {
      if (serviceDate === null) return
      const now = Date.parse(receivedAt)
      const ahead = Date.parse(serviceDate) - now
      if (!Number.isFinite(ahead)) return
      aheadMs = ahead
      if (Math.abs(ahead) <= APART_MS) {
        asked = null
        isServiceUsed = true
      } else if (asked === null || Math.abs(ahead - asked) > APART_MS) void ask(ahead, now)
    },
    /** RFC 3339 UTC. It is this machine's own now until an answer came. */
    now: () => new Date(local() + (isServiceUsed ? aheadMs : 0)).toISOString(),
  }
}

// Prefetches the next page while the user stays on one: once per page view, a single attempt, aborted by any search,
// and never while the service asks for fewer requests or fails.

export interface FetchAheadEffects {
  session: Pick<SearchSession, 'state' | 'subscribe'>
  answers: Pick<Answers, 'fetch' | 'cancel'>
  /** The query makes a single attempt. */
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
  const turns = createTurns(answers)
  /** The page that was looked at last: what follows it is fetched once. */
  let viewed: SearchPage | null = null
  /** Calls off a fetch that waits to begin. */
  let callOff = () => {}
  /** Nothing is fetched until then, as `now` counts. */
  let quietUntil = 0

  function stop(): void {
    callOff()
    turns.next()
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
    const outcome = await turns.fetch({ ...queryFor({ ...request, offset }), staleTime: PAGE_FRESH_MS })
    // Called off by a search: that is no failure.
    if (outcome === null || outcome.ok) return
    const isLimited = outcome.failure.kind === 'rate-limited'
    quietUntil = now() + (isLimited ? QUIET_AFTER_429_MS : QUIET_AFTER_FAILURE_MS)
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
