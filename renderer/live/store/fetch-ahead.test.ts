import { expect, test } from 'vitest'
import type { SearchAnswer, SearchRequest } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { FailureError } from '../../bridge.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import type { AnswerQuery, Answers } from './answers.ts'
import { startFetchAhead } from './fetch-ahead.ts'
import type { SearchState } from './search-state.ts'

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
    recent: null as SearchAnswer | null,
  }
  const fetches: { offset: number; deferred: PromiseWithResolvers<SearchAnswer>; cancelled: boolean }[] = []
  const timers = manualTimers()
  const answers = {
    recent: () => world.recent,
    fetch({ queryKey }: AnswerQuery<SearchAnswer>) {
      const deferred = Promise.withResolvers<SearchAnswer>()
      fetches.push({ offset: queryKey[0] as number, deferred, cancelled: false })
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
  expect(fetches.map(({ offset }) => offset)).toEqual([1])
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
    'when it is there and fresh',
    ({ world, show }) => {
      world.recent = answerOf(10)
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

test('where it fails itself it stays quiet for a while', async () => {
  const { show, fetches, timers, world } = start()
  show()
  timers.goOff()
  fetches[0]!.deferred.reject(new FailureError(limited))
  await settled()
  for (const [minutes, count] of [
    [9, 1],
    [2, 2],
  ] as const) {
    world.now += minutes * 60_000
    show(answerOf(10))
    timers.goOff()
    expect(fetches).toHaveLength(count)
  }
})
