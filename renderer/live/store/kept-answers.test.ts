import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventAnswer, SearchAnswer } from '../../../shared/event/event.ts'
import { parseEventText, parseSearchPage } from '../../../shared/search/search-page.ts'
import { answerIn, keptText } from './kept-answers.ts'

const info = {
  receivedAt: new Date().toISOString(),
  serviceDate: null,
  durationMs: 42.5,
  attempts: 1,
  requestId: 'r-1',
  bytes: 123,
}

function pageOf(text: string): SearchAnswer {
  const read = parseSearchPage(text)
  if (!read.ok) throw new Error(read.problems.join())
  return { page: read.page, info }
}

/** Any JSON at all in the place of events and counts: whatever a service may send, it comes back the same. */
const anyEvent = fc.oneof(
  fc.jsonValue(),
  fc.record({
    event_id: fc.oneof(fc.string({ unit: 'binary' }), fc.integer()),
    created_at: fc.constantFrom('2026-11-20T12:00:00Z', 'yesterday'),
    event_properties: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
  }),
)

test('a page comes back exactly as it was read', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 5 }), fc.jsonValue(), fc.jsonValue(), (events, total, offset) => {
      const answer = pageOf(JSON.stringify({ events, total, limit: 50, offset }, null, 1))
      expect(answerIn(keptText(answer))).toEqual(answer)
    }),
    { numRuns: 200, seed: 4 },
  )
})

test('what was kept by a version that held the query besides comes back', () => {
  const answer = pageOf('{"events":[{"event_id":"a"}]}')
  const query = { queryHash: '["search"]', queryKey: ['search'], updatedAt: 7 }
  expect(answerIn(JSON.stringify({ ...query, ...JSON.parse(keptText(answer)) }))).toEqual(answer)
})

test.each([
  ['digits, order, repeated names', '{"event_id":"a","event_properties":{"n":1.0e400,"n":0.10,"__proto__":1}}'],
  ['a lone surrogate', '{"event_id":"\\ud800","event_properties":{}}'],
])('a single event comes back exactly: %s', (_, text) => {
  const read = parseEventText(text)
  if (!read.ok) throw new Error(read.problems.join())
  const answer: EventAnswer = { event: read.event, info }
  expect(answerIn(keptText(answer))).toEqual(answer)
})

describe('what no longer parses is refused', () => {
  const good = JSON.parse(keptText(pageOf('{"events":[{"event_id":"a"},{"event_id":"b"}]}')))
  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['another shape', { hello: 'world' }],
    ['another version', { ...good, buster: '0' }],
    ['no time of receipt', { ...good, info: { ...good.info, receivedAt: 'noon' } }],
    ['older than 7 days', { ...good, info: { ...good.info, receivedAt: '2001-11-20T12:03:00.000Z' } }],
    ['a count that is a text', { ...good, page: { ...good.page, total: '12' } }],
    ['events that are no JSON', { ...good, events: ['{"event_id":'] }],
    ['two events in one text', { ...good, events: ['{"event_id":"a"},{"event_id":"b"}'] }],
    ['a single event that is none', { ...good, events: '[]' }],
  ])('%s', (_, value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(answerIn(text)).toBeNull()
  })
})
