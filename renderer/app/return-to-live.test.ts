import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { DetailView } from '../event/store/detail-session.ts'
import type { SearchState } from '../live/store/search-state.ts'
import { returnToLive } from './return-to-live.ts'

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
