import { expect, test } from 'vitest'
import type { Filters, SearchPage } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import type { ShownRows } from '../store/search-session.ts'
import { edgeRequests, edgesOf, isWhole, spreadOf, spreadOffer, whyNoTimes } from './time-offer.ts'

const at = (createdAt: string | null) => someEvent({ eventId: createdAt, createdAt })
const events = [at('2026-11-03T10:00:00+01:00'), at('2026-11-01T23:30:00Z'), at('no time'), at('2026-11-01T23:30:01Z')]

function rows(page: Partial<SearchPage>, filters: Partial<Filters> = {}): ShownRows {
  const whole = { events, sent: events.length, total: 4, limit: 50, offset: 0, problems: [], ...page }
  const request = { filters: { propertyFilters: [], ...filters }, limit: 50, offset: 0 }
  return { request, answer: { page: whole, info: {} }, fromCache: false, turn: 1 } as ShownRows
}

test('nothing is asked where the total may be of the page, and the page tells it where it is all there is', () => {
  expect(whyNoTimes(null)).not.toBeNull()
  expect(whyNoTimes(rows({ total: null }))).toContain('this page only')
  expect(whyNoTimes(rows({ total: 4, limit: 4 }))).toContain('this page only')
  expect(whyNoTimes(rows({ events: [], sent: 0, total: 0 }))).toContain('no events')
  expect([whyNoTimes(rows({})), isWhole(rows({}))]).toEqual([null, true])
  expect([whyNoTimes(rows({ total: 900 })), isWhole(rows({ total: 900 }))]).toEqual([null, false])
  expect(isWhole(rows({ sent: 60 }))).toBe(false)
})

test('what a search without a beginning costs, and that its segments wait for the first event', () => {
  const open = { state: 'open' } as const
  expect(edgeRequests(rows({}))).toBeLessThanOrEqual(60)
  const november = { createdAtFrom: '2026-11-01T00:00:00Z', createdAtTo: '2026-11-30T23:59:59.999999999Z' }
  expect(edgeRequests(rows({}, november))).toBeLessThanOrEqual(40)
  const now = '2026-11-05T12:00:00Z'
  expect(spreadOffer(rows({ total: 900 }), { first: open, last: open }, 'UTC', now)).toMatchObject({ kind: 'not' })
  const month = spreadOffer(rows({ total: 900 }, november), { first: open, last: open }, 'UTC', now)
  expect(month).toMatchObject({ kind: 'edges', unit: 'day', count: 1, requests: 31 })
  const { first, last } = edgesOf(events)
  const found = { first: { state: 'answered', answer: first }, last: { state: 'answered', answer: last } } as const
  const offer = spreadOffer(rows({}), found, 'UTC', now)
  if (offer.kind !== 'edges') throw new Error(offer.why)
  expect([offer.edges[0], offer.edges.at(-1)]).toEqual(['2026-11-01T23:30:00Z', '2026-11-03T09:00:00.000000001Z'])
  const spread = spreadOf(events, offer)
  if (spread.kind !== 'counted') throw new Error(spread.kind)
  // An event without a time lies nowhere, and neither does one outside of every segment.
  expect(spread.total).toBe(3)
  const outside = [at('2026-10-31T00:00:00Z'), at('2026-12-01T00:00:00Z')]
  expect(spreadOf([...events, ...outside], offer)).toEqual(spread)
  expect(spread.bins.map(({ count }) => count).filter((count) => count > 0)).toEqual([2, 1])
})
