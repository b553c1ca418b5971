import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Connection } from '../../shared/connection/connection.ts'
import type { SearchRequest } from '../../shared/event/event.ts'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import type { Bridge } from '../bridge.ts'
import type { DetailView } from '../event/store/detail-session.ts'
import { scriptedCache } from '../live/store/fixtures/scripted-cache.ts'
import { createQueryClient } from '../live/store/queries.ts'
import type { SearchState } from '../live/store/search-state.ts'
import { manualTimers } from '../ui/fixtures/manual-timers.ts'
import { memoryRemembered } from '../ui/fixtures/memory-remembered.ts'
import { createConnectionSession, returnToLive } from './connection-session.ts'

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
  const bridge = {
    events: { search },
    cache: scriptedCache().cache,
    remembered: memoryRemembered().calls,
  } as unknown as Bridge
  const { later } = manualTimers()
  const session = createConnectionSession(
    {
      bridge,
      queryClient: createQueryClient(),
      limit: 50,
      isFetchingAhead: () => false,
      now: () => clock.now,
      later,
      isHidden: () => false,
      arrival: null,
      onUnkept: () => {},
    },
    connection,
    0,
  )
  session.start()
  await settled()
  const openRow = () => session.details.open(session.search.state().shown!.answer.page.events[0]!)
  return { session, openRow, clock, asked: () => asked }
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
