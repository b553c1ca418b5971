// The session of the open connection, living exactly as long as it is open.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Bridge } from '../bridge.ts'
import { type ConnectionSession, createConnectionSession } from '../session/connection-session.ts'
import type { Place } from '../session/place.ts'
import { notifyFailure } from '../ui/notify-failure.ts'

/** Where the next opening of a connection leads, by its id. */
export type Arrivals = Map<string, Place>

interface Effects {
  bridge: Bridge
  queryClient: QueryClient
  settings: Settings
  arrivals: Arrivals
}

/** A new one for each `epoch`, so that what is drawn under a new header never knew the old connection. */
export function useConnectionSession(
  effects: Effects,
  connection: Connection | null,
  epoch: number,
): ConnectionSession | null {
  const { bridge, queryClient, settings, arrivals } = effects
  const fetchesAhead = useRef(settings.fetchAhead)
  useEffect(() => {
    fetchesAhead.current = settings.fetchAhead
  }, [settings.fetchAhead])
  const create = () =>
    connection &&
    createConnectionSession(
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
  const [held, setHeld] = useState(create)
  let session = held
  if ((held?.epoch ?? null) !== (connection && epoch)) {
    session = create()
    setHeld(session)
  }
  useLayoutEffect(() => {
    if (session) arrivals.delete(session.connection.id)
    return session?.start()
  }, [session, arrivals])
  useLayoutEffect(() => {
    if (session && connection) session.adopt(connection)
  }, [session, connection])
  return session
}

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
