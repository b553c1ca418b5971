import { expect, onTestFinished, test, vi } from 'vitest'
import { createLiveCalls } from './live-calls.ts'

/** A call that gives its first step, and its second when it is told to. */
function call() {
  const answered = Promise.withResolvers<void>()
  async function* steps() {
    yield 'asked'
    await answered.promise
    yield 'answered'
  }
  return { steps: steps(), answer: answered.resolve }
}

test('what a reading does waits until the live calls are over, one step a turn', async () => {
  const live = createLiveCalls()
  const { steps, answer } = call()
  const firstSteps = live.first(steps)
  expect(await firstSteps.next()).toEqual({ done: false, value: 'asked' })
  const done: string[] = []
  const reading = ['one', 'two'].map(async (name) => {
    await live.turn()
    done.push(name)
    setImmediate(() => done.push('a turn'))
  })
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(done).toEqual([])
  answer()
  expect(await firstSteps.next()).toEqual({ done: false, value: 'answered' })
  expect(done).toEqual([])
  expect(await firstSteps.next()).toEqual({ done: true, value: undefined })
  await Promise.all(reading)
  expect(done).toEqual(['one', 'a turn', 'two'])
})

test('a call that was given up holds nothing back, nor does one that its service lets wait', async () => {
  const live = createLiveCalls()
  const givenUp = live.first(call().steps)
  await givenUp.next()
  await givenUp.return()
  await live.turn()
  const slow = live.first(call().steps)
  await slow.next()
  await live.turn()
  await live.turn()
})

test('a page has a moment to draw what came before a reading goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const live = createLiveCalls()
  const { steps, answer } = call()
  answer()
  for await (const _ of live.first(steps)) {
    // Only taken.
  }
  let isOn = false
  const turn = live.turn().then(() => {
    isOn = true
  })
  await new Promise(setImmediate)
  vi.advanceTimersByTime(49)
  for (let one = 0; one < 5; one += 1) await new Promise(setImmediate)
  expect(isOn).toBe(false)
  vi.advanceTimersByTime(1)
  await turn
  expect(isOn).toBe(true)
})
