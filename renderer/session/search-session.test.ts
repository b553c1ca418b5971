import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Progress } from '../../shared/call-progress.ts'
import type { Connection } from '../../shared/connection.ts'
import type { SearchAnswer, SearchRequest } from '../../shared/event.ts'
import type { Failure } from '../../shared/failure.ts'
import { parseSearchPage } from '../../shared/search-page.ts'
import { type Bridge, FailureError } from '../bridge.ts'
import { createAnswers } from './answers.ts'
import { manualTimers } from './fixtures/manual-timers.ts'
import { scriptedCache } from './fixtures/scripted-cache.ts'
import { KEPT_VERSION } from './kept-answer.ts'
import { createQueryClient } from './queries.ts'
import { createSearchSession } from './search-session.ts'

const connection: Connection = {
  id: 'one',
  name: 'One',
  baseUrl: 'https://one.example',
  environment: 'test',
  billingZone: null,
  origin: 'saved',
  token: { place: 'keychain' },
  plainHttpConsent: false,
  account: 1,
  hiddenAccount: null,
}

const unreachable: Failure = { kind: 'unreachable', reason: 'refused', detail: '', attempts: 1, durationMs: 1 }

function answerOf(eventId: string, at: number, total = 1000): SearchAnswer {
  const read = parseSearchPage(JSON.stringify({ events: [{ event_id: eventId }], total, limit: 50, offset: 0 }))
  if (!read.ok) throw new Error('not a page')
  const receivedAt = new Date(at).toISOString()
  return {
    page: read.page,
    info: { receivedAt, serviceDate: null, durationMs: 1, attempts: 1, requestId: null, bytes: 1 },
  }
}

/** Long enough for a look into the cache and for what follows it. */
async function settled() {
  for (let turns = 0; turns < 3; turns++) await new Promise((done) => setTimeout(done, 0))
}

/** A backend that answers when told to, and remembers which requests were aborted. */
function backend(now: () => number) {
  const calls: {
    request: SearchRequest
    once: boolean
    tell: (step: Progress<SearchAnswer>) => void
    answer: (text: string, total?: number) => Promise<void>
    fail: (failure: Failure) => Promise<void>
    aborted: () => boolean
  }[] = []
  const search = async (input: { request: SearchRequest; once?: boolean }, { signal }: { signal: AbortSignal }) => {
    const steps: Progress<SearchAnswer>[] = []
    let wake = Promise.withResolvers<void>()
    const push = (step: Progress<SearchAnswer>) => {
      steps.push(step)
      wake.resolve()
    }
    let failure: Failure | null = null
    signal.addEventListener('abort', () => wake.resolve())
    calls.push({
      request: input.request,
      once: input.once ?? false,
      tell: push,
      answer: async (text, total) => {
        push({ type: 'answer', answer: answerOf(text, now(), total) })
        await settled()
      },
      fail: async (why) => {
        failure = why
        wake.resolve()
        await settled()
      },
      aborted: () => signal.aborted,
    })
    return (async function* () {
      while (true) {
        await wake.promise
        wake = Promise.withResolvers<void>()
        if (signal.aborted) throw new FailureError({ kind: 'cancelled' })
        if (failure) throw new FailureError(failure)
        yield* steps.splice(0)
      }
    })()
  }
  return { calls, search }
}

/** `kept`: what the local cache holds of an earlier run; `clock` is then that run's, gone on. */
function start(kept = scriptedCache(), clock = { now: Date.now() }) {
  const now = () => clock.now
  const { calls, search } = backend(now)
  const bridge = { events: { search }, cache: kept.cache } as unknown as Bridge
  const sent: string[] = []
  const answers = createAnswers({
    bridge,
    queryClient: createQueryClient(),
    connectionId: connection.id,
    onSent: (events) => sent.push(...events.map(({ eventId }) => eventId ?? '')),
  })
  const timers = manualTimers()
  const window = { hidden: false }
  const session = createSearchSession({
    bridge,
    answers,
    connection,
    limit: 50,
    now,
    later: timers.later,
    isHidden: () => window.hidden,
  })
  const rows = () => session.state().shown?.answer.page.events.map(({ eventId }) => eventId)
  const last = () => calls.at(-1)!
  return { session, calls, last, rows, clock, kept, timers, window, sent }
}

test('opening searches at once, without filters, and shows how far it has come', async () => {
  const { session, last, rows } = start()
  session.start()
  expect(session.state()).toMatchObject({ loading: { behind: false, progress: { attempt: 1 } }, shown: null })
  await settled()
  expect(last().request).toEqual({ filters: { propertyFilters: [] }, limit: 50, offset: 0 })
  last().tell({ type: 'waiting', next: 2, of: 4, waitMs: 4000, asked: true, because: unreachable })
  await settled()
  expect(session.state().loading?.progress.waiting).toMatchObject({ next: 2, waitMs: 4000, asked: true })
  last().tell({ type: 'attempt', attempt: 2, of: 4 })
  await settled()
  expect(session.state().loading?.progress).toEqual({ attempt: 2, of: 4, waiting: null })
  await last().answer('a')
  expect(session.state()).toMatchObject({ loading: null, failure: null })
  expect(rows()).toEqual(['a'])
})

/** The first page is on screen, the second is asked for. */
async function loadingSecond() {
  const it = start()
  it.session.start()
  await settled()
  await it.last().answer('first')
  it.session.page(50)
  await settled()
  return it
}

/** Both were answered; rows 51 and on of everything are on screen. */
async function onSecondPage() {
  const it = await loadingSecond()
  await it.last().answer('second')
  return it
}

test('a look without a word offers what differs, makes like rows young, and tells why it failed', async () => {
  const { session, last, rows, calls, clock } = await onSecondPage()
  const before = session.state().shown!
  const looked = async (answer: () => Promise<void>) => {
    const failed = session.look()
    await settled()
    expect(last()).toMatchObject({ request: { offset: 50 }, once: true })
    expect(session.state().loading).toBeNull()
    await answer()
    return failed
  }
  clock.now += 10_000
  expect(await looked(() => last().answer('second'))).toBeNull()
  expect(session.state()).toMatchObject({ newer: null, shown: { turn: before.turn, fromCache: false } })
  expect(session.state().shown?.answer.page).toBe(before.answer.page)
  expect(session.state().shown?.answer.info.receivedAt).toBe(new Date(clock.now).toISOString())

  expect(await looked(() => last().answer('other', 1001))).toBeNull()
  expect(rows()).toEqual(['second'])
  expect(session.state().newer?.answer.page.total).toBe(1001)
  expect(await looked(() => last().fail(unreachable))).toEqual(unreachable)
  expect(session.state()).toMatchObject({ failure: null, loading: null })

  // Not while something else is asked, which also ends a look that is under way.
  const under = session.look()
  await settled()
  const look = last()
  session.refresh()
  await settled()
  expect(look.aborted()).toBe(true)
  expect(await under).toBeNull()
  const asked = calls.length
  expect(await session.look()).toBeNull()
  expect(calls).toHaveLength(asked)
})

describe('while a page loads', () => {
  test('the old rows stay until the new ones are there', async () => {
    const { session, last, rows } = await loadingSecond()
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ request: { offset: 50 }, shown: { request: { offset: 0 } } })
    await last().answer('second')
    expect(rows()).toEqual(['second'])
    expect(session.state().shown?.request.offset).toBe(50)
  })

  test('cancelling aborts the request and returns to the rows that were there', async () => {
    const { session, last, rows } = await loadingSecond()
    session.cancel()
    await settled()
    expect(last().aborted()).toBe(true)
    expect(session.state()).toMatchObject({ request: { offset: 0 }, loading: null, failure: null })
    await last().answer('late')
    expect(rows()).toEqual(['first'])
  })

  test('a failure leaves the rows, and Retry asks for the same again', async () => {
    const { session, last, rows, calls } = await loadingSecond()
    await last().fail(unreachable)
    expect(session.state()).toMatchObject({ failure: unreachable, loading: null, request: { offset: 50 } })
    expect(rows()).toEqual(['first'])
    session.retry()
    await settled()
    expect(calls).toHaveLength(3)
    expect(last().request.offset).toBe(50)
    expect(session.state().failure).toBeNull()
    await last().answer('second')
    expect(rows()).toEqual(['second'])
  })

  test('another search aborts it, and its late answer changes nothing', async () => {
    const { session, calls, rows } = await loadingSecond()
    session.search({ customerId: 'c', propertyFilters: [] })
    await settled()
    expect(calls[1]!.aborted()).toBe(true)
    await calls[1]!.answer('late')
    expect(rows()).toEqual(['first'])
    await calls[2]!.answer('filtered')
    expect(rows()).toEqual(['filtered'])
    expect(session.state().request.offset).toBe(0)
  })

  test('closing aborts it and publishes nothing any more', async () => {
    const { session, last } = await loadingSecond()
    let heard = 0
    session.subscribe(() => {
      heard += 1
    })
    session.close()
    expect(last().aborted()).toBe(true)
    await last().answer('late')
    expect(heard).toBe(0)
  })
})

describe('after a search that failed', () => {
  const customer = { customerId: 'c', propertyFilters: [] }
  async function failed(ask: (session: ReturnType<typeof start>['session']) => void) {
    const it = await onSecondPage()
    ask(it.session)
    await settled()
    await it.last().fail(unreachable)
    expect(it.rows()).toEqual(['second'])
    return it
  }
  const everything = { filters: { propertyFilters: [] }, limit: 50, offset: 50 }

  test('the pages and their size are those of the rows on screen', async () => {
    const next = await failed((session) => session.search(customer))
    next.session.page(100)
    await settled()
    expect(next.last().request).toEqual({ ...everything, offset: 100 })
    const sized = await failed((session) => session.search(customer))
    sized.session.limit(25)
    await settled()
    expect(sized.last().request).toEqual({ ...everything, limit: 25 })
  })

  test('a failed page or size of the same search moves neither', async () => {
    const sized = await failed((session) => session.page(200))
    sized.session.limit(25)
    await settled()
    expect(sized.last().request).toEqual({ ...everything, limit: 25 })
    const next = await failed((session) => session.limit(100))
    next.session.page(100)
    await settled()
    expect(next.last().request).toEqual({ ...everything, offset: 100 })
  })

  test('they stay so when the service is back and offers what had failed', async () => {
    const { session, timers, last } = await failed((session) => session.search(customer))
    timers.goOff()
    await settled()
    await last().answer('filtered')
    expect(session.state()).toMatchObject({ failure: null, newer: { request: { filters: customer } } })
    session.page(100)
    await settled()
    expect(last().request).toEqual({ ...everything, offset: 100 })
  })

  test('Retry asks for what failed, Refresh for the rows on screen', async () => {
    const { session, last } = await failed((session) => session.search(customer))
    session.retry()
    await settled()
    expect(last().request).toEqual({ filters: customer, limit: 50, offset: 0 })
    await last().fail(unreachable)
    session.refresh()
    await settled()
    expect(last().request).toEqual(everything)
  })
})

test('another size while a search is under way is that search’s', async () => {
  const { session, last } = start()
  session.start()
  await settled()
  await last().answer('first')
  session.search({ customerId: 'c', propertyFilters: [] })
  session.limit(25)
  await settled()
  expect(last().request).toEqual({ filters: { customerId: 'c', propertyFilters: [] }, limit: 25, offset: 0 })
})

test('cancelling the very first search says so, and Retry goes on', async () => {
  const { session, last, rows } = start()
  session.start()
  await settled()
  session.cancel()
  expect(session.state()).toMatchObject({ loading: null, failure: { kind: 'cancelled' }, shown: null })
  session.retry()
  await settled()
  await last().answer('a')
  expect(rows()).toEqual(['a'])
})

test('asking again for what is under way starts over with a new request', async () => {
  const { session, calls, rows } = start()
  session.start()
  await settled()
  session.refresh()
  await settled()
  expect(calls.map(({ aborted }) => aborted())).toEqual([true, false])
  await calls[1]!.answer('again')
  expect(rows()).toEqual(['again'])
  expect(session.state().loading).toBeNull()
})

describe('a page that was seen', () => {
  async function backToFirst(laterMs: number) {
    const it = await onSecondPage()
    it.clock.now += laterMs
    it.session.page(0)
    await settled()
    return it
  }

  test('within 30 s comes back without a request', async () => {
    const { session, calls, rows } = await backToFirst(10_000)
    expect(calls).toHaveLength(2)
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ loading: null, shown: { fromCache: true } })
  })

  test('later comes back at once, and a newer answer is offered, not pushed', async () => {
    const { session, last, rows, calls } = await backToFirst(40_000)
    expect(calls).toHaveLength(3)
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ loading: { behind: true }, newer: null })
    await last().answer('newer')
    expect(rows()).toEqual(['first'])
    session.showNewer()
    expect(rows()).toEqual(['newer'])
    expect(session.state()).toMatchObject({ newer: null, shown: { fromCache: false } })
  })

  test('the same answer again is simply taken', async () => {
    const { session, last, rows } = await backToFirst(40_000)
    await last().answer('first')
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ newer: null, loading: null, shown: { fromCache: false } })
  })

  test('Refresh always goes to the service', async () => {
    const { session, last, rows, calls } = await backToFirst(0)
    session.refresh()
    await settled()
    expect(calls).toHaveLength(3)
    expect(session.state().loading?.behind).toBe(false)
    await last().answer('fresh')
    expect(rows()).toEqual(['fresh'])
  })

  test('another account has seen nothing', async () => {
    const { session, calls } = await backToFirst(0)
    session.adopt({ ...connection, account: 2 })
    session.page(0)
    await settled()
    expect(calls).toHaveLength(3)
  })
})

test('another page size keeps the first row among those asked for', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.constantFrom(25, 50, 100), fc.constantFrom(25, 50, 100), (page, from, to) => {
      const { session } = start()
      session.limit(from as 25)
      session.page(page * from)
      session.limit(to as 25)
      const { offset, limit } = session.state().request
      session.close()
      return limit === to && offset % to === 0 && offset <= page * from && page * from < offset + limit
    }),
    { seed: 20261120, numRuns: 50 },
  )
})

describe('after a restart', () => {
  const minute = 60_000
  async function restarted(laterMs: number, browse: (first: ReturnType<typeof start>) => Promise<void>) {
    const first = start()
    first.session.start()
    await settled()
    await first.last().answer('first')
    await browse(first)
    first.session.close()
    first.clock.now += laterMs
    const second = start(first.kept, first.clock)
    second.session.start()
    await settled()
    return second
  }
  const nothingMore = async () => {}

  test('what was seen is there at once, and refreshed behind', async () => {
    const { session, rows, last, calls } = await restarted(10 * minute, nothingMore)
    expect(rows()).toEqual(['first'])
    expect(session.state()).toMatchObject({ shown: { fromCache: true }, loading: { behind: true } })
    expect(calls).toHaveLength(1)
    await last().answer('newer')
    expect(rows()).toEqual(['first'])
    session.showNewer()
    expect(rows()).toEqual(['newer'])
  })

  test('a fresh page needs no request, one of another account is not there', async () => {
    const fresh = await restarted(20_000, nothingMore)
    expect(fresh.calls).toHaveLength(0)
    fresh.session.adopt({ ...connection, account: 2 })
    fresh.session.page(0)
    await settled()
    expect(fresh.calls).toHaveLength(1)
  })

  test.each([
    ['no JSON at all', () => 'x'],
    ['another shape', (text: string) => text.replace('"page"', '"pages"')],
    ['another version', (text: string) => text.replace(`"buster":"${KEPT_VERSION}"`, '"buster":"0"')],
    ['older than 7 days', (text: string) => text.replace(/"updatedAt":\d+/, '"updatedAt":1')],
  ])('a value that is %s is dropped, and the search goes on', async (_, spoil) => {
    const first = start()
    first.session.start()
    await settled()
    await first.last().answer('first')
    for (const [key, text] of first.kept.rows) first.kept.rows.set(key, spoil(text))
    const { session, last, rows } = start(first.kept)
    session.start()
    await settled()
    expect(first.kept.rows.size).toBe(0)
    expect(session.state()).toMatchObject({ shown: null, loading: { behind: false } })
    await last().answer('again')
    expect(rows()).toEqual(['again'])
  })

  test('a backend whose cache does not answer stops nothing', async () => {
    const kept = scriptedCache()
    kept.breakDown()
    const { session, last, rows } = start(kept)
    session.start()
    await settled()
    await last().answer('a')
    session.page(50)
    await settled()
    await last().answer('b')
    expect(rows()).toEqual(['b'])
  })

  describe('without the service', () => {
    async function offline() {
      const it = await restarted(10 * minute, async ({ session, last }) => {
        session.page(50)
        await settled()
        await last().answer('second')
        session.search({ customerId: 'c', propertyFilters: [] })
        await settled()
        await last().answer('filtered')
      })
      await it.last().fail(unreachable)
      return it
    }

    test('the rows stay, each page that was seen comes back, and that nobody answers stays said', async () => {
      const { session, rows, calls } = await offline()
      expect(session.state()).toMatchObject({ failure: unreachable, loading: null, shown: { fromCache: true } })
      const said: unknown[] = []
      session.subscribe(() => said.push(session.state().failure))
      session.page(50)
      await settled()
      expect(rows()).toEqual(['second'])
      session.page(0)
      expect(rows()).toEqual(['first'])
      expect(calls).toHaveLength(1)
      expect(new Set(said)).toEqual(new Set([unreachable]))
    })

    test('a search that was made before shows what it brought then', async () => {
      const { session, rows, last } = await offline()
      session.search({ customerId: 'c', propertyFilters: [] })
      await settled()
      await last().fail(unreachable)
      expect(rows()).toEqual(['filtered'])
      expect(session.state()).toMatchObject({ failure: unreachable, shown: { fromCache: true } })
      expect(session.state().shown?.request).toBe(session.state().request)
    })

    test('a page that was never seen leaves the rows that were there', async () => {
      const { session, rows, last } = await offline()
      session.page(100)
      await settled()
      await last().fail(unreachable)
      expect(rows()).toEqual(['first'])
      expect(session.state()).toMatchObject({ failure: unreachable, request: { offset: 100 } })
    })

    test('it is asked again by itself: once each time, at growing distances, and not by a hidden window', async () => {
      const { timers, calls, last, window } = await offline()
      const waits: number[] = []
      for (let turn = 0; turn < 5; turn++) {
        waits.push(...timers.waiting())
        timers.goOff()
        await settled()
        expect(last().once).toBe(true)
        await last().fail(unreachable)
      }
      expect(waits).toEqual([10_000, 15_000, 22_500, 30_000, 30_000])
      expect(calls).toHaveLength(6)
      window.hidden = true
      timers.goOff()
      await settled()
      expect(calls).toHaveLength(6)
      expect(timers.waiting()).toEqual([30_000])
    })

    test('the wait that the service asks for each time is kept, and said', async () => {
      const { timers, session, last } = await offline()
      const http = { status: 503, requestId: null, serviceMessage: null }
      const busy = (retryAfterMs: number | null): Failure => ({
        kind: 'service-error',
        retryAfterMs,
        http,
        attempts: 1,
        durationMs: 1,
      })
      const waits: number[] = []
      for (const asked of [120_000, 60_000, 5_000, null]) {
        timers.goOff()
        await settled()
        await last().fail(busy(asked))
        expect(session.state().failure).toEqual(busy(asked))
        waits.push(...timers.waiting())
      }
      expect(waits).toEqual([120_000, 60_000, 30_000, 30_000])
    })

    test('an hour of looking is enough, and that it has ended is known', async () => {
      const { timers, session, last, calls } = await offline()
      expect(session.state().autoRetry).toBe(true)
      let waitedMs = 0
      while (session.state().autoRetry) {
        waitedMs += timers.waiting()[0] ?? Number.NaN
        timers.goOff()
        await settled()
        await last().fail(unreachable)
      }
      expect(waitedMs).toBeGreaterThan(3_500_000)
      expect(waitedMs).toBeLessThanOrEqual(3_600_000)
      const asked = calls.length
      timers.goOff()
      await settled()
      expect(calls).toHaveLength(asked)
      expect(session.state()).toMatchObject({ failure: unreachable, autoRetry: false })
    })

    test('a service that asks to wait for a month is not asked again', async () => {
      const { timers, session, last } = await offline()
      timers.goOff()
      await settled()
      const http = { status: 503, requestId: null, serviceMessage: null }
      await last().fail({ kind: 'service-error', retryAfterMs: 2_592_000_000, http, attempts: 1, durationMs: 1 })
      expect(session.state()).toMatchObject({ failure: { kind: 'service-error' }, autoRetry: false })
      expect(timers.waiting()).toEqual([])
    })

    test('when it is back with the same rows, that is all that changes', async () => {
      const { timers, session, last, rows } = await offline()
      timers.goOff()
      await settled()
      expect(session.state().loading).toBeNull()
      await last().answer('first')
      expect(rows()).toEqual(['first'])
      expect(session.state()).toMatchObject({ failure: null, newer: null, shown: { fromCache: false } })
      expect(timers.waiting()).toEqual([])
    })

    test('when it is back with other rows, they are offered', async () => {
      const { timers, session, last, rows } = await offline()
      timers.goOff()
      await settled()
      await last().answer('newer')
      expect(rows()).toEqual(['first'])
      expect(session.state()).toMatchObject({ failure: null, newer: { request: { offset: 0 } } })
      session.showNewer()
      expect(rows()).toEqual(['newer'])
    })

    test('when it is back, the page that could not be shown is offered', async () => {
      const { timers, session, last, rows } = await offline()
      session.page(100)
      await settled()
      await last().fail(unreachable)
      timers.goOff()
      await settled()
      await last().answer('third')
      expect(rows()).toEqual(['first'])
      session.showNewer()
      expect(rows()).toEqual(['third'])
      expect(session.state()).toMatchObject({ request: { offset: 100 }, shown: { request: { offset: 100 } } })
    })

    test('closing ends the asking', async () => {
      const { timers, session } = await offline()
      session.close()
      expect(timers.waiting()).toEqual([])
    })

    test('a refused token is not asked again and again', async () => {
      const { timers, session, last } = await offline()
      timers.goOff()
      await settled()
      const http = { status: 401, requestId: null, serviceMessage: null }
      await last().fail({ kind: 'token-refused', http, attempts: 1, durationMs: 1 })
      expect(session.state().failure?.kind).toBe('token-refused')
      expect(timers.waiting()).toEqual([])
    })
  })
})

test('every event that the service sends is heard of, also those of a newer answer that is only offered', async () => {
  const { session, last, sent, clock } = start()
  session.start()
  await settled()
  await last().answer('first')
  session.page(50)
  await settled()
  await last().answer('second')
  clock.now += 40_000
  session.page(0)
  await settled()
  await last().answer('other')
  expect(sent).toEqual(['first', 'second', 'other'])
})
