// The page's address says where its user is, so that F5 leads back there, and an address that is changed by hand leads on.
import { useCallback, useEffect, useRef } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import { addressOf, type Place, readAddress } from '../session/place.ts'
import { notifyNotice } from '../ui/notify-notice.ts'
import type { ConnectionActions } from './use-connection-actions.ts'
import type { Arrivals } from './use-connection-session.ts'
import type { ConnectionList } from './use-connections.ts'

interface AddressAtStart {
  connectionId: string | null
  arrivals: Arrivals
  /** What is wrong with the address, in words. */
  problem: string | null
}

/** What the address at the start leads to. */
export function addressAtStart(address: string, connections: readonly Connection[]): AddressAtStart {
  const found = destination(address, connections, null)
  if (found === null) return { connectionId: null, arrivals: new Map(), problem: null }
  if ('problem' in found) return { connectionId: null, arrivals: new Map(), problem: found.problem }
  const { connectionId, place } = found
  return { connectionId, arrivals: new Map([[connectionId, place]]), problem: null }
}

/** Goes to a place of a connection: within the open one, or by opening it. */
export type GoTo = (connectionId: string, place: Place) => void

/** Browsers take no more than 200 changes of the address in ten seconds; the first of several is written at once. */
const WRITTEN_EVERY_MS = 100

export function useAddress(
  session: ConnectionSession | null,
  { list }: Pick<ConnectionList, 'list'>,
  { open }: Pick<ConnectionActions, 'open'>,
  { arrivals, problem }: AddressAtStart,
): GoTo {
  const latest = useRef({ session, list })
  useEffect(() => {
    latest.current = { session, list }
  })
  useEffect(() => {
    if (problem !== null) notifyNotice(problem)
  }, [problem])

  useEffect(() => {
    if (session === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let writtenAt = Number.NEGATIVE_INFINITY
    const write = () => {
      if (writeAddress(session)) writtenAt = performance.now()
    }
    const stop = session.place.subscribe(() => {
      clearTimeout(timer)
      const wait = writtenAt + WRITTEN_EVERY_MS - performance.now()
      if (wait <= 0) write()
      else timer = setTimeout(write, wait)
    })
    addEventListener('pagehide', write)
    return () => {
      stop()
      clearTimeout(timer)
      removeEventListener('pagehide', write)
    }
  }, [session])

  const goTo = useCallback<GoTo>(
    (connectionId, place) => {
      const { session } = latest.current
      if (session?.connection.id === connectionId) return session.place.go(place)
      arrivals.set(connectionId, place)
      open(connectionId)
    },
    [arrivals, open],
  )

  useEffect(() => {
    function follow() {
      const { session, list } = latest.current
      const found = destination(location.hash, list, session?.connection.id ?? null)
      if (found === null) return
      if (!('problem' in found)) return goTo(found.connectionId, found.place)
      notifyNotice(found.problem)
      if (session) writeAddress(session)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [goTo])
  return goTo
}

/** Null where the address says nothing. */
function destination(
  address: string,
  connections: readonly Connection[],
  openId: string | null,
): { connectionId: string; place: Place } | { problem: string } | null {
  const found = readAddress(address)
  if (found === null) return null
  if (!found.reading.ok) {
    return { problem: `The page’s address cannot be used. ${found.reading.problems.join(' ')} Nothing was asked.` }
  }
  const connectionId = found.connectionId ?? openId
  if (connectionId !== null && connections.some(({ id }) => id === connectionId)) {
    return { connectionId, place: found.reading.place }
  }
  return { problem: 'The page’s address is of a connection that is not here. Nothing was asked.' }
}

/** Answers whether it was another one. */
function writeAddress({ connection, place }: ConnectionSession): boolean {
  const address = addressOf(connection.id, place.current())
  if (location.hash === address) return false
  history.replaceState(null, '', address)
  return true
}
