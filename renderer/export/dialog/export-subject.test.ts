import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { SearchAnswer } from '../../../shared/event/event.ts'
import { parseSearchPage } from '../../../shared/search/search-page.ts'
import { initialState, type SearchState } from '../../live/store/search-session.ts'
import { liveSubject, type RowsOnScreen } from './export-subject.ts'

const current = { id: 'c', account: 1, billingZone: null } as Connection

interface Service {
  matches: number
  /** The most events that it gives at once. */
  cap: number
  total: 'all' | 'page' | 'none'
  echo: 'applied' | 'asked' | 'none'
}

/** The first page of 50, as a service of this kind answers it. */
function shownOf({ matches, cap, total, echo }: Service): RowsOnScreen {
  const request = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
  const events = Array.from({ length: Math.min(matches, cap, request.limit) }, (_, at) => ({ event_id: `evt_${at}` }))
  const read = parseSearchPage(
    JSON.stringify({
      events,
      ...(total === 'none' ? {} : { total: total === 'all' ? matches : events.length }),
      ...(echo === 'none'
        ? {}
        : { limit: echo === 'applied' ? Math.min(cap, request.limit) : request.limit, offset: 0 }),
    }),
  )
  if (!read.ok) throw new Error('not a page')
  const answer = { page: read.page, info: { durationMs: 20 } } as unknown as SearchAnswer
  const search: SearchState = { ...initialState(50), shown: { request, answer, fromCache: false, turn: 1 } }
  return {
    search,
    selection: new Map(),
    events: read.page.events,
    columns: { current: ['event_id'] },
    snapshots: { state: () => ({ list: null }) },
  } as unknown as RowsOnScreen
}

const all = (service: Service) => {
  const subject = liveSubject('all', shownOf(service), current, 'UTC')
  if (!subject?.ok) throw new Error('no subject')
  return subject.value
}

test.each<[string, Service]>([
  ['caps its pages, echoes that, and counts the page', { matches: 60, cap: 20, total: 'page', echo: 'applied' }],
  ['caps its pages in silence and counts the page', { matches: 60, cap: 20, total: 'page', echo: 'none' }],
  ['caps its pages, says that it did not, and counts the page', { matches: 60, cap: 20, total: 'page', echo: 'asked' }],
  ['caps its pages and sends no total', { matches: 60, cap: 20, total: 'none', echo: 'none' }],
  ['sends no total, and has few', { matches: 7, cap: 100, total: 'none', echo: 'applied' }],
  ['is honest and has 7', { matches: 7, cap: 100, total: 'all', echo: 'applied' }],
])('all matches are read, never taken from the page, of a service that %s', (_, service) => {
  expect(all(service).of).toBe('all')
})

test('of any service all matches are read, and their number is promised only where the total is more than the page', () => {
  const services = fc.record<Service>({
    matches: fc.integer({ min: 1, max: 400 }),
    cap: fc.constantFrom(100, 50, 20, 7, 1),
    total: fc.constantFrom('all', 'page', 'none'),
    echo: fc.constantFrom('applied', 'asked', 'none'),
  })
  fc.assert(
    fc.property(services, (service) => {
      const subject = all(service)
      if (subject.of !== 'all') throw new Error(`It is of ${subject.of}`)
      const { cost, events } = subject
      if (cost !== null && cost.events > events.length) expect(cost.events).toBe(service.matches)
    }),
    { seed: 46, numRuns: 500 },
  )
})
