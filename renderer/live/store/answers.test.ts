import { expect, test } from 'vitest'
import type { SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import { parseSearchPage } from '../../../shared/search/search-page.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { createAnswers } from './answers.ts'
import { scriptedCache } from './fixtures/scripted-cache.ts'
import { createQueryClient, searchQuery } from './queries.ts'

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
  const inMemory = () => queryClient.getQueryCache().getAll().length
  /** The next request waits until the function that this answers with is called. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.until = promise
    return resolve
  }
  return { answers, query, inMemory, kept, asked: () => asked, hold, service }
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
