// The place in the open connection, remembered so that a restart, or another connection in between, leads back to it.
import { createStore } from 'zustand/vanilla'
import type { Filters, SearchRequest } from '../../shared/event/event.ts'
import type { Bridge } from '../bridge.ts'
import type { DetailSession } from '../event/store/detail-session.ts'
import { type ColumnMemory, MOST_PROPERTY_COLUMNS, type Sorting } from '../grid/column-choice.ts'
import { type Place, placeParams, readPlace } from '../live/store/place.ts'
import type { SearchSession } from '../live/store/search-session.ts'
import type { Later } from '../ui/later.ts'
import { createRememberedValue } from '../ui/remembered-value.ts'

export interface PlaceSession {
  current(): Place
  /** Called whenever `current` changes. */
  subscribe(listener: () => void): () => void
  sort(): Sorting
  changeSort(sort: Sorting): void
  /** Searches there, and opens its event or closes the open one. */
  go(place: Place): void
  /** The zone that the range of these filters was saved or sent in; null where it was made here. */
  zoneOf(filters: Filters): string | null
  /** Another range that was chosen in place of one of such a zone, and so in its days. */
  keepZone(filters: Filters, zone: string): void
  /** The first search: at `arrival`, else where the connection was left, else at the beginning. */
  start(): void
  /** Writes now what waits to be written: the window may be closing. */
  keep(): void
  close(): void
}

export interface PlaceSessionEffects {
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

export function createPlaceSession(effects: PlaceSessionEffects): PlaceSession {
  const { bridge, connectionId, baseUrl, search, details, columns, later, arrival } = effects
  const sorting = createStore<{ sort: Sorting }>(() => ({ sort: null }))
  const parts = [search, details, columns, { subscribe: sorting.subscribe }]
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
  /** By their range. */
  const zones = new Map<string, string>()
  let isOver = false
  /** The first search was begun: before that there is nothing that was left here. */
  let isBegun = false

  function current(): Place {
    const { filters, limit, offset } = search.state().request
    const zone = zoneOf(filters)
    return {
      filters,
      limit,
      offset,
      sort: sorting.getState().sort,
      columns: columns.state()?.properties ?? null,
      event: openEventId(details),
      ...(zone !== null && { zone }),
    }
  }

  const zoneOf = (filters: Filters) => zones.get(rangeOf(filters)) ?? null

  function setZone(filters: Filters, zone: string | undefined) {
    const range = rangeOf(filters)
    if (zone === undefined || range === NO_RANGE) zones.delete(range)
    else zones.set(range, zone)
  }

  function keepSoon() {
    // Closing along with the session is no change of place.
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
    setZone(filters, zone)
    sorting.setState({ sort })
    showColumns(columns)
    ask({ filters, limit, offset })
    if (event !== null) details.find(event)
  }

  /** Columns that come with a search replace those chosen here. */
  function showColumns(wanted: Place['columns']) {
    const choice = columns.state()
    if (wanted === null) return
    if (choice === null) {
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
    subscribe(listener) {
      const stops = parts.map((part) => part.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    sort: () => sorting.getState().sort,
    changeSort: (sort) => sorting.setState({ sort }),
    go(place) {
      show(place, search.ask)
      if (place.event === null) details.close()
    },
    zoneOf,
    keepZone: setZone,
    start() {
      isOver = false
      isBegun = false
      function once(place: Place | null) {
        if (isBegun || isOver) return
        isBegun = true
        begin(place)
        for (const part of parts) part.subscribe(keepSoon)
      }
      if (arrival !== null) return once(arrival)
      const stop = remembered.subscribe(() => {
        stop()
        const left = remembered.state()?.left ?? null
        // Columns are remembered separately.
        once(left && { ...left, columns: null })
      })
      void remembered.start()
    },
    keep,
    close() {
      if (isOver) return
      isOver = true
      keep()
    },
  }
}

const rangeOf = ({ createdAtFrom = '', createdAtTo = '' }: Filters) => `${createdAtFrom} ${createdAtTo}`
const NO_RANGE = ' '

/** Of the event in the details; null: none is open, or it has none. */
export function openEventId(details: Pick<DetailSession, 'view'>): string | null {
  const view = details.view()
  if (view === null) return null
  return view.state === 'event' ? view.event.eventId : view.eventId
}
