import { getEventListeners } from 'node:events'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SentAnswer } from '../../../shared/search/search-page.ts'
import type { AnswerText } from '../http/event-service.ts'
import type { ReportProgress } from '../http/service-call.ts'
import { implementBridge, latestSteps, progressStream, unwrap } from './implement-bridge.ts'

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

test('nothing is left on a signal that outlives the work', async () => {
  const { signal } = new AbortController()
  expect(await stepsAndValue(latestSteps(0, async () => 'done', signal))).toEqual([[0], 'done'])
  const left = latestSteps(0, () => new Promise<string>(() => undefined), signal)
  await left.next()
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await left.return(undefined)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

/** A call that a test drives, the stream of it, and the errors that nobody read. */
function start() {
  const call = Promise.withResolvers<Result<AnswerText>>()
  const unread: unknown[] = []
  let report: ReportProgress = () => undefined
  const run = (given: ReportProgress) => {
    report = given
    return call.promise
  }
  const stream = progressStream(run, (error) => unread.push(error))
  return { call, stream, unread, report: (attempt: number) => report({ type: 'attempt', attempt, of: 4 }) }
}

test('tells what is reported as it comes, then the answer in pieces, then how it came', async () => {
  const { call, stream, report, unread } = start()
  const first = stream.next()
  report(1)
  report(2)
  expect((await first).value).toEqual({ type: 'attempt', attempt: 1, of: 4 })
  const text = '{"events":[]}'.padStart(600_000, '\n')
  const info = { receivedAt: '', serviceDate: null, durationMs: 1, attempts: 2, requestId: null, bytes: text.length }
  call.resolve(succeeded({ text, info }))
  expect((await stream.next()).value).toEqual({ type: 'attempt', attempt: 2, of: 4 })
  const rest: SentAnswer[] = []
  for await (const step of stream) rest.push(step)
  expect(rest.pop()).toEqual({ type: 'answer', info })
  const chunks = rest.map((step) => (step.type === 'text' ? step.text : step.type))
  expect(chunks.map(({ length }) => length)).toEqual([...Array.from({ length: 18 }, () => 32_768), 10_176])
  expect(chunks.join('')).toBe(text)
  expect(unread).toEqual([])
})

test('throws what the failure was turned into, and an unexpected error as it is', async () => {
  const failing = start()
  failing.call.resolve(failed({ kind: 'cancelled' }))
  await expect(failing.stream.next()).rejects.toMatchObject({ code: 'FAILURE', data: { kind: 'cancelled' } })
  const broken = start()
  broken.call.reject(new RangeError('a mistake of ours'))
  await expect(broken.stream.next()).rejects.toThrow('a mistake of ours')
  expect([...failing.unread, ...broken.unread]).toEqual([])
})

test('an unexpected error is not lost when nobody reads on', async () => {
  const { call, stream, report, unread } = start()
  const first = stream.next()
  report(1)
  await first
  await stream.return()
  report(2)
  call.reject(new RangeError('a mistake of ours'))
  await expect.poll(() => unread).toEqual([new RangeError('a mistake of ours')])
})

test('work that has nothing to tell yet tells nothing, and its last step once', async () => {
  const silent = latestSteps<string, string>(null, async () => 'done', new AbortController().signal)
  expect(await stepsAndValue(silent)).toEqual([[], 'done'])
  const telling = latestSteps<string, string>(
    'first',
    async (report) => {
      report('last')
      return 'done'
    },
    new AbortController().signal,
  )
  expect(await stepsAndValue(telling)).toEqual([['last'], 'done'])
})

test('a mistake of ours is logged by the name of its call, in a stream too; a failure that was expected is not', async () => {
  const logged: string[] = []
  const os = implementBridge((line) => void logged.push(line))
  const client = createRouterClient({
    list: os.connections.list.handler(() => Promise.reject(new RangeError('a mistake'))),
    forgetToken: os.connections.forgetToken.handler(() => unwrap(failed({ kind: 'cancelled' }))),
    // biome-ignore lint/correctness/useYield: it fails before
    load: os.snapshots.load.handler(async function* () {
      throw new RangeError('another')
    }),
  })
  await expect(client.list()).rejects.toThrow()
  await expect(client.forgetToken({ connectionId: 'one' })).rejects.toMatchObject({ data: { kind: 'cancelled' } })
  await expect((await client.load({ snapshotId: 's' })).next()).rejects.toThrow()
  expect(logged).toEqual([
    expect.stringMatching(/^Unexpected error in list: .*a mistake/),
    expect.stringMatching(/^Unexpected error in load: .*another/),
  ])
})
