import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchRequest } from '../../../../../shared/event/event.ts'
import { failed, succeeded } from '../../../../../shared/failure/failure.ts'
import {
  createPace,
  createRequests,
  MOST_AT_ONCE,
  type Pace,
  type ReadingEffects,
  type SearchedRows,
  type Slot,
} from './requests.ts'

/** A clock that only `pass` moves; whoever waits is woken when their time has come. */
function clock() {
  let at = 1_000
  const sleepers: { until: number; wake: () => void }[] = []
  return {
    elapsed: () => at,
    wait: (ms: number) => new Promise<void>((wake) => sleepers.push({ until: at + ms, wake })),
    async pass(ms: number) {
      at += ms
      for (const sleeper of sleepers.splice(0)) {
        if (sleeper.until <= at) sleeper.wake()
        else sleepers.push(sleeper)
      }
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function started() {
  const time = clock()
  const stop = new AbortController()
  const pace = createPace(time, stop.signal)
  return { time, stop, pace }
}

/** Lets `count` requests through one after the other, each taking so long. */
async function answer(pace: Pace, time: ReturnType<typeof clock>, count: number, ms = 10): Promise<void> {
  for (let one = 0; one < count; one += 1) {
    const slot = await entered(pace)
    await time.pass(ms)
    pace.leave(slot, 'answered')
  }
}

async function entered(pace: Pace): Promise<Slot> {
  const slot = await pace.enter('page')
  if (slot === null) throw new Error('No slot')
  return slot
}

test('begins with one request and is raised slowly up to eight', async () => {
  const { pace, time } = await started()
  const seen = [pace.atOnce()]
  for (let one = 0; one < 60; one += 1) {
    await answer(pace, time, 1)
    if (seen.at(-1) !== pace.atOnce()) seen.push(pace.atOnce())
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, MOST_AT_ONCE])
})

test('never lets out more than it says, whatever comes back', async () => {
  const outcome = fc.constantFrom('answered', 'strained', 'other')
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { minLength: 20, maxLength: 80 }), async (outcomes) => {
      const { pace, time } = await started()
      const out: Slot[] = []
      for (const how of outcomes) {
        void pace.enter('page').then((slot) => slot && out.push(slot))
        void pace.enter('page').then((slot) => slot && out.push(slot))
        await settled()
        await time.pass(7)
        const first = out.shift()
        if (first !== undefined) pace.leave(first, how)
        await settled()
        // What was let out at a higher pace may still be out; nothing is added to it.
        expect(out.length).toBeLessThanOrEqual(MOST_AT_ONCE)
        expect(pace.atOnce()).toBeGreaterThanOrEqual(1)
      }
    }),
    { numRuns: 40 },
  )
})

test('is halved once by what one pace brought, however many of it failed', async () => {
  const { pace, time } = await started()
  await answer(pace, time, 40)
  expect(pace.atOnce()).toBe(8)
  const out = await Promise.all(Array.from({ length: 8 }, () => entered(pace)))
  for (const slot of out) pace.leave(slot, 'strained')
  expect(pace.atOnce()).toBe(4)
  pace.leave(await entered(pace), 'strained')
  expect(pace.atOnce()).toBe(2)
})

test('is halved where answers take twice as long, and not again for what then is usual', async () => {
  const { pace, time } = await started()
  await answer(pace, time, 40, 50)
  expect(pace.atOnce()).toBe(8)
  await answer(pace, time, 2, 400)
  expect(pace.atOnce()).toBe(4)
  await answer(pace, time, 40, 400)
  expect(pace.atOnce()).toBe(8)
})

test('counts and pages are held against their own past only', async () => {
  const { pace, time } = await started()
  for (let one = 0; one < 40; one += 1) {
    const slot = await pace.enter('count')
    await time.pass(2)
    if (slot !== null) pace.leave(slot, 'answered')
    await answer(pace, time, 1, 500)
  }
  expect(pace.atOnce()).toBe(8)
})

test('what the service asks to wait holds for all, and the longest counts', async () => {
  const { pace, time } = await started()
  await answer(pace, time, 40)
  pace.holdBack(1_000)
  pace.holdBack(3_000)
  let isIn = false
  void pace.enter('page').then(() => {
    isIn = true
  })
  await time.pass(2_999)
  expect(isIn).toBe(false)
  expect(pace.heldFor()).toBe(1)
  await time.pass(1)
  expect(isIn).toBe(true)
})

test('once stopped nobody gets in any more', async () => {
  const { pace, stop } = await started()
  await entered(pace)
  const waiting = pace.enter('page')
  stop.abort()
  expect(await waiting).toBeNull()
  expect(await pace.enter('count')).toBeNull()
})

test('nothing is left on its signal while nobody waits', async () => {
  const { pace, stop } = await started()
  const listeners = () => getEventListeners(stop.signal, 'abort').length
  const slot = await entered(pace)
  const [second, third] = [pace.enter('page'), pace.enter('count')]
  expect(listeners()).toBe(1)
  pace.leave(slot, 'strained')
  const next = await second
  if (next !== null) pace.leave(next, 'strained')
  expect(await third).not.toBe(null)
  expect(listeners()).toBe(0)
})

test('one more request is let out once as many were answered as are let out', async () => {
  const { pace, time } = await started()
  const after: number[] = []
  for (const count of [1, 1, 1, 2, 1]) {
    await answer(pace, time, count)
    after.push(pace.atOnce())
  }
  expect(after).toEqual([2, 2, 3, 3, 4])
})

// Requests of one reading.

const counts = { attempts: 1, durationMs: 1 }
const http = { status: 429, requestId: null, serviceMessage: null }

/** Each request is answered by `answerTo`, which sees what was asked. */
function requestsTo(answerTo: (request: SearchRequest, number: number) => ReturnType<ReadingEffects['search']>) {
  const waits: number[] = []
  const asked: SearchRequest[] = []
  const effects: ReadingEffects = {
    search: (request) => {
      asked.push(request)
      return answerTo(request, asked.length)
    },
    now: () => 0,
    elapsed: () => waits.reduce((sum, ms) => sum + ms, 0),
    wait: async (ms) => void waits.push(ms),
    random: () => 0.5,
  }
  const requests = createRequests({
    effects,
    stop: new AbortController().signal,
    search: () => ({ propertyFilters: [] }),
    partsKept: 0,
    see: () => false,
    onHeld: () => undefined,
  })
  return { requests, asked, waits }
}

const anyRange = { from: null, to: null }
const page = async (): ReturnType<ReadingEffects['search']> =>
  succeeded({ page: { events: [], total: 0, limit: null, offset: null }, info: { serviceDate: null } } as SearchedRows)

test('a wait of more than five minutes pauses the reading, one of five is waited for', async () => {
  const busy = (retryAfterMs: number) => async (_: SearchRequest, number: number) =>
    number > 1 ? page() : failed({ kind: 'rate-limited', retryAfterMs, http, ...counts } as const)
  const short = requestsTo(busy(300_000))
  expect((await short.requests.page(anyRange, 0)).ok).toBe(true)
  expect(short.waits).toEqual([300_000])
  const long = requestsTo(busy(300_001))
  expect((await long.requests.page(anyRange, 0)).ok).toBe(false)
  expect(long.requests.haltedBy()).toMatchObject({ kind: 'rate-limited' })
  expect(long.asked).toHaveLength(1)
})

test('an answer that is too large is asked for again with half the limit, and so are all pages from then on', async () => {
  const { requests, asked } = requestsTo(async ({ limit }) =>
    limit > 30 ? failed({ kind: 'too-large', bound: 'bytes', limit: 1, ...counts } as const) : page(),
  )
  await requests.page(anyRange, 0)
  await requests.page(anyRange, 0)
  expect(asked.map(({ limit }) => limit)).toEqual([100, 50, 25, 25])
  expect(requests.pageSize()).toBe(25)
})

test('answers that bring nothing new end a reading, however many it may still ask for', async () => {
  const { requests } = requestsTo(page)
  for (let one = 0; !requests.isSpent() && one < 1_000; one += 1) await requests.count(anyRange)
  expect(requests.sent()).toBe(400 - 4 * MOST_AT_ONCE + 1)
  expect((await requests.count(anyRange)).ok).toBe(false)
})
