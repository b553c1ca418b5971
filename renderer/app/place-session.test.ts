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
