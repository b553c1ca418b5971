import { expect, test } from 'vitest'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { SentAnswer } from '../../../shared/search/search-page.ts'
import type { AnswerText } from '../http/event-service.ts'
import type { ReportProgress } from '../http/service-call.ts'
import { progressStream } from './progress-stream.ts'

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(result.failure.kind)
}

/** A call that a test drives, the stream of it, and the errors that nobody read. */
function start() {
  const call = Promise.withResolvers<Result<AnswerText>>()
  const unread: unknown[] = []
  let report: ReportProgress = () => undefined
  const run = (given: ReportProgress) => {
    report = given
    return call.promise
  }
  const stream = progressStream(run, unwrap, (error) => unread.push(error))
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
  const pieces = rest.map((step) => (step.type === 'text' ? step.text : step.type))
  expect(pieces.map(({ length }) => length)).toEqual([...Array.from({ length: 18 }, () => 32_768), 10_176])
  expect(pieces.join('')).toBe(text)
  expect(unread).toEqual([])
})

test('throws what the failure was turned into, and an unexpected error as it is', async () => {
  const failing = start()
  failing.call.resolve(failed({ kind: 'cancelled' }))
  await expect(failing.stream.next()).rejects.toThrow('cancelled')
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
