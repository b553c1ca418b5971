// The search and the details of the open connection, living exactly as long as it is open.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { PageSize, SearchRequest } from '../../shared/event.ts'
import { failureCourse } from '../../shared/failure-course.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Bridge } from '../bridge.ts'
import { type Answers, createAnswers } from '../session/answers.ts'
import { createDetailSession, type DetailSession } from '../session/detail-session.ts'
import { createEventWatch, type EventWatch } from '../session/event-watch.ts'
import { startFetchAhead } from '../session/fetch-ahead.ts'
import { searchQuery } from '../session/queries.ts'
import { createSearchSession, type SearchSession } from '../session/search-session.ts'
import { createServiceClock, type ServiceClock } from '../session/service-clock.ts'

export interface Sessions {
  connection: Connection
  life: number
  search: SearchSession
  details: DetailSession
  clock: ServiceClock
  watch: EventWatch
  answers: Answers
  /** Goes on with the same connection, changed. */
  adopt: (connection: Connection) => void
  /** Begins to ask; answers with how to end everything that is under way. */
  start: () => () => void
}

interface Effects {
  bridge: Bridge
  queryClient: QueryClient
  settings: Settings
}

/** New ones for each `life`, so that what is drawn under a new header never knew the old connection. */
export function useSessions(effects: Effects, connection: Connection | null, life: number): Sessions | null {
  const { bridge, queryClient, settings } = effects
  const fetchesAhead = useRef(settings.fetchAhead)
  useEffect(() => {
    fetchesAhead.current = settings.fetchAhead
  }, [settings.fetchAhead])
  const create = () =>
    connection &&
    createSessions(
      { bridge, queryClient, limit: settings.pageSize, isFetchingAhead: () => fetchesAhead.current },
      connection,
      life,
    )
  const [held, setHeld] = useState(create)
  let sessions = held
  if ((held?.life ?? null) !== (connection && life)) {
    sessions = create()
    setHeld(sessions)
  }
  useLayoutEffect(() => sessions?.start(), [sessions])
  useLayoutEffect(() => {
    if (sessions && connection) sessions.adopt(connection)
  }, [sessions, connection])
  return sessions
}

interface SessionEffects {
  bridge: Bridge
  queryClient: QueryClient
  limit: PageSize
  isFetchingAhead: () => boolean
}

function createSessions(effects: SessionEffects, opened: Connection, life: number): Sessions {
  const { bridge, queryClient, limit } = effects
  let connection = opened
  const now = () => Date.now()
  const clock = createServiceClock(now)
  const watch = createEventWatch(bridge, connection)
  const onSent = (events: Parameters<EventWatch['compare']>[0]) => void watch.compare(events)
  const answers = createAnswers({ bridge, queryClient, connectionId: connection.id, onSent })
  const waiting = { later, isHidden: () => document.visibilityState === 'hidden' }
  const search = createSearchSession({ bridge, answers, connection, limit, now, ...waiting })
  const page = () => {
    const { shown } = search.state()
    const from = shown?.fromCache ? ('cache' as const) : ('service' as const)
    return {
      events: shown?.answer.page.events ?? [],
      source: { from, receivedAt: shown?.answer.info.receivedAt ?? new Date(0).toISOString() },
    }
  }
  const isAwayNow = () => {
    const { failure } = search.state()
    return failure !== null && failureCourse(failure).away
  }
  const details = createDetailSession({ bridge, answers, watch, connection, now, page, isAway: isAwayNow })
  search.subscribe(() => {
    const info = search.state().shown?.answer.info
    if (info) clock.hear(info)
  })
  const queryFor = (request: SearchRequest) => searchQuery(bridge, connection, request, () => {}, { once: true })
  return {
    ...{ connection, life, search, details, clock, watch, answers },
    adopt(next) {
      connection = next
      for (const part of [search, details, watch]) part.adopt(next)
    },
    start() {
      const stopFetchingAhead = startFetchAhead({
        ...{ session: search, answers, queryFor, now, ...waiting },
        isOn: effects.isFetchingAhead,
      })
      search.start()
      return () => {
        stopFetchingAhead()
        search.close()
        details.close()
        answers.clear()
      }
    },
  }
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
