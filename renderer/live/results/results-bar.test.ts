import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import { parseSearchPage } from '../../../shared/search/search-page.ts'
import { formatUtc } from '../../../shared/time/instant.ts'
import { newerWords, observedOrder, orderWords } from './results-bar.tsx'

const at = (createdAt: string | null) => ({ createdAt }) as Event
const instants = fc.array(
  fc.record({ seconds: fc.integer({ min: 0, max: 100 }), nanoseconds: fc.integer({ min: 0, max: 3 }) }),
  { maxLength: 8 },
)
const inNanoseconds = ({ seconds, nanoseconds }: { seconds: number; nanoseconds: number }) =>
  seconds * 1_000_000_000 + nanoseconds

describe('observed order', () => {
  test('is what sorting says', () => {
    fc.assert(
      fc.property(instants, (list) => {
        const times = list.map(inNanoseconds)
        const up = times.toSorted((a, b) => a - b).join()
        const down = times.toSorted((a, b) => b - a).join()
        const sorted = times.join() === up ? 'oldest-first' : times.join() === down ? 'newest-first' : 'none'
        expect(observedOrder(list.map((instant) => at(formatUtc(instant))))).toBe(up === down ? null : sorted)
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  test('tells instants apart by the last nanosecond, and by what they mean', () => {
    expect(observedOrder([at('2026-11-20T14:00:00.000000002Z'), at('2026-11-20T14:00:00.000000001Z')])).toBe(
      'newest-first',
    )
    expect(observedOrder([at('2026-11-20T14:00:00Z'), at('2026-11-20T15:00:00+01:00')])).toBeNull()
  })

  test('what cannot be read is left out', () => {
    expect(observedOrder([at('2026-11-20T14:00:00Z'), at('yesterday'), at(null), at('2026-11-19T14:00:00Z')])).toBe(
      'newest-first',
    )
    expect(observedOrder([])).toBeNull()
  })

  test('is said in the words of tables, and no order in words of its own', () => {
    const [early, late] = [at('2026-11-20T14:00:00Z'), at('2026-11-20T15:00:00Z')]
    const words = (...events: Event[]) => orderWords(observedOrder(events))
    expect(words(late, early)).toBe('Newest first')
    expect(words(early, late)).toBe('Oldest first')
    expect(words(early, late, early)).toBe('Order not guaranteed')
    expect(words(early)).toBeNull()
  })
})

const request: SearchRequest = { filters: { propertyFilters: [] }, limit: 3, offset: 0 }

function answerOf(ids: string, total: number | null): SearchAnswer {
  const read = parseSearchPage(JSON.stringify({ events: [...ids].map((id) => ({ event_id: id })), total, limit: 3 }))
  if (!read.ok) throw new Error('not a page')
  return { page: read.page, info: {} } as unknown as SearchAnswer
}

function words(before: [string, number | null], after: [string, number | null], asked = request): string {
  const shown = { request: asked, answer: answerOf(...before), fromCache: false, turn: 1 }
  return newerWords({ request: asked, answer: answerOf(...after) }, shown)
}

test('new events are counted as far as the page shows it', () => {
  expect(words(['cba', 10], ['dcb', 11])).toBe('1 new event – show')
  expect(words(['cba', 10], ['edc', 12])).toBe('2 new events – show')
  expect(words(['cba', 10], ['fed', 13])).toBe('3 or more new events – show')
  expect(words(['cba', null], ['edc', null])).toBe('2 new events – show')
  // Oldest first, and the last page is not full.
  expect(words(['ab', 2], ['abc', 3])).toBe('1 new event – show')
  expect(words(['', 0], ['ab', 2])).toBe('2 new events – show')
})

test('what only moved up because another went is not called new; nor is what moved on to a later page', () => {
  expect(words(['cba', 10], ['caz', 9])).toBe('Newer results – show')
  const later = { ...request, offset: 3 }
  expect(words(['cba', 10], ['dcb', 11], later)).toBe('1 more event – show')
  expect(words(['cba', null], ['dcb', null], later)).toBe('Newer results – show')
  // Oldest first, and the new ones are on another page.
  expect(words(['abc', 1_000], ['abc', 3_000])).toBe('2,000 more events – show')
})

test('a page is full where the service gives fewer than were asked for: what moved up on it is not called new', () => {
  const asked = { ...request, limit: 50 }
  expect(words(['cba', 10], ['caz', 9], asked)).toBe('Newer results – show')
})

test('rows of another request are never counted against those on screen', () => {
  const shown = { request, answer: answerOf('a', 1), fromCache: false, turn: 1 }
  expect(newerWords({ request: { ...request }, answer: answerOf('b', 2) }, shown)).toMatch(/^The service is back/)
})
