import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { EventAnswer, SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import { parseEventText, parseSearchPage } from '../../../shared/search/search-page.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { answerIn, createAnswers, keptText } from './answers.ts'
import { scriptedCache } from './fixtures/scripted-cache.ts'
import { createQueryClient, PAGE_FRESH_MS, searchQuery } from './queries.ts'

const http = { status: 429, requestId: null, serviceMessage: null }
const at = (offset: number): SearchRequest => ({ filters: { propertyFilters: [] }, limit: 50, offset })
const settled = () => new Promise((done) => setTimeout(done, 5))

function start(kept = scriptedCache(), sizes: { bytes?: number; text?: string } = {}) {
  let asked = 0
  /** What the next request waits for. */
  const held: { until: Promise<void> | null } = { until: null }
  const service = { fails: false }
  const search = async ({ request: { offset } }: { request: SearchRequest }) => {
    asked += 1
    const { until } = held
    held.until = null
    await until
    if (service.fails)
      throw new FailureError({ kind: 'rate-limited', http, retryAfterMs: null, attempts: 1, durationMs: 1 })
    const read = parseSearchPage(JSON.stringify({ events: [{ event_id: `e${offset}`, note: sizes.text ?? '' }] }))
    if (!read.ok) throw new Error('not a page')
    const info = {
      receivedAt: new Date().toISOString(),
      serviceDate: null,
      durationMs: 1,
      attempts: 1,
      requestId: null,
      bytes: sizes.bytes ?? 100,
    }
    return (async function* () {
      yield { type: 'answer', answer: { page: read.page, info } }
    })()
  }
  const bridge = { events: { search }, cache: kept.cache } as unknown as Bridge
  const queryClient = createQueryClient()
  const answers = createAnswers({ bridge, queryClient, connectionId: 'one', onSent: async () => {} })
  const query = (offset: number) => searchQuery(bridge, { id: 'one', account: 1 }, at(offset), () => {})
  const fresh = (offset: number) => ({ ...query(offset), staleTime: PAGE_FRESH_MS })
  const inMemory = () => queryClient.getQueryCache().getAll().length
  /** The next request waits until the function that this answers with is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.until = promise
    return resolve
  }
  return { answers, query, fresh, inMemory, kept, asked: () => asked, hold, service }
}

test('memory holds the answers used last, the local cache all of them', async () => {
  const { answers, query, inMemory, kept } = start()
  for (let page = 0; page < 100; page++) {
    await answers.fetch(query(page))
    answers.recent(query(0))
  }
  await settled()
  expect(inMemory()).toBe(60)
  expect(kept.rows.size).toBe(100)
  expect(answers.recent(query(0))).not.toBeNull()
  expect(answers.recent(query(10))).toBeNull()
  expect((await answers.kept(query(10)))?.page.events[0]?.eventId).toBe('e10')
  expect(answers.recent(query(10))).not.toBeNull()
})

test('large answers are bounded by their bytes, the newest always stays', async () => {
  const { answers, query, inMemory } = start(scriptedCache(), { bytes: 20_000_000 })
  for (let page = 0; page < 5; page++) await answers.fetch(query(page))
  expect(inMemory()).toBe(1)
  expect(answers.recent(query(4))).not.toBeNull()
})

test('what is fresh comes from memory or from the local cache, what is older from the service', async () => {
  const first = start()
  const answer = await first.answers.fetch(first.query(0))
  await settled()
  expect(await first.answers.fetch(first.fresh(0))).toBe(answer)
  const second = start(first.kept)
  expect(await second.answers.fetch(second.fresh(0))).toEqual(answer)
  expect(await second.answers.fetch({ ...second.fresh(0), staleTime: 1 })).not.toEqual(answer)
  expect([first.asked(), second.asked()]).toEqual([1, 1])
})

test('asking goes to the service also where the clock went back since it was asked', async () => {
  const { answers, query, asked } = start()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T13:00:00Z') })
  try {
    await answers.fetch(query(0))
    vi.setSystemTime('2026-11-20T12:00:00Z')
    await answers.fetch(query(0))
  } finally {
    vi.useRealTimers()
  }
  expect(asked()).toBe(2)
})

test('what is called off while it is looked for in the local cache is not asked for', async () => {
  const { answers, fresh, kept, asked } = start()
  const read = Promise.withResolvers<string | null>()
  kept.cache.read = () => read.promise
  const called = answers.fetch(fresh(0))
  answers.cancel(fresh(0).queryKey)
  read.resolve(null)
  await expect(called).rejects.toThrow()
  await settled()
  expect(asked()).toBe(0)
})

test('fetching goes to the service whatever is kept; what is kept comes back without it', async () => {
  const first = start()
  await first.answers.fetch(first.query(0))
  await first.answers.fetch(first.query(0))
  expect(first.asked()).toBe(2)
  await settled()
  const second = start(first.kept)
  const kept = (await second.answers.kept(second.query(0))) as SearchAnswer
  expect(kept).toEqual(first.answers.recent(first.query(0)))
  expect(second.asked()).toBe(0)
  expect(await second.answers.kept(second.query(50))).toBeNull()
})

test.each([
  ['by its bytes alone', 'ä'.repeat(2_200_000)],
  ['once it is written', '"'.repeat(2_000_000)],
])(
  'an answer too large for the bridge, %s, is shown and counted, and nothing older is kept in its place',
  async (_, text) => {
    const cache = scriptedCache()
    const before = start(cache)
    await before.answers.fetch(before.query(0))
    await settled()
    expect(cache.rows.size).toBe(1)
    const { answers, query, kept } = start(cache, { text })
    await answers.fetch(query(0))
    await settled()
    // Nor is what was kept of it before: that is older than what was seen.
    expect(kept.rows.size).toBe(0)
    expect(answers.unkept()).toBe(1)
    expect(answers.recent(query(0))).not.toBeNull()
  },
)

test('an answer that the backend does not take is counted; letting go of memory leaves the local cache', async () => {
  const broken = scriptedCache()
  broken.breakDown()
  const one = start(broken)
  await one.answers.fetch(one.query(0))
  await settled()
  expect(one.answers.unkept()).toBe(1)
  const two = start()
  await two.answers.fetch(two.query(0))
  await settled()
  two.answers.clear()
  expect(two.inMemory()).toBe(0)
  expect(await two.answers.kept(two.query(0))).not.toBeNull()
})

test('letting go of memory spares a request that is under way, not the answer from before it', async () => {
  const { answers, query, hold } = start()
  const before = await answers.fetch(query(0))
  const goOn = hold()
  const again = answers.fetch(query(0))
  answers.clear()
  expect(answers.recent(query(0))).toBeNull()
  goOn()
  expect((await again).page.events[0]?.eventId).toBe('e0')
  expect(await again).not.toBe(before)
  expect(answers.recent(query(0))).toBe(await again)
})

test('making room spares a request that is under way', async () => {
  const { answers, query, hold, inMemory } = start()
  await answers.fetch(query(0))
  const goOn = hold()
  const again = answers.fetch(query(0))
  for (let page = 1; page <= 60; page++) await answers.fetch(query(page))
  goOn()
  expect((await again).page.events[0]?.eventId).toBe('e0')
  expect(inMemory()).toBe(60)
})

test('what failed or was called off is not held; an answer from before it stays', async () => {
  const { answers, query, inMemory, service, hold } = start()
  const before = await answers.fetch(query(0))
  service.fails = true
  for (let page = 0; page < 200; page++) await expect(answers.fetch(query(page))).rejects.toThrow('rate-limited')
  expect(inMemory()).toBe(1)
  expect(answers.recent(query(0))).toBe(before)
  hold()
  const called = answers.fetch(query(300))
  answers.cancel(query(300).queryKey)
  await expect(called).rejects.toThrow()
  expect(inMemory()).toBe(1)
})

test('a failure of what is asked for again at once leaves the second request alone', async () => {
  const { answers, query, hold } = start()
  hold()
  const first = answers.fetch(query(0))
  answers.cancel(query(0).queryKey)
  const goOn = hold()
  const second = answers.fetch(query(0))
  await expect(first).rejects.toThrow()
  goOn()
  expect((await second).page.events[0]?.eventId).toBe('e0')
  expect(answers.recent(query(0))).toBe(await second)
})

test('what was let go of does not come back when the request behind it is called off', async () => {
  const { answers, query, hold, kept } = start()
  await answers.fetch(query(0))
  await settled()
  const goOn = hold()
  const again = answers.fetch(query(0))
  answers.clear()
  kept.rows.clear()
  answers.cancel(query(0).queryKey)
  await again.catch(() => {})
  goOn()
  await settled()
  expect(answers.recent(query(0))).toBeNull()
  expect(kept.rows.size).toBe(0)
})

test('what was asked for before the cache is cleared is not kept after it', async () => {
  const { answers, query, hold, kept } = start()
  const goOn = hold()
  const asked = answers.fetch(query(0))
  await answers.fetch(query(1))
  await answers.stopKeeping()
  expect(kept.rows.size).toBe(1)
  kept.rows.clear()
  goOn()
  await asked
  await settled()
  expect(kept.rows.size).toBe(0)
  await answers.fetch(query(2))
  await settled()
  expect(kept.rows.size).toBe(1)
})

const keptInfo = {
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
  return { page: read.page, info: keptInfo }
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
  const answer: EventAnswer = { event: read.event, info: keptInfo }
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
