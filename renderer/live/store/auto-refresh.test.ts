import { expect, test } from 'vitest'
import type { Failure } from '../../../shared/failure/failure.ts'
import { manualTimers } from '../../ui/fixtures/manual-timers.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { createAutoRefresh } from './auto-refresh.ts'
import { initialState, type SearchState } from './search-session.ts'

const http = { status: 429, requestId: null, serviceMessage: null }
const limited: Failure = { kind: 'rate-limited', retryAfterMs: null, http, attempts: 1, durationMs: 1 }
const unreachable: Failure = { kind: 'unreachable', reason: 'refused', detail: '', attempts: 1, durationMs: 1 }

function start() {
  const timers = manualTimers()
  const world = { hidden: false, looks: 0, answer: null as Failure | null }
  let state: SearchState = initialState(50)
  let listener = () => {}
  const refresh = createAutoRefresh({
    parts: createStateStore(),
    search: {
      state: () => state,
      subscribe(next) {
        listener = next
        return () => {}
      },
      async look() {
        world.looks += 1
        return world.answer
      },
    },
    later: timers.later,
    isHidden: () => world.hidden,
  })
  async function pass(times = 1) {
    for (let at = 0; at < times; at++) {
      timers.goOff()
      await new Promise((done) => setImmediate(done))
    }
  }
  const showTurn = (turn: number) => {
    state = { ...state, shown: { turn } as SearchState['shown'] }
    listener()
  }
  return { refresh, timers, world, pass, showTurn }
}

test('looks at the chosen interval until it is switched off', async () => {
  const { refresh, timers, world, pass } = start()
  expect(timers.waiting()).toEqual([])
  refresh.choose(30)
  expect(timers.waiting()).toEqual([30_000])
  await pass(2)
  expect(world.looks).toBe(2)
  refresh.choose(10)
  expect(timers.waiting()).toEqual([10_000])
  refresh.choose(null)
  expect(timers.waiting()).toEqual([])
  expect(refresh.state()).toEqual({ kind: 'off' })
})

test('asks nothing while the window is hidden, and continues once it is shown', async () => {
  const { refresh, world, pass } = start()
  refresh.choose(60)
  world.hidden = true
  await pass(100)
  expect(world.looks).toBe(0)
  world.hidden = false
  await pass()
  expect(world.looks).toBe(1)
  expect(refresh.state().kind).toBe('on')
})

test('stops after an hour in which nobody asked for anything', async () => {
  const { refresh, timers, world, pass, showTurn } = start()
  refresh.choose(60)
  await pass(59)
  showTurn(2)
  await pass(60)
  expect(refresh.state().kind).toBe('on')
  await pass()
  expect(refresh.state()).toEqual({ kind: 'stopped', every: 60, failure: null })
  expect(world.looks).toBe(119)
  expect(timers.waiting()).toEqual([])
})

test('begins anew with each choice, and ends when it is closed', async () => {
  const { refresh, timers, world, pass } = start()
  refresh.choose(60)
  await pass(59)
  world.answer = unreachable
  refresh.choose(60)
  await pass(2)
  refresh.choose(60)
  await pass(2)
  expect(refresh.state().kind).toBe('on')
  refresh.close()
  expect(timers.waiting()).toEqual([])
})

test('stops at once on 429, and at the third temporary failure in a row', async () => {
  const { refresh, timers, world, pass } = start()
  refresh.choose(10)
  world.answer = limited
  await pass()
  expect(refresh.state()).toEqual({ kind: 'stopped', every: 10, failure: limited })
  expect(timers.waiting()).toEqual([])

  refresh.choose(10)
  world.answer = unreachable
  await pass(2)
  world.answer = null
  await pass()
  world.answer = unreachable
  await pass(2)
  expect(refresh.state().kind).toBe('on')
  await pass()
  expect(refresh.state()).toEqual({ kind: 'stopped', every: 10, failure: unreachable })
})

test('an answer that comes after it was switched off changes nothing', async () => {
  const { refresh, timers, world } = start()
  refresh.choose(10)
  world.answer = limited
  timers.goOff()
  refresh.choose(null)
  await new Promise((done) => setImmediate(done))
  expect(refresh.state()).toEqual({ kind: 'off' })
  expect(timers.waiting()).toEqual([])
})
