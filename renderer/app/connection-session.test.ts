import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Connection } from '../../shared/connection/connection.ts'
import type { SearchRequest } from '../../shared/event/event.ts'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import type { Bridge } from '../bridge.ts'
import type { DetailView } from '../event/store/detail-session.ts'
import { type ColumnChoice, MOST_PROPERTY_COLUMNS, USUAL_COLUMNS } from '../grid/column-choice.ts'
import { scriptedCache } from '../live/store/fixtures/scripted-cache.ts'
import type { Place } from '../live/store/place.ts'
import { createQueryClient } from '../live/store/queries.ts'
import { initialState, type SearchState } from '../live/store/search-session.ts'
import { manualTimers } from '../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../ui/fixtures/memory-remembered.ts'
import { createStateStore } from '../ui/state-store.ts'
import { createConnectionSession, createPlaceSession, returnToLive } from './connection-session.ts'

const connection = { id: 'one', account: 1 } as Connection
/** Near this machine's: what the service is asked where it is not is for live-session.test.ts. */
const serviceDate = new Date(Date.now() + 60_000).toISOString()

async function settled() {
  for (let turns = 0; turns < 6; turns++) await new Promise((done) => setTimeout(done, 0))
}

/** A service of one event, whose code says how often it was asked. */
async function start() {
  let asked = 0
  const clock = { now: Date.now() }
  const info = () => ({
    receivedAt: new Date(clock.now).toISOString(),
    serviceDate,
    durationMs: 1,
    attempts: 1,
    requestId: null,
    bytes: 1,
  })
  async function* answered<T>(answer: T) {
    yield { type: 'answer', answer }
  }
  const search = async ({ request: { offset } }: { request: SearchRequest }) => {
    asked += 1
    const event = { event_id: `e${offset}`, event_code: `code ${asked}` }
    const read = parseSearchPage(JSON.stringify({ events: [event], total: 100, limit: 50, offset }))
    if (!read.ok) throw new Error('not a page')
    return answered({ page: read.page, info: info() })
  }
  const accounts: number[] = []
  const edge = async ({ account }: { account: number }) => {
    accounts.push(account)
    return { kind: 'none', requests: 1 }
  }
  const get = async ({ account }: { account: number }) => {
    accounts.push(account)
    return answered({ event: someEvent(), info: info() })
  }
  const remembered = memoryRemembered()
  const bridge = {
    events: { search, edge, get },
    cache: scriptedCache().cache,
    remembered: remembered.calls,
  } as unknown as Bridge
  const timers = manualTimers()
  const session = createConnectionSession(
    {
      bridge,
      queryClient: createQueryClient(),
      limit: 50,
      isFetchingAhead: () => false,
      now: () => clock.now,
      later: timers.later,
      isHidden: () => false,
      arrival: null,
      onUnkept: () => {},
    },
    connection,
    0,
  )
  const stop = session.start()
  await settled()
  const openRow = () => session.details.open(session.search.state().shown!.answer.page.events[0]!)
  return { session, openRow, clock, timers, accounts, remembered, stop, asked: () => asked }
}

const code = (text: string) => ({ state: 'event', event: { eventCode: text } })

test('a Refresh, and a newer answer that is shown, renew the open event from its row', async () => {
  const { session, openRow, clock, asked } = await start()
  const { search, details } = session
  openRow()
  expect(details.view()).toMatchObject(code('code 1'))
  search.refresh()
  await settled()
  expect(details.view()).toMatchObject(code('code 2'))

  search.page(50)
  await settled()
  clock.now += 31_000
  search.page(0)
  await settled()
  expect(search.state().newer).not.toBeNull()
  expect(details.view()).toMatchObject(code('code 2'))
  search.showNewer()
  expect(details.view()).toMatchObject(code('code 4'))
  expect(asked()).toBe(4)
})

test('another page, or the same search typed again, leaves the open event as it is', async () => {
  const { session, openRow } = await start()
  const { search, details } = session
  openRow()
  search.page(50)
  await settled()
  search.search({ propertyFilters: [] })
  await settled()
  expect(details.view()).toMatchObject(code('code 1'))
})

test('now is the service’s, from the first answer on', async () => {
  const { session } = await start()
  expect(session.clock.now()).toBe(serviceDate)
})

test('a search is remembered once the service has answered it, and not as its rows come back', async () => {
  const { session } = await start()
  const { search, searches } = session
  const recent = () => searches.state().recent.map(({ customerId }) => customerId)
  const of = (customerId: string) => ({ filters: { customerId, propertyFilters: [] }, limit: 50, offset: 0 })
  for (const customer of ['a', 'b']) {
    search.ask(of(customer))
    expect(recent()).not.toContain(customer)
    await settled()
  }
  search.start(of('a'))
  await settled()
  expect(search.state().shown).toMatchObject({ fromCache: true })
  search.refresh()
  await settled()
  expect(recent()).toEqual(['b', 'a'])
})

test('another account of the connection is asked when the events began, and for one of them', async () => {
  const { session, accounts } = await start()
  session.adopt({ ...connection, account: 2 })
  session.times.find('first')
  session.details.find('evt_1')
  await settled()
  expect(accounts).toEqual([2, 2])
})

test('a session that ends writes what it saw, lets go of its answers, and nothing of it goes on', async () => {
  const { session, timers, remembered, stop } = await start()
  const { search, answers, autoRefresh } = session
  search.search({ customerId: 'a', propertyFilters: [] })
  await settled()
  autoRefresh.choose(10)
  const queryKey = ['search', 'one', 1, search.state().request]
  expect(answers.recent({ queryKey })).not.toBeNull()
  expect(timers.waiting()).toEqual(expect.arrayContaining([1_000, 10_000]))
  stop()
  await settled()
  expect(answers.recent({ queryKey })).toBeNull()
  expect(timers.waiting().filter((ms) => ms === 1_000 || ms === 10_000)).toEqual([])
  const kept = (name: string) => remembered.calls.read({ connectionId: 'one', name })
  expect(await kept('recent-searches')).toContain('"customerId":"a"')
  expect(await kept('seen-values')).toContain('code 2')
  expect(await kept('place')).toContain('customer_id=a')
})

function watched() {
  let count = 0
  const search = createStore(() => ({ request: { limit: 50 }, shown: null, failure: null }) as unknown as SearchState)
  const details = createStore<{ view: DetailView | null }>(() => ({ view: null }))
  const stop = returnToLive(
    {
      search: { state: search.getState, subscribe: search.subscribe },
      details: { view: () => details.getState().view, subscribe: details.subscribe },
    },
    {
      backToLive() {
        count += 1
      },
    },
  )
  const ask = (limit: number) => search.setState({ request: { limit } as unknown as SearchState['request'] })
  const answer = () => search.setState({ shown: {} as SearchState['shown'] })
  const open = (eventId: string | null) =>
    details.setState({ view: eventId === null ? null : { state: 'loading', eventId, startedAt: 0 } })
  return { ask, answer, open, stop, count: () => count }
}

test('another search or event leads back; the first search, a refresh and a closing do not', () => {
  const page = watched()
  page.ask(25)
  page.open('evt_left')
  page.answer()
  page.answer()
  page.open('evt_left')
  page.open(null)
  expect(page.count()).toBe(0)
  page.ask(100)
  expect(page.count()).toBe(1)
  page.open('evt_1')
  expect(page.count()).toBe(2)
  page.stop()
  page.ask(50)
  page.open('evt_2')
  expect(page.count()).toBe(2)
})

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
  function open(
    arrival: Place | null = null,
    baseUrl = 'https://a.example',
    chosen: ColumnChoice | null = USUAL_COLUMNS,
  ) {
    const timers = manualTimers()
    const asked: SearchRequest[] = []
    const found: string[] = []
    const searching = createStore(() => initialState(50))
    const viewing = createStore<{ view: null | { state: 'loading'; eventId: string; startedAt: number } }>(() => ({
      view: null,
    }))
    const columns = createStore(() => ({ choice: chosen }))
    const ask = (request: SearchRequest) => {
      asked.push(request)
      searching.setState({ request })
    }
    const place = createPlaceSession({
      parts: createStateStore(),
      bridge: { remembered: remembered.calls },
      connectionId: 'one',
      baseUrl,
      later: timers.later,
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
    return {
      place,
      asked,
      found,
      properties: () => columns.getState().choice?.properties,
      choose: (properties: string[]) => columns.setState({ choice: { ...USUAL_COLUMNS, properties } }),
      /** Its details close. */
      leaveEvent: () => viewing.setState({ view: null }),
      timers,
    }
  }
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
  return { open, settled }
}

test('a connection that is opened again leads back to where it was left', async () => {
  const { open, settled } = places()
  const first = open()
  await settled()
  expect(first.asked).toEqual([{ filters: { propertyFilters: [] }, limit: 50, offset: 0 }])
  first.place.go({ ...AT, columns: ['amount'] })
  first.place.close()
  // The details close along with it, which is no change of place.
  first.leaveEvent()
  first.timers.goOff()
  await settled()
  const second = open()
  await settled()
  expect(second.asked).toEqual([{ filters: AT.filters, limit: 25, offset: 50 }])
  expect(second.found).toEqual(['evt_1'])
  // Columns are remembered by themselves.
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
  expect(hasty.asked).toEqual([])
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
  place.go(AT)
  expect(place.current().event).toBe('evt_1')
  place.go({ ...AT, event: null })
  expect(place.current().event).toBeNull()
  expect(properties()).toEqual(['amount'])
  place.go({ ...AT, columns: Array.from({ length: 100 }, (_, n) => `property ${n}`) })
  expect(properties()).toHaveLength(MOST_PROPERTY_COLUMNS)
})

test('columns that come with an address wait for those that are chosen here, and are then left to their user', () => {
  const { open } = places()
  const { properties, choose } = open({ ...AT, columns: ['amount'] }, 'https://a.example', null)
  choose(['plan'])
  expect(properties()).toEqual(['amount'])
  choose(['plan'])
  expect(properties()).toEqual(['plan'])
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
