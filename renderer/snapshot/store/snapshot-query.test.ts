import { QueryObserver } from '@tanstack/query-core'
import { expect, test, vi } from 'vitest'
import type { ChecksQuestion } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Asked } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, failureOf } from '../../bridge.ts'
import { createQueryClient } from '../../live/store/queries.ts'
import { type Answered, NotLoadedError, snapshotKey, snapshotQuery } from './snapshot-query.ts'

const checks: ChecksQuestion = { ask: 'checks', scope: { where: [], misses: false }, rules: '' }
const others: ChecksQuestion = { ask: 'checks', scope: { where: [], misses: true }, rules: '' }

/** A bridge whose answers the test gives. */
function underTest() {
  const asked: {
    slot: string
    signal: AbortSignal | undefined
    answer: (given: Asked<unknown>) => void
    fail: (error: unknown) => void
  }[] = []
  async function ask({ slot }: { slot: string }, options?: { signal?: AbortSignal }) {
    const { promise, resolve, reject } = Promise.withResolvers<Asked<unknown>>()
    asked.push({ slot, signal: options?.signal, answer: resolve, fail: reject })
    return (async function* () {
      yield { state: 'over', outcome: await promise }
    })()
  }
  const bridge = { snapshots: { ask } } as unknown as Pick<Bridge, 'snapshots'>
  const client = createQueryClient()
  const query = (snapshotId: string, question: ChecksQuestion | null = checks) =>
    snapshotQuery(bridge, snapshotId, question)
  /** As a part of the page does while it is drawn. */
  function watch(snapshotId: string, question: ChecksQuestion | null = checks, listener = () => {}) {
    const observer = new QueryObserver<Answered<ChecksQuestion>>(client, query(snapshotId, question))
    const stop = observer.subscribe(listener)
    return { stop, now: () => observer.getCurrentResult(), ask: observer.setOptions.bind(observer) }
  }
  const inMemory = (snapshotId: string) => client.getQueryCache().findAll({ queryKey: snapshotKey(snapshotId) }).length
  return { watch, query, asked, client, inMemory }
}

test('who asks the same waits for the same answer, and has it at once later', async () => {
  const { watch, asked } = underTest()
  const one = watch('s')
  const two = watch('s')
  expect(one.now()).toMatchObject({ status: 'pending', isFetching: true })
  expect(asked).toHaveLength(1)
  one.stop()
  await Promise.resolve()
  expect(asked[0]?.signal?.aborted).toBe(false)
  asked[0]?.answer({ kind: 'answered', answer: { events: 3 } })
  await vi.waitFor(() => expect(two.now().data).toEqual({ question: checks, answer: { events: 3 } }))
  two.stop()
  const again = watch('s')
  expect(again.now()).toMatchObject({ isFetching: false, data: { answer: { events: 3 } } })
  expect(asked).toHaveLength(1)
  watch('another')
  expect(asked).toHaveLength(2)
  expect(new Set(asked.map(({ slot }) => slot)).size).toBe(2)
})

test('what nobody waits for is dropped, and asked again when somebody does', async () => {
  const { watch, asked } = underTest()
  watch('s').stop()
  expect(asked[0]?.signal?.aborted).toBe(true)
  asked[0]?.answer({ kind: 'answered', answer: 'late' })
  const watchedAgain = watch('s')
  expect(asked).toHaveLength(2)
  expect(watchedAgain.now().status).toBe('pending')
  asked[1]?.answer({ kind: 'answered', answer: 'new' })
  await vi.waitFor(() => expect(watchedAgain.now().data?.answer).toBe('new'))
})

test('a part that is redrawn drops nothing', async () => {
  const { watch, query, asked } = underTest()
  const part = watch('s')
  part.ask(query('s', { ...checks }))
  await Promise.resolve()
  expect(asked).toHaveLength(1)
  expect(asked[0]?.signal?.aborted).toBe(false)
})

test('no question is not asked', async () => {
  const { watch, asked } = underTest()
  expect(watch('s', null).now()).toMatchObject({ status: 'pending', isFetching: false })
  expect(asked).toHaveLength(0)
})

test.each<[string, Asked<unknown>, NotLoadedError['because']]>([
  [
    'refused',
    { kind: 'refused', because: { kind: 'too-many', rows: 2, most: 1 } },
    { kind: 'too-many', rows: 2, most: 1 },
  ],
  ['dropped', { kind: 'dropped' }, { kind: 'closed' }],
])('what was %s is asked again on request, and whenever it is drawn again', async (_, given, because) => {
  const { watch, asked } = underTest()
  const part = watch('s')
  asked[0]?.answer(given)
  await vi.waitFor(() => expect(part.now().error).toBeInstanceOf(NotLoadedError))
  expect(part.now().error).toMatchObject({ because })
  void part.now().refetch()
  expect(part.now()).toMatchObject({ status: 'pending', error: null })
  asked[1]?.answer(given)
  await vi.waitFor(() => expect(part.now().error).toBeInstanceOf(NotLoadedError))
  part.stop()
  const later = watch('s')
  asked[2]?.answer({ kind: 'answered', answer: 1 })
  await vi.waitFor(() => expect(later.now().data?.answer).toBe(1))
})

test('a call that failed says why', async () => {
  const { watch, asked } = underTest()
  const part = watch('s')
  asked[0]?.fail(new TypeError('nobody answers'))
  await vi.waitFor(() => expect(part.now().status).toBe('error'))
  expect(failureOf(part.now().error)).toMatchObject({ kind: 'bridge', reason: 'backend-gone' })
})

test('while the next question is asked, the answer before it stays, beside its own question; not one of another snapshot', async () => {
  const { watch, query, asked } = underTest()
  const part = watch('s')
  asked[0]?.answer({ kind: 'answered', answer: 1 })
  await vi.waitFor(() => expect(part.now().data?.answer).toBe(1))
  part.ask(query('s', others))
  expect(part.now()).toMatchObject({ isPlaceholderData: true, data: { question: checks, answer: 1 } })
  part.ask(query('s', null))
  expect(part.now()).toMatchObject({ isPlaceholderData: true, data: { question: checks, answer: 1 } })
  part.ask(query('another'))
  expect(part.now().data).toBeUndefined()
})

test('of answers only the latest are kept, besides those that are on screen', async () => {
  const { watch, asked, inMemory } = underTest()
  const answerAll = () => {
    for (const one of asked) one.answer({ kind: 'answered', answer: 2 })
  }
  watch('on screen')
  const first = watch('first')
  answerAll()
  await vi.waitFor(() => expect(first.now().data?.answer).toBe(2))
  first.stop()
  for (let number = 0; number < 40; number += 1) {
    const other = watch(`s${number}`)
    answerAll()
    await vi.waitFor(() => expect(other.now().data?.answer).toBe(2))
    other.stop()
  }
  expect(inMemory('first')).toBe(0)
  expect(inMemory('s39')).toBe(1)
  expect(inMemory('on screen')).toBe(1)
  const kept = Array.from({ length: 40 }, (_, number) => inMemory(`s${number}`)).filter((count) => count > 0)
  expect(kept.length).toBeLessThanOrEqual(32)
})

test('with a deleted snapshot all its answers go, and no others', async () => {
  const { watch, asked, client, inMemory } = underTest()
  const parts = [watch('s'), watch('s', others), watch('another')]
  for (const one of asked) one.answer({ kind: 'answered', answer: 2 })
  for (const part of parts) {
    await vi.waitFor(() => expect(part.now().data?.answer).toBe(2))
    part.stop()
  }
  expect(inMemory('s')).toBe(2)
  client.removeQueries({ queryKey: snapshotKey('s') })
  expect(inMemory('s')).toBe(0)
  expect(inMemory('another')).toBe(1)
})
