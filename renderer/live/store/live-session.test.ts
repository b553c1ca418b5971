import { expect, test } from 'vitest'
import type { SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { FailureError } from '../../bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import type { AnswerQuery, Answers } from './answers.ts'
import { createServiceClock, startFetchAhead } from './live-session.ts'
import { PAGE_FRESH_MS } from './queries.ts'
import type { SearchState } from './search-session.ts'

const never = () => Promise.reject(new Error('Nothing is to be asked.'))

test("carries the service's Date on, as long as the two clocks are one", () => {
  let local = Date.parse('2026-11-20T15:00:00Z')
  const clock = createServiceClock(() => local, never)
  expect(clock.now()).toBe('2026-11-20T15:00:00.000Z')
  clock.learn({ serviceDate: '2026-11-20T15:01:59Z', receivedAt: '2026-11-20T15:00:00Z' })
  local += 61_000
  expect(clock.now()).toBe('2026-11-20T15:03:00.000Z')
})

test('learns nothing from an answer without a Date, or with one that is none', () => {
  const clock = createServiceClock(() => 0, never)
  clock.learn({ serviceDate: null, receivedAt: '2026-01-01T00:00:00Z' })
  clock.learn({ serviceDate: 'yesterday', receivedAt: '2026-01-01T00:00:00Z' })
  expect(clock.now()).toBe('1970-01-01T00:00:00.000Z')
})

const COMPUTER = '2026-11-20T15:00:00.000Z'

test.each<[string, string, boolean | null, string]>([
  ['behind, with nothing after it', '2026-11-20T14:00:00.000Z', false, '2026-11-20T14:00:00.000Z'],
  ['behind, with events after it', '2026-11-20T14:00:00.000Z', true, COMPUTER],
  ['ahead, with nothing after the computer’s', '2026-11-20T16:00:00.000Z', false, COMPUTER],
  ['ahead, with events after the computer’s', '2026-11-20T16:00:00.000Z', true, '2026-11-20T16:00:00.000Z'],
  ['ahead, of a service that does not answer', '2026-11-20T16:00:00.000Z', null, '2026-11-20T16:00:00.000Z'],
])("a service's clock that is %s", async (_, service, after, used) => {
  const asked: string[] = []
  const clock = createServiceClock(
    () => Date.parse(COMPUTER),
    (instant) => {
      asked.push(instant)
      return after === null ? never() : Promise.resolve(after)
    },
  )
  clock.learn({ serviceDate: service, receivedAt: COMPUTER })
  clock.learn({ serviceDate: service, receivedAt: COMPUTER })
  await expect.poll(clock.now).toBe(used)
  expect(asked).toEqual([service < COMPUTER ? '2026-11-20T14:00:02.000Z' : '2026-11-20T15:00:02.000Z'])
})

test('an answer about a difference that is over changes nothing', async () => {
  const asked: PromiseWithResolvers<boolean>[] = []
  const clock = createServiceClock(
    () => Date.parse(COMPUTER),
    () => {
      asked.push(Promise.withResolvers<boolean>())
      return asked.at(-1)?.promise ?? never()
    },
  )
  for (const serviceDate of ['2026-11-20T16:00:00Z', '2026-11-20T12:00:00Z'])
    clock.learn({ serviceDate, receivedAt: COMPUTER })
  asked[1]?.resolve(false)
  await settled()
  asked[0]?.resolve(false)
  await settled()
  expect(clock.now()).toBe('2026-11-20T12:00:00.000Z')
})

test('another difference is asked about again, and none is not', async () => {
  let asked = 0
  const clock = createServiceClock(
    () => Date.parse(COMPUTER),
    async () => {
      asked += 1
      return false
    },
  )
  clock.learn({ serviceDate: '2026-11-20T16:00:00Z', receivedAt: COMPUTER })
  await expect.poll(clock.now).toBe(COMPUTER)
  clock.learn({ serviceDate: '2026-11-20T15:00:05Z', receivedAt: COMPUTER })
  expect(clock.now()).toBe('2026-11-20T15:00:05.000Z')
  clock.learn({ serviceDate: '2026-11-20T12:00:00Z', receivedAt: COMPUTER })
  await expect.poll(clock.now).toBe('2026-11-20T12:00:00.000Z')
  expect(asked).toBe(2)
})

const request: SearchRequest = { filters: { propertyFilters: [] }, limit: 1, offset: 0 }
const http = { status: 429, requestId: null, serviceMessage: null }
const limited: Failure = { kind: 'rate-limited', retryAfterMs: null, http, attempts: 1, durationMs: 1 }
const loading = { startedAt: 0, behind: false, progress: { attempt: 1, of: 4, waiting: null } }

function answerOf(total: number, receivedAt = '2026-11-20T12:00:00.000Z'): SearchAnswer {
  const info = { receivedAt, serviceDate: null, durationMs: 1, attempts: 1, requestId: null, bytes: 1 }
  return { page: { events: [{}], total, limit: 1, offset: 0, problems: [] }, info } as unknown as SearchAnswer
}

const settled = () => new Promise((done) => setTimeout(done, 0))

function start() {
  let state: SearchState = { request, shown: null, loading: null, failure: null, autoRetry: false, newer: null }
  let listener = () => {}
  const world = {
    now: Date.parse('2026-11-20T12:00:00Z'),
    on: true,
    hidden: false,
  }
  const fetches: {
    offset: number
    staleTime: number | undefined
    deferred: PromiseWithResolvers<SearchAnswer>
    cancelled: boolean
  }[] = []
  const timers = manualTimers()
  const answers = {
    fetch({ queryKey, staleTime }: AnswerQuery<SearchAnswer>) {
      const deferred = Promise.withResolvers<SearchAnswer>()
      fetches.push({ offset: queryKey[0] as number, staleTime, deferred, cancelled: false })
      return deferred.promise
    },
    cancel: ([offset]: [number]) => {
      const fetch = fetches.findLast((one) => one.offset === offset)
      if (!fetch) return
      fetch.cancelled = true
      fetch.deferred.reject(new Error('cancelled'))
    },
  } as unknown as Answers
  const stop = startFetchAhead({
    session: {
      state: () => state,
      subscribe(next) {
        listener = next
        return () => {
          listener = () => {}
        }
      },
    },
    answers,
    queryFor: ({ offset }) => ({ queryKey: [offset] }),
    now: () => world.now,
    later: timers.later,
    isHidden: () => world.hidden,
    isOn: () => world.on,
  })
  function publish(change: Partial<SearchState>) {
    state = { ...state, ...change }
    listener()
  }
  const show = (answer = answerOf(10)) =>
    publish({ shown: { request, answer, fromCache: false, turn: 1 }, loading: null, failure: null })
  return { publish, show, fetches, timers, world, stop }
}

test('after a second on a page the next one is fetched, once a page view', async () => {
  const { show, publish, fetches, timers } = start()
  show()
  expect(timers.waiting()).toEqual([1000])
  timers.goOff()
  // Not from the service where it is there and fresh.
  expect(fetches).toMatchObject([{ offset: 1, staleTime: PAGE_FRESH_MS }])
  publish({ newer: null })
  timers.goOff()
  expect(fetches).toHaveLength(1)
})

test.each<[string, (it: ReturnType<typeof start>) => void]>([
  ['behind the last page', ({ show }) => show({ ...answerOf(0), page: { ...answerOf(0).page, events: [] } })],
  [
    'when it is switched off',
    ({ world, show }) => {
      world.on = false
      show()
    },
  ],
  [
    'by a hidden window',
    ({ world, show }) => {
      world.hidden = true
      show()
    },
  ],
  [
    'while something is loading',
    ({ publish }) => publish({ shown: { request, answer: answerOf(10), fromCache: true, turn: 1 }, loading }),
  ],
  [
    'after a failure',
    ({ show, publish }) => {
      show()
      publish({ failure: { kind: 'cut', receivedBytes: 1, attempts: 1, durationMs: 1 } })
    },
  ],
  [
    'soon after the service asked for fewer requests',
    ({ show, publish }) => {
      publish({
        loading: {
          ...loading,
          progress: { attempt: 1, of: 4, waiting: { next: 2, waitMs: 1, asked: true, because: limited, at: 0 } },
        },
      })
      show()
    },
  ],
])('nothing is fetched ahead %s', (_, arrange) => {
  const it = start()
  arrange(it)
  it.timers.goOff()
  expect(it.fetches).toEqual([])
})

test('a search of the user aborts it, which is no failure, and so does the end of the session', async () => {
  const { show, publish, fetches, timers, stop } = start()
  show()
  timers.goOff()
  publish({ loading })
  expect(fetches[0]!.cancelled).toBe(true)
  await settled()
  show(answerOf(10))
  timers.goOff()
  stop()
  expect(fetches[1]!.cancelled).toBe(true)
})

test.each([
  [limited, 9.9],
  [{ kind: 'cut', receivedBytes: 1, attempts: 1, durationMs: 1 } as const, 0.9],
])('where it fails itself it stays quiet for a while', async (failure, quietMinutes) => {
  const { show, fetches, timers, world } = start()
  show()
  timers.goOff()
  fetches[0]!.deferred.reject(new FailureError(failure))
  await settled()
  for (const [minutes, count] of [
    [quietMinutes, 1],
    [0.2, 2],
  ] as const) {
    world.now += minutes * 60_000
    show(answerOf(10))
    timers.goOff()
    expect(fetches).toHaveLength(count)
  }
})

test('a search that the service refused as one too many makes it quiet as well, and a page waits its own second', async () => {
  const { show, publish, fetches, timers } = start()
  show()
  show(answerOf(10))
  expect(timers.waiting()).toEqual([1000])
  publish({ failure: limited })
  show(answerOf(10))
  timers.goOff()
  expect(fetches).toEqual([])
})
