// The connection open at startup searches before anything is drawn, so that cached rows are part of the first paint.
import type { QueryClient } from '@tanstack/query-core'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Bridge } from '../bridge.ts'
import { firstToOpen } from '../connections/use-connections.ts'
import { type BegunSession, type ConnectionSession, newConnectionSession } from './connection-session.ts'
import { type AddressAtStart, addressAtStart } from './use-address.ts'

export interface OpenedAtStart {
  /** What the page's address leads to. */
  start: AddressAtStart
  connectionId: string | null
  /** Whether pages are fetched ahead, as the settings have it now. */
  fetchesAhead: { current: boolean }
  /** Null where no connection is open. */
  begun: BegunSession | null
}

/** How long the first paint waits for rows of the cache, in milliseconds. */
const FIRST_ROWS_WITHIN_MS = 100

/** Resolves once there are rows, or once an empty window has waited long enough. */
export async function openAtStart(
  effects: { bridge: Bridge; queryClient: QueryClient },
  settings: Settings,
  connections: Connection[],
  address: string,
): Promise<OpenedAtStart> {
  const start = addressAtStart(address, connections)
  const connectionId = firstToOpen(connections, settings.lastConnectionId, start.connectionId)
  const connection = connections.find(({ id }) => id === connectionId)
  const fetchesAhead = { current: settings.fetchAhead }
  if (connection === undefined) return { start, connectionId, fetchesAhead, begun: null }
  const { arrivals } = start
  const session = newConnectionSession({ ...effects, settings, arrivals, fetchesAhead }, connection, 0)
  const stop = session.start()
  await rowsInTime(session)
  return { start, connectionId, fetchesAhead, begun: { session, stop } }
}

async function rowsInTime({ search, columns }: ConnectionSession): Promise<void> {
  const decided = Promise.withResolvers<void>()
  function look() {
    const { shown, failure } = search.state()
    if ((shown !== null && columns.state() !== null) || failure !== null) decided.resolve()
  }
  const stops = [search.subscribe(look), columns.subscribe(look)]
  const timer = setTimeout(decided.resolve, FIRST_ROWS_WITHIN_MS)
  await decided.promise
  clearTimeout(timer)
  for (const stop of stops) stop()
}
