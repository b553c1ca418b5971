import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { SearchRequest } from '../../shared/event/event.ts'
import { USUAL_COLUMNS } from '../grid/column-choice.ts'
import type { Place } from '../live/store/place.ts'
import { initialState } from '../live/store/search-state.ts'
import { manualTimers } from '../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../ui/fixtures/memory-remembered.ts'
import { createPlaceSession } from './place-session.ts'

const AT: Place = {
  filters: { customerId: 'acme', propertyFilters: [] },
  limit: 25,
  offset: 50,
  sort: { column: 'createdAt', descending: true },
  columns: null,
  event: 'evt_1',
}

function places() {
  const remembered = memoryRemembered()
  function open(arrival: Place | null = null, baseUrl = 'https://a.example') {
    const asked: SearchRequest[] = []
    const found: string[] = []
    const searching = createStore(() => initialState(50))
    const viewing = createStore<{ view: null | { state: 'loading'; eventId: string; startedAt: number } }>(() => ({
      view: null,
    }))
    const columns = createStore(() => ({ choice: USUAL_COLUMNS }))
    const ask = (request: SearchRequest) => {
      asked.push(request)
      searching.setState({ request })
    }
    const place = createPlaceSession({
      bridge: { remembered: remembered.calls },
      connectionId: 'one',
      baseUrl,
      later: manualTimers().later,
      arrival,
      search: {
        state: searching.getState,
        subscribe: searching.subscribe,
        ask,
        start: (request = searching.getState().request) => ask(request),
      },
      details: {
        view: () => viewing.getState().view,
        subscribe: viewing.subscribe,
        find(eventId) {
          found.push(eventId)
          viewing.setState({ view: { state: 'loading', eventId, startedAt: 0 } })
        },
        close: () => viewing.setState({ view: null }),
      },
      columns: {
        state: () => columns.getState().choice,
        subscribe: columns.subscribe,
        change: (choice) => columns.setState({ choice }),
      },
    })
    place.start()
    return { place, asked, found, properties: () => columns.getState().choice.properties }
  }
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  return { open, settled }
}

test('a connection that is opened again leads back to where it was left', async () => {
  const { open, settled } = places()
  const first = open()
  await settled()
  expect(first.asked).toEqual([{ filters: { propertyFilters: [] }, limit: 50, offset: 0 }])
  first.place.go(AT)
  first.place.close()
  await settled()
  const second = open()
  await settled()
  expect(second.asked).toEqual([{ filters: AT.filters, limit: 25, offset: 50 }])
  expect(second.found).toEqual(['evt_1'])
  expect(second.place.current()).toEqual(AT)
})

test('a window that closes leaves where it was, and one that closes before it knows that leaves it as it was', async () => {
  const { open, settled } = places()
  const first = open()
  await settled()
  first.place.go(AT)
  first.place.keep()
  await settled()
  const hasty = open()
  hasty.place.keep()
  hasty.place.close()
  await settled()
  const second = open()
  await settled()
  expect(second.place.current()).toEqual(AT)
})

test('what was asked of one server is not asked of another', async () => {
  const { open, settled } = places()
  const first = open(AT)
  first.place.close()
  await settled()
  const moved = open(null, 'https://b.example')
  await settled()
  expect(moved.asked).toEqual([{ filters: { propertyFilters: [] }, limit: 50, offset: 0 }])
})

test('an address goes before what is remembered, at once, and brings its columns', () => {
  const { open } = places()
  const { place, asked, properties } = open({ ...AT, event: null, columns: ['amount'] })
  expect(asked).toHaveLength(1)
  expect(properties()).toEqual(['amount'])
  place.go({ ...AT, event: null })
  expect(properties()).toEqual(['amount'])
})

test('a range keeps the zone that it was saved or sent in, over its pages, a restart and another range in its place', async () => {
  const { open, settled } = places()
  const range = { createdAtFrom: '2026-09-30T15:00:00Z', createdAtTo: '2026-10-31T14:59:59Z', propertyFilters: [] }
  const saved = { ...AT, filters: range, zone: 'Asia/Tokyo', event: null }
  const first = open(saved)
  expect(first.place.zoneOf({ ...range, customerId: 'acme' })).toBe('Asia/Tokyo')
  expect(first.place.current()).toEqual(saved)
  first.place.close()
  await settled()
  const { place } = open()
  await settled()
  expect(place.current()).toEqual(saved)
  const other = { ...range, createdAtFrom: '2026-10-02T15:00:00Z' }
  expect(place.zoneOf(other)).toBeNull()
  place.keepZone(other, 'Asia/Tokyo')
  expect(place.zoneOf(other)).toBe('Asia/Tokyo')
  place.keepZone({ propertyFilters: [] }, 'Asia/Tokyo')
  expect(place.zoneOf({ propertyFilters: [] })).toBeNull()
  place.go({ ...AT, filters: other, event: null })
  expect(place.zoneOf(other)).toBeNull()
})
