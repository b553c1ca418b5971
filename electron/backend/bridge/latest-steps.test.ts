import { expect, test } from 'vitest'
import { latestSteps } from './latest-steps.ts'

async function stepsAndValue<Step, Value>(steps: AsyncGenerator<Step, Value>): Promise<[Step[], Value]> {
  const all: Step[] = []
  for (;;) {
    const next = await steps.next()
    if (next.done) return [all, next.value]
    all.push(next.value)
  }
}

test('the latest step is told, then what it came to', async () => {
  const reported: ((step: number) => void)[] = []
  const ended = Promise.withResolvers<string>()
  const work = (report: (step: number) => void) => {
    reported.push(report)
    return ended.promise
  }
  const steps = latestSteps(0, work, new AbortController().signal)
  expect(await steps.next()).toEqual({ done: false, value: 0 })
  const next = steps.next()
  for (const step of [1, 2, 3]) reported[0]?.(step)
  expect(await next).toEqual({ done: false, value: 3 })
  ended.resolve('done')
  expect(await stepsAndValue(steps)).toEqual([[], 'done'])
})

test('what fails is thrown to who listens, and nobody listens after an abort', async () => {
  const failing = latestSteps(0, () => Promise.reject(new Error('broken')), new AbortController().signal)
  await expect(stepsAndValue(failing)).rejects.toThrow('broken')
  const stop = new AbortController()
  const steps = latestSteps(0, () => new Promise<string>(() => undefined), stop.signal)
  await steps.next()
  const rest = stepsAndValue(steps)
  stop.abort()
  expect(await rest).toEqual([[], undefined])
})

test('the work is told to stop once nobody listens', async () => {
  let received: AbortSignal | undefined
  const work = (_: unknown, signal: AbortSignal) => {
    received = signal
    return new Promise<string>(() => undefined)
  }
  const steps = latestSteps(0, work, new AbortController().signal)
  await steps.next()
  expect(received?.aborted).toBe(false)
  await steps.return(undefined)
  expect(received?.aborted).toBe(true)
})
