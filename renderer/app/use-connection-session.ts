// The session of the open connection, which lives exactly as long as the connection is open.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Bridge } from '../bridge.ts'
import type { Place } from '../live/store/place.ts'
import { later } from '../ui/later.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { type ConnectionSession, createConnectionSession } from './connection-session.ts'

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
      onUnkept: notifyFailure,
    },
    connection,
    epoch,
  )
}
