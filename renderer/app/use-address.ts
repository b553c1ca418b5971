// The page's address says where its user is: F5 returns there, and an address edited by hand goes elsewhere.
import { useCallback, useEffect, useRef } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { ConnectionActions, ConnectionList } from '../connections/use-connections.ts'
import { type GoTo, type Place, type PlaceReading, placeParams, readPlace } from '../live/store/place.ts'
import {
  type OpenedSnapshot,
  readView,
  type SnapshotPlace,
  VIEW_NAMES,
  viewParams,
} from '../snapshot/store/opened-snapshot.ts'
import { notifyNotice } from '../ui/notify.tsx'
import type { Arrivals, ConnectionSession } from './connection-session.ts'

export interface AddressAtStart {
  connectionId: string | null
  /** The one that was open. */
  snapshot: SnapshotPlace | null
  arrivals: Arrivals
  /** It says what is wrong with the address. */
  problem: string | null
}

/** Reads where the address at the start leads. */
export function addressAtStart(address: string, connections: readonly Connection[]): AddressAtStart {
  const found = destination(address, connections, null)
  const nowhere = { connectionId: null, snapshot: null, arrivals: new Map() }
  if (found === null) return { ...nowhere, problem: null }
  if ('problem' in found) return { ...nowhere, problem: found.problem }
  const { connectionId, snapshot, place } = found
  return { connectionId, snapshot, arrivals: new Map([[connectionId, place]]), problem: null }
}

/**
 * Browsers allow about 200 changes of the address in ten seconds; the first of several is written at once, after its
 * rows are painted.
 */
const WRITTEN_EVERY_MS = 100

/** Keeps the address of the page as that of what is shown, and follows it as it changes. */
export function useAddress(
  session: ConnectionSession | null,
  { list }: Pick<ConnectionList, 'list'>,
  { open }: Pick<ConnectionActions, 'open'>,
  opened: OpenedSnapshot,
  { arrivals, snapshot, problem }: AddressAtStart,
): GoTo {
  const latest = useRef({ session, list })
  useEffect(() => {
    latest.current = { session, list }
  })
  useEffect(() => {
    if (problem !== null) notifyNotice(problem)
  }, [problem])
  useEffect(() => {
    if (snapshot !== null) opened.open(snapshot.id, snapshot.view)
  }, [opened, snapshot])

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
      // A hidden window has no frames.
      if (wait > 0 || document.hidden) timer = setTimeout(write, wait)
      // Costs a tenth of drawing a page, so the rows are painted first.
      else frame = requestAnimationFrame(() => setTimeout(write))
    }
    const stops = [session.place.subscribe(writeSoon), opened.subscribe(writeSoon)]
    // The window's first session may be over with its search by now; any other is yet to tell of it.
    const { shown, failure } = session.search.state()
    if (shown !== null || failure !== null) writeSoon()
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
      // Back within the page's own entries leads nowhere else.
      if (session && location.hash === currentAddress(session, opened)) return
      const found = destination(location.hash, list, session?.connection.id ?? null)
      if (found === null) return
      if ('problem' in found) {
        notifyNotice(found.problem)
        if (session) writeAddress(session, opened)
        return
      }
      goTo(found.connectionId, found.place)
      if (found.snapshot !== null) opened.open(found.snapshot.id, found.snapshot.view)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [goTo, opened])

  useEffect(() => {
    let stop = () => {}
    let isOver = false
    import('./warn-before-leaving.ts').then(
      ({ warnBeforeLeaving }) => {
        const write = () => void (latest.current.session && writeAddress(latest.current.session, opened))
        if (!isOver) stop = warnBeforeLeaving(write)
      },
      // Without it Back leaves as it always did.
      () => {},
    )
    return () => {
      isOver = true
      stop()
    }
  }, [opened])
  return goTo
}

/** Null where the address says nothing. */
function destination(
  address: string,
  connections: readonly Connection[],
  openId: string | null,
): { connectionId: string; snapshot: SnapshotPlace | null; place: Place } | { problem: string } | null {
  const found = readAddress(address)
  if (found === null) return null
  if (!found.reading.ok) {
    return { problem: `The page’s address cannot be used. ${found.reading.problems.join(' ')} No search was sent.` }
  }
  const connectionId = found.connectionId ?? openId
  if (connectionId !== null && connections.some(({ id }) => id === connectionId)) {
    return { connectionId, snapshot: found.snapshot, place: found.reading.place }
  }
  return { problem: 'The page’s address belongs to a connection that does not exist here. No search was sent.' }
}

const currentAddress = ({ connection, place }: ConnectionSession, opened: OpenedSnapshot) =>
  addressOf(connection.id, place.current(), opened.place())

/** Returns whether the address changed. */
function writeAddress(session: ConnectionSession, opened: OpenedSnapshot): boolean {
  const address = currentAddress(session, opened)
  if (location.hash === address) return false
  history.replaceState(history.state, '', address)
  return true
}

// The page's address: a fragment, which is sent to no server. It holds the place in a connection, and the snapshot that
// covers it.

interface PageAddress {
  connectionId: string | null
  snapshot: SnapshotPlace | null
  reading: PlaceReading
}

/** "#connection=c1&customer_id=cus_bluefin&limit=50"; an open snapshot and its view come before the place. */
export function addressOf(connectionId: string, place: Place, snapshot: SnapshotPlace | null): string {
  const ids = { connection: connectionId, ...(snapshot === null ? {} : { snapshot: snapshot.id }) }
  const parts = [
    new URLSearchParams(ids),
    ...(snapshot === null ? [] : [viewParams(snapshot.view)]),
    placeParams(place),
  ]
  return `#${parts.filter(({ size }) => size > 0).join('&')}`
}

/** Null where the fragment is empty or a launch link. */
export function readAddress(fragment: string): PageAddress | null {
  const text = fragment.replace(/^#/, '')
  if (text === '' || text.startsWith('launch=')) return null
  const params = new URLSearchParams(text)
  const id = params.get('snapshot') || null
  const problems: string[] = []
  const snapshot = id === null ? null : { id, view: readView(params, problems) }
  const reading = readPlace(params, ['connection', 'snapshot', ...VIEW_NAMES])
  return {
    connectionId: params.get('connection'),
    snapshot,
    reading: problems.length === 0 ? reading : { ok: false, problems },
  }
}
