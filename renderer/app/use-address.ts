// The page's address says where its user is, so that F5 leads back there, and an address that is changed by hand leads on.
import { useCallback, useEffect, useRef } from 'react'
import type { Connection } from '../../shared/connection.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { OpenedSnapshot } from '../session/opened-snapshot.ts'
import { addressOf, type Place, readAddress } from '../session/place.ts'
import { notifyNotice } from '../ui/notify-notice.ts'
import type { ConnectionActions } from './use-connection-actions.ts'
import type { Arrivals } from './use-connection-session.ts'
import type { ConnectionList } from './use-connections.ts'

export interface AddressAtStart {
  connectionId: string | null
  /** Of the snapshot that was open. */
  snapshotId: string | null
  arrivals: Arrivals
  /** What is wrong with the address, in words. */
  problem: string | null
}

/** What the address at the start leads to. */
export function addressAtStart(address: string, connections: readonly Connection[]): AddressAtStart {
  const found = destination(address, connections, null)
  const nowhere = { connectionId: null, snapshotId: null, arrivals: new Map() }
  if (found === null) return { ...nowhere, problem: null }
  if ('problem' in found) return { ...nowhere, problem: found.problem }
  const { connectionId, snapshotId, place } = found
  return { connectionId, snapshotId, arrivals: new Map([[connectionId, place]]), problem: null }
}

/** Goes to a place of a connection: within the open one, or by opening it. */
export type GoTo = (connectionId: string, place: Place) => void

/** Browsers take no more than 200 changes of the address in ten seconds; the first of several is written at once, behind its rows. */
const WRITTEN_EVERY_MS = 100

export function useAddress(
  session: ConnectionSession | null,
  { list }: Pick<ConnectionList, 'list'>,
  { open }: Pick<ConnectionActions, 'open'>,
  opened: OpenedSnapshot,
  { arrivals, snapshotId, problem }: AddressAtStart,
): GoTo {
  const latest = useRef({ session, list })
  useEffect(() => {
    latest.current = { session, list }
  })
  useEffect(() => {
    if (problem !== null) notifyNotice(problem)
  }, [problem])
  useEffect(() => {
    if (snapshotId !== null) opened.open(snapshotId)
  }, [opened, snapshotId])

  useEffect(() => {
    if (session === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    let writtenAt = Number.NEGATIVE_INFINITY
    const write = () => {
      if (writeAddress(session, opened)) writtenAt = performance.now()
    }
    const writeSoon = () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      const wait = writtenAt + WRITTEN_EVERY_MS - performance.now()
      if (wait > 0 || document.hidden) timer = setTimeout(write, wait)
      // A tenth of what a page's rows cost: they are painted first.
      else frame = requestAnimationFrame(() => setTimeout(write))
    }
    const stops = [session.place.subscribe(writeSoon), opened.subscribe(writeSoon)]
    addEventListener('pagehide', write)
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      removeEventListener('pagehide', write)
    }
  }, [session, opened])

  const goTo = useCallback<GoTo>(
    (connectionId, place) => {
      const { session } = latest.current
      opened.backToLive()
      if (session?.connection.id === connectionId) return session.place.go(place)
      arrivals.set(connectionId, place)
      open(connectionId)
    },
    [arrivals, open, opened],
  )

  useEffect(() => {
    function follow() {
      const { session, list } = latest.current
      const found = destination(location.hash, list, session?.connection.id ?? null)
      if (found === null) return
      if ('problem' in found) {
        notifyNotice(found.problem)
        if (session) writeAddress(session, opened)
        return
      }
      goTo(found.connectionId, found.place)
      if (found.snapshotId !== null) opened.open(found.snapshotId)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [goTo, opened])
  return goTo
}

/** Null where the address says nothing. */
function destination(
  address: string,
  connections: readonly Connection[],
  openId: string | null,
): { connectionId: string; snapshotId: string | null; place: Place } | { problem: string } | null {
  const found = readAddress(address)
  if (found === null) return null
  if (!found.reading.ok) {
    return { problem: `The page’s address cannot be used. ${found.reading.problems.join(' ')} Nothing was asked.` }
  }
  const connectionId = found.connectionId ?? openId
  if (connectionId !== null && connections.some(({ id }) => id === connectionId)) {
    return { connectionId, snapshotId: found.snapshotId, place: found.reading.place }
  }
  return { problem: 'The page’s address is of a connection that is not here. Nothing was asked.' }
}

/** Answers whether it was another one. */
function writeAddress({ connection, place }: ConnectionSession, opened: OpenedSnapshot): boolean {
  const state = opened.state()
  const address = addressOf(connection.id, place.current(), state.kind === 'live' ? null : state.id)
  if (location.hash === address) return false
  history.replaceState(null, '', address)
  return true
}
