// Everything that belongs to one opening of a connection: its live page, its open event and its place, joined. It lives
// exactly as long as the connection is open.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Bridge } from '../bridge.ts'
import { createEventSession, type EventSession } from '../event/store/event-session.ts'
import { createEventWatch } from '../event/store/event-watch.ts'
import { createLiveSession, type LiveSession, type LiveSessionEffects } from '../live/store/live-session.ts'
import type { Place } from '../live/store/place.ts'
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import { later } from '../ui/later.ts'
import { notifyError } from '../ui/notify.tsx'
import { createPlaceSession, openEventId, type PlaceSession } from './place-session.ts'

export interface ConnectionSession extends LiveSession, EventSession {
  place: PlaceSession
  /** Continues with the same connection after an edit. */
  adopt: (connection: Connection) => void
  /** Writes now what waits to be written: the window may be closing. */
  keep: () => void
  /** Starts, and returns how to stop everything that is under way. */
  start: () => () => void
}

export interface ConnectionSessionEffects extends Omit<LiveSessionEffects, 'onSent'> {
  /** Where the first search leads; null: where the connection was left. */
  arrival: Place | null
}

/** Asks, reads and writes nothing before `start`, so that a session can be made while React renders. */
export function createConnectionSession(
  { arrival, ...effects }: ConnectionSessionEffects,
  connection: Connection,
  epoch: number,
): ConnectionSession {
  const { bridge, now, later } = effects
  const { id: connectionId, baseUrl } = connection
  const watch = createEventWatch(bridge, connection)
  const { live, ...running } = createLiveSession({ ...effects, onSent: watch.compare }, connection, epoch)
  const { search, columns } = live
  const { details } = createEventSession({ bridge, watch, live, now, later }, connection)
  const place = createPlaceSession({ bridge, connectionId, baseUrl, search, details, columns, later, arrival })
  return {
    ...live,
    details,
    watch,
    place,
    adopt(next) {
      for (const part of [running, details, watch]) part.adopt(next)
    },
    keep() {
      for (const part of [place, running]) part.keep()
    },
    start() {
      const stop = running.start(place.start)
      return () => {
        place.close()
        details.close()
        stop()
      }
    },
  }
}

/** Where the next opening of a connection leads, by its id. */
export type Arrivals = Map<string, Place>

interface Effects {
  bridge: Bridge
  queryClient: QueryClient
  settings: Settings
  arrivals: Arrivals
  /** Whether pages are fetched ahead, as the settings have it now. */
  fetchesAhead: { current: boolean }
}

/** A session that has started already, and how to stop it. */
export interface BegunSession {
  session: ConnectionSession
  stop: () => void
}

/** A new session for each `epoch`, so that nothing of the old connection is ever drawn under the new header. */
export function useConnectionSession(
  effects: Effects,
  connection: Connection | null,
  epoch: number,
  atStart: BegunSession | null,
): ConnectionSession | null {
  const { settings, arrivals, fetchesAhead } = effects
  useEffect(() => {
    fetchesAhead.current = settings.fetchAhead
  }, [settings.fetchAhead, fetchesAhead])
  const begun = useRef(atStart)
  const [held, setHeld] = useState(atStart?.session ?? null)
  let session = held
  if ((held?.epoch ?? null) !== (connection && epoch)) {
    session = connection && newConnectionSession(effects, connection, epoch)
    setHeld(session)
  }
  useLayoutEffect(() => {
    if (session === null) return
    arrivals.delete(session.connection.id)
    const stop = begun.current?.session === session ? begun.current.stop : session.start()
    begun.current = null
    return stop
  }, [session, arrivals])
  useEffect(() => {
    if (session === null) return
    // A window that is closed is hidden first; some say only the one or the other.
    const keep = () => document.visibilityState === 'hidden' && session.keep()
    addEventListener('visibilitychange', keep)
    addEventListener('pagehide', session.keep)
    return () => {
      removeEventListener('visibilitychange', keep)
      removeEventListener('pagehide', session.keep)
    }
  }, [session])
  useLayoutEffect(() => {
    if (session && connection) session.adopt(connection)
  }, [session, connection])
  return session
}

export function newConnectionSession(effects: Effects, connection: Connection, epoch: number): ConnectionSession {
  const { bridge, queryClient, settings, arrivals, fetchesAhead } = effects
  return createConnectionSession(
    {
      bridge,
      queryClient,
      limit: settings.pageSize,
      isFetchingAhead: () => fetchesAhead.current,
      now: () => Date.now(),
      later,
      isHidden: () => document.visibilityState === 'hidden',
      arrival: arrivals.get(connection.id) ?? null,
      onUnkept: notifyError,
    },
    connection,
    epoch,
  )
}

// A request to the live page while a snapshot covers it goes back to the live page, to show the result.

type Watched = {
  search: Pick<ConnectionSession['search'], 'state' | 'subscribe'>
  details: Pick<ConnectionSession['details'], 'view' | 'subscribe'>
}

/** Returns a function to stop. What the page does by itself, such as its first search and refreshes, does not count. */
export function returnToLive({ search, details }: Watched, opened: Pick<OpenedSnapshot, 'backToLive'>): () => void {
  let { request, shown, failure } = search.state()
  let event = openEventId(details)
  const stops = [
    search.subscribe(() => {
      const wasThere = shown !== null || failure !== null
      const before = request
      ;({ request, shown, failure } = search.state())
      if (wasThere && request !== before) opened.backToLive()
    }),
    details.subscribe(() => {
      const before = event
      event = openEventId(details)
      const isThere = shown !== null || failure !== null
      if (isThere && event !== null && event !== before) opened.backToLive()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
