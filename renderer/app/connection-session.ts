// Everything that belongs to one opening of a connection: its live page, its open event and its place, joined. It lives
// exactly as long as the connection is open.
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Filters, SearchRequest } from '../../shared/event/event.ts'
import type { Bridge } from '../bridge.ts'
import {
  createDetailSession,
  type DetailSession,
  type EventSession,
  type EventState,
} from '../event/store/detail-session.ts'
import { createEventWatch } from '../event/store/event-watch.ts'
import { type ColumnMemory, MOST_PROPERTY_COLUMNS, type Sorting } from '../grid/column-choice.ts'
import {
  createLiveSession,
  type LiveSession,
  type LiveSessionEffects,
  type LiveState,
} from '../live/store/live-session.ts'
import { type Place, placeParams, readPlace } from '../live/store/place.ts'
import type { SearchSession } from '../live/store/search-session.ts'
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import { type Later, later } from '../ui/later.ts'
import { notifyError } from '../ui/notify.tsx'
import { createRememberedValue } from '../ui/remembered-value.ts'
import { createStateStore, type StateStore } from '../ui/state-store.ts'
import type { Trial, TrialSession } from './try/trial.ts'

interface SessionState extends LiveState, EventState {
  sort: Sorting
  trial: Trial
}

export interface ConnectionSession extends LiveSession, EventSession {
  parts: StateStore<SessionState>
  place: PlaceSession
  /** Made when a thing to try is first drawn, as its code is loaded then. */
  trial?: TrialSession
  /** Continues with the same connection after an edit. */
  adopt: (connection: Connection) => void
  /** Writes now what waits to be written: the window may be closing. */
  keep: () => void
  /** Starts, and returns how to stop everything that is under way. */
  start: () => () => void
}

export interface ConnectionSessionEffects extends Omit<LiveSessionEffects, 'onSent' | 'parts'> {
  /** The first search leads there; null: where the connection was left. */
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
  const parts = createStateStore<SessionState>()
  const watch = createEventWatch({ bridge, parts }, connection)
  const { live, ...running } = createLiveSession({ ...effects, parts, onSent: watch.compare }, connection, epoch)
  const { search, columns, answers } = live
  const details = createDetailSession({ parts, bridge, answers, watch, connection, search, now, later })
  const place = createPlaceSession({ parts, bridge, connectionId, baseUrl, search, details, columns, later, arrival })
  return {
    ...live,
    parts,
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

/** The next opening of a connection leads there, by its id. */
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
  /** The opening whose session is to be there; null: no connection is open. */
  const wantedEpoch = connection && epoch
  if ((held?.epoch ?? null) !== wantedEpoch) {
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

/** Creates the session of a connection that was opened. @param epoch of this opening, which no other has */
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
  /** Until the first search has an outcome, all that happens is the page's own doing. */
  const isFirstOver = () => shown !== null || failure !== null
  const stops = [
    search.subscribe(() => {
      const wasFirstOver = isFirstOver()
      const before = request
      ;({ request, shown, failure } = search.state())
      if (wasFirstOver && request !== before) opened.backToLive()
    }),
    details.subscribe(() => {
      const before = event
      event = openEventId(details)
      if (isFirstOver() && event !== null && event !== before) opened.backToLive()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

// The place in the open connection, remembered so that a restart, or another connection in between, leads back to it.

export type PlaceSession = ReturnType<typeof createPlaceSession>

export interface PlaceSessionEffects {
  parts: StateStore<{ sort: Sorting }>
  bridge: Pick<Bridge, 'remembered'>
  connectionId: string
  /** A remembered search is never sent to another server unasked. */
  baseUrl: string
  search: Pick<SearchSession, 'state' | 'subscribe' | 'start' | 'ask'>
  details: Pick<DetailSession, 'view' | 'subscribe' | 'find' | 'close'>
  columns: Pick<ColumnMemory, 'state' | 'subscribe' | 'change'>
  later: Later
  /** The place in the page's address, or of a pasted search. */
  arrival: Place | null
}

export function createPlaceSession(effects: PlaceSessionEffects) {
  const { bridge, connectionId, baseUrl, search, details, columns, later, arrival } = effects
  const sorting = effects.parts.part('sort', null)
  const watched = [search, details, columns, sorting]
  const remembered = createRememberedValue<{ left: Place | null }>(
    {
      name: 'place',
      read: (text) => ({ left: placeOf(text) }),
      write: ({ left }) => (left === null ? '' : `${new URLSearchParams({ base_url: baseUrl })}&${placeParams(left)}`),
      // Not postponed by further changes: the window may close at any time.
      writtenAfterMs: 400,
      isSilent: true,
    },
    { bridge, connectionId, later, onUnkept: () => {} },
  )
  const rangeZones = createRangeZones()
  /** It was closed with its session: what closes along with it is no change of place. */
  let isOver = false
  /** The first search was begun: before that there is nothing that was left here. */
  let isBegun = false

  function current(): Place {
    const { filters, limit, offset } = search.state().request
    const zone = rangeZones.of(filters)
    return {
      filters,
      limit,
      offset,
      sort: sorting.state(),
      columns: columns.state()?.properties ?? null,
      event: openEventId(details),
      ...(zone !== null && { zone }),
    }
  }

  function keepSoon() {
    if (!isOver) remembered.change({ left: current() })
  }

  function keep() {
    if (!isBegun) return
    remembered.change({ left: current() })
    remembered.keep()
  }

  /** Null where nothing was left, or on another server. */
  function placeOf(text: string | null): Place | null {
    const params = new URLSearchParams(text ?? '')
    if (params.get('base_url') !== baseUrl) return null
    const reading = readPlace(params, ['base_url'])
    return reading.ok ? reading.place : null
  }

  function begin(place: Place | null) {
    if (place === null) search.start()
    else show(place, search.start)
  }

  function show({ sort, filters, limit, offset, event, columns, zone }: Place, ask: (request: SearchRequest) => void) {
    rangeZones.set(filters, zone)
    sorting.set(sort)
    showColumns(columns)
    ask({ filters, limit, offset })
    if (event !== null) details.find(event)
  }

  /** Columns that come with a search replace those chosen here. */
  function showColumns(wanted: Place['columns']) {
    const choice = columns.state()
    if (wanted === null) return
    if (choice === null) {
      // The columns that were remembered are still to be read, and would replace these.
      const stop = columns.subscribe(() => {
        stop()
        showColumns(wanted)
      })
    } else if (JSON.stringify(wanted) !== JSON.stringify(choice.properties)) {
      columns.change({ ...choice, properties: wanted.slice(0, MOST_PROPERTY_COLUMNS) })
    }
  }

  return {
    current,
    /** Called whenever `current` changes. */
    subscribe(listener: () => void): () => void {
      const stops = watched.map((part) => part.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    sort: sorting.state,
    changeSort: sorting.set,
    /** Searches there, and opens its event or closes the open one. */
    go(place: Place): void {
      show(place, search.ask)
      if (place.event === null) details.close()
    },
    /** The zone that the range of these filters was saved or sent in; null where it was made here. */
    zoneOf: rangeZones.of,
    /** Another range that was chosen in place of one of such a zone, and so in its days. */
    keepZone: rangeZones.set,
    /** The first search: at `arrival`, else where the connection was left, else at the beginning. */
    start(): void {
      isOver = false
      isBegun = false
      function once(place: Place | null) {
        if (isBegun || isOver) return
        isBegun = true
        begin(place)
        for (const part of watched) part.subscribe(keepSoon)
      }
      if (arrival !== null) {
        once(arrival)
        return
      }
      const stop = remembered.subscribe(() => {
        stop()
        const left = remembered.state()?.left ?? null
        // Columns are remembered separately.
        once(left && { ...left, columns: null })
      })
      void remembered.start()
    },
    /** Writes now what waits to be written: the window may be closing. */
    keep,
    close(): void {
      if (isOver) return
      isOver = true
      keep()
    },
  }
}

/** The zones in whose days ranges were saved or sent, by range; one that was made here has none. */
function createRangeZones() {
  const zones = new Map<string, string>()
  const rangeOf = ({ createdAtFrom = '', createdAtTo = '' }: Filters) => `${createdAtFrom} ${createdAtTo}`
  return {
    of: (filters: Filters): string | null => zones.get(rangeOf(filters)) ?? null,
    /** @param zone undefined: it was made here */
    set(filters: Filters, zone: string | undefined): void {
      const hasRange = Boolean(filters.createdAtFrom || filters.createdAtTo)
      if (zone === undefined || !hasRange) zones.delete(rangeOf(filters))
      else zones.set(rangeOf(filters), zone)
    },
  }
}

/** Gives that of the event in the details; null: none is open, or it has none. */
function openEventId(details: Pick<DetailSession, 'view'>): string | null {
  const view = details.view()
  if (view === null) return null
  return view.state === 'event' ? view.event.eventId : view.eventId
}
