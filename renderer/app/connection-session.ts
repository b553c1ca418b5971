// Everything that belongs to one opening of a connection, wired together.
import type { QueryClient } from '@tanstack/query-core'
import type { Connection } from '../../shared/connection/connection.ts'
import type { PageSize, SearchRequest } from '../../shared/event/event.ts'
import { failureCourse } from '../../shared/failure/failure-course.ts'
import type { Bridge } from '../bridge.ts'
import { createDetailSession, type DetailSession } from '../event/store/detail-session.ts'
import { createEventWatch, type EventWatch } from '../event/store/event-watch.ts'
import { type ColumnMemory, createColumnMemory } from '../grid/column-memory.ts'
import { type Answers, createAnswers } from '../live/store/answers.ts'
import { type AutoRefresh, createAutoRefresh } from '../live/store/auto-refresh.ts'
import { startFetchAhead } from '../live/store/fetch-ahead.ts'
import type { Place } from '../live/store/place.ts'
import { searchQuery } from '../live/store/queries.ts'
import { createSearchMemory, type SearchMemory } from '../live/store/search-memory.ts'
import { createSearchSession, type SearchSession } from '../live/store/search-session.ts'
import { createSeenMemory } from '../live/store/seen-memory.ts'
import type { SeenValues } from '../live/store/seen-values.ts'
import { createServiceClock, type ServiceClock } from '../live/store/service-clock.ts'
import { createTimeQuestions, type TimeQuestions } from '../live/store/time-questions.ts'
import type { Later } from '../ui/later.ts'
import { createPlaceSession, type PlaceSession } from './place-session.ts'

export interface ConnectionSession {
  /** As it was opened. */
  connection: Connection
  /** Identifies this opening of a connection: nothing of another epoch may be shown. */
  epoch: number
  search: SearchSession
  details: DetailSession
  autoRefresh: AutoRefresh
  clock: ServiceClock
  watch: EventWatch
  answers: Answers
  /** Values seen in events, for completion. */
  seen: SeenValues
  columns: ColumnMemory
  place: PlaceSession
  searches: SearchMemory
  /** When the events on screen began and ended. */
  times: TimeQuestions
  /** Continues with the same connection after an edit. */
  adopt: (connection: Connection) => void
  /** Writes now what waits to be written: the window may be closing. */
  keep: () => void
  /** Starts, and returns how to stop everything that is under way. */
  start: () => () => void
}

export interface ConnectionSessionEffects {
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
  /** Where the first search leads; null: where the connection was left. */
  arrival: Place | null
  /** Receives why a choice of columns, or saved searches, could not be stored. */
  onUnkept: (error: unknown) => void
}

export function createConnectionSession(
  effects: ConnectionSessionEffects,
  opened: Connection,
  epoch: number,
): ConnectionSession {
  const { bridge, queryClient, limit, isFetchingAhead, now, later, isHidden, arrival, onUnkept } = effects
  let connection = opened
  const clock = createServiceClock(now)
  const watch = createEventWatch(bridge, connection)
  const answers = createAnswers({ bridge, queryClient, connectionId: connection.id, onSent: watch.compare })
  const search = createSearchSession({ bridge, answers, connection, limit, now, later, isHidden })
  const details = createDetailSession({ bridge, answers, watch, connection, now, later, page: pageOnScreen, isOffline })
  const autoRefresh = createAutoRefresh({ search, later, isHidden })
  const columns = createColumnMemory({ bridge, connectionId: connection.id, later, onUnkept })
  const placeEffects = { bridge, connectionId: connection.id, later }
  const place = createPlaceSession({ ...placeEffects, baseUrl: connection.baseUrl, search, details, columns, arrival })
  const searches = createSearchMemory({ ...placeEffects, onUnkept })
  const seen = createSeenMemory(placeEffects)
  const times = createTimeQuestions({ bridge, search, connection })
  const queryFor = (request: SearchRequest) => searchQuery(bridge, connection, request, () => {}, { once: true })

  function pageOnScreen() {
    const { shown } = search.state()
    const from = shown?.fromCache ? ('cache' as const) : ('service' as const)
    return {
      events: shown?.answer.page.events ?? [],
      source: { from, receivedAt: shown?.answer.info.receivedAt ?? new Date(0).toISOString() },
    }
  }

  function isOffline(): boolean {
    const { failure } = search.state()
    return failure !== null && failureCourse(failure).offline
  }

  let onScreen = search.state().shown
  search.subscribe(() => {
    const before = onScreen
    onScreen = search.state().shown
    if (onScreen === null || onScreen.answer === before?.answer) return
    clock.learn(onScreen.answer.info)
    seen.observe(onScreen.answer.page.events)
    if (!onScreen.fromCache && onScreen.request !== before?.request) searches.remember(onScreen.request.filters)
    // After a refresh, its retry, or "Show newer": the open event must not stay older than its row.
    if (onScreen.request === before?.request && onScreen.turn !== before.turn && !onScreen.fromCache) details.renew()
  })

  return {
    connection,
    epoch,
    search,
    details,
    autoRefresh,
    clock,
    watch,
    answers,
    seen: seen.values,
    columns,
    place,
    searches,
    times,
    adopt(next) {
      connection = next
      for (const part of [search, details, watch, times]) part.adopt(next)
    },
    keep() {
      for (const part of [place, searches, seen]) part.keep()
    },
    start() {
      const isOn = isFetchingAhead
      const stopFetchingAhead = startFetchAhead({ session: search, answers, queryFor, now, later, isHidden, isOn })
      // Rows wait for the place: it is read first.
      place.start()
      columns.start()
      searches.start()
      seen.start()
      return () => {
        place.close()
        searches.keep()
        seen.keep()
        stopFetchingAhead()
        autoRefresh.close()
        times.close()
        search.close()
        details.close()
        answers.clear()
      }
    },
  }
}
