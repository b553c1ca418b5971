import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualTimers } from './fixtures/manual-timers.ts'
import { createReturnPoll } from './return-poll.ts'

const HOUR_MS = 3_600_000

function start() {
  const timers = manualTimers()
  const window = { hidden: false }
  const looks: number[] = []
  const poll = createReturnPoll(
    timers.later,
    () => window.hidden,
    () => looks.push(looks.length + 1),
  )
  return { timers, window, looks, poll }
}

test('looks at growing distances, half a minute at most', () => {
  const { timers, looks, poll } = start()
  expect(poll.start(0)).toBe(true)
  const waits: number[] = []
  for (let look = 0; look < 5; look++) {
    waits.push(...timers.waiting())
    timers.goOff()
    expect(poll.again(0)).toBe(true)
  }
  expect(waits).toEqual([10_000, 15_000, 22_500, 30_000, 30_000])
  expect(looks).toHaveLength(5)
})

test('waits as long as the service asks, up to an hour', () => {
  const { timers, poll } = start()
  expect(poll.start(120_000)).toBe(true)
  expect(timers.waiting()).toEqual([120_000])
  expect(poll.start(HOUR_MS)).toBe(true)
  expect(timers.waiting()).toEqual([HOUR_MS])
})

test.each([HOUR_MS + 1, 2_592_000_000, 2 ** 31, Number.POSITIVE_INFINITY])('does not look after %d ms', (asked) => {
  const { timers, poll } = start()
  expect(poll.start(asked)).toBe(false)
  expect(timers.waiting()).toEqual([])
  expect(poll.start(0)).toBe(true)
  timers.goOff()
  expect(poll.again(asked)).toBe(false)
  expect(timers.waiting()).toEqual([])
})

test('ends after an hour of waiting, whatever the service asks for in between', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat({ max: 2 * HOUR_MS })), (asked) => {
      const { timers, poll } = start()
      let waitedMs = 0
      let goesOn = poll.start(asked.next().value)
      while (goesOn) {
        waitedMs += timers.waiting().reduce((sum, ms) => sum + ms, 0)
        timers.goOff()
        goesOn = poll.again(asked.next().value)
      }
      expect(waitedMs).toBeLessThanOrEqual(HOUR_MS)
      expect(timers.waiting()).toEqual([])
    }),
    { seed: 9, numRuns: 100 },
  )
})

test('a hidden window asks nothing, and its hour does not pass', () => {
  const { timers, window, looks, poll } = start()
  poll.start(0)
  window.hidden = true
  for (let turn = 0; turn < 1_000; turn++) timers.goOff()
  expect(looks).toEqual([])
  window.hidden = false
  timers.goOff()
  expect(looks).toHaveLength(1)
  expect(poll.again(0)).toBe(true)
})

test('stopped, it looks no more', () => {
  const { timers, poll } = start()
  poll.start(0)
  poll.stop()
  expect(timers.waiting()).toEqual([])
})
