import { expect, test } from 'vitest'
import type { SearchAnswer } from '../../../shared/event/event.ts'
import { FailureError } from '../../bridge.ts'
import { type Answers, createTurns } from './answers.ts'

function start() {
  const calls: PromiseWithResolvers<SearchAnswer>[] = []
  const cancelled: unknown[] = []
  const answers = {
    fetch: () => {
      const call = Promise.withResolvers<SearchAnswer>()
      calls.push(call)
      return call.promise
    },
    cancel: (key: unknown) => cancelled.push(key),
  } as unknown as Answers
  return { turns: createTurns(answers), calls, cancelled }
}

const query = (key: string) => ({ queryKey: [key] })
const answer = {} as SearchAnswer

test('an answer or a failure of this turn is a value', async () => {
  const { turns, calls } = start()
  const [first, second] = [turns.fetch(query('a')), turns.fetch(query('b'))]
  calls[0]!.resolve(answer)
  calls[1]!.reject(new FailureError({ kind: 'cancelled' }))
  expect(await first).toEqual({ ok: true, value: answer })
  expect(await second).toEqual({ ok: false, failure: { kind: 'cancelled' } })
})

test('the next turn aborts what is under way, and hears neither its answer nor its failure', async () => {
  const { turns, calls, cancelled } = start()
  const isSameTurn = turns.mark()
  const first = turns.fetch(query('a'))
  turns.next()
  const second = turns.fetch(query('b'))
  turns.next()
  calls[0]!.resolve(answer)
  calls[1]!.reject(new Error('late'))
  expect(cancelled).toEqual([['a'], ['b']])
  expect([await first, await second]).toEqual([null, null])
  expect(isSameTurn()).toBe(false)
  expect(turns.mark()()).toBe(true)
})

test('what is over is not aborted', async () => {
  const { turns, calls, cancelled } = start()
  const first = turns.fetch(query('a'))
  calls[0]!.resolve(answer)
  await first
  turns.next()
  expect(cancelled).toEqual([])
})
