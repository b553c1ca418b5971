// The sessions of the open connection, living exactly as long as it is open.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Bridge } from '../bridge.ts'
import { createSessions, type Sessions } from '../session/sessions.ts'

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
      {
        bridge,
        queryClient,
        limit: settings.pageSize,
        isFetchingAhead: () => fetchesAhead.current,
        now: () => Date.now(),
        later,
        isHidden: () => document.visibilityState === 'hidden',
      },
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

function later(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
