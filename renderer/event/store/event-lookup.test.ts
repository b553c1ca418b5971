import { expect, test } from 'vitest'
import type { EventAnswer } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { createAnswers } from '../../live/store/answers.ts'
import { scriptedCache } from '../../live/store/fixtures/scripted-cache.ts'
import { createQueryClient } from '../../live/store/queries.ts'
import { createEventLookup } from './event-lookup.ts'

const http = { status: 404, requestId: null, serviceMessage: null }
const missing: Failure = { kind: 'not-found', eventId: 'x', http, attempts: 1, durationMs: 1 }
const offline: Failure = { kind: 'unreachable', reason: 'refused', detail: '', attempts: 4, durationMs: 1 }
const broken: Failure = { kind: 'malformed-response', reason: 'encoding', detail: '', attempts: 1, durationMs: 1 }

async function settled() {
  for (let turns = 0; turns < 8; turns++) await new Promise((done) => setTimeout(done, 0))
}

function start(ids: readonly string[]) {
  const calls: { eventId: string; deferred: PromiseWithResolvers<EventAnswer>; signal: AbortSignal }[] = []
  const get = async ({ eventId }: { eventId: string }, { signal }: { signal: AbortSignal }) => {
    const deferred = Promise.withResolvers<EventAnswer>()
    calls.push({ eventId, deferred, signal })
    return (async function* () {
      yield { type: 'answer', answer: await deferred.promise }
    })()
  }
  const bridge = { events: { get }, cache: scriptedCache().cache } as unknown as Bridge
  const answers = createAnswers({
    bridge,
    queryClient: createQueryClient(),
    connectionId: 'one',
    onSent: async () => {},
  })
  const connection = { id: 'one', account: 1 }
  const again = () => createEventLookup({ bridge, answers, connection }, ids)
  async function answer(call: number, failure?: Failure) {
    const { deferred, eventId } = calls[call] ?? calls[0]!
    const receivedAt = new Date().toISOString()
    const info = { receivedAt, serviceDate: null, durationMs: 1, attempts: 1, requestId: null, bytes: 1 }
    if (failure) deferred.reject(new FailureError(failure))
    else deferred.resolve({ event: someEvent({ eventId, source: `{"event_id":"${eventId}"}` }), info })
    await settled()
  }
  return { lookup: again(), again, calls, answer }
}

const states = (lookup: ReturnType<typeof createEventLookup>) => lookup.state().map(({ outcome }) => outcome.state)

test('four are asked for at once, each is told as it comes, and none is asked for again within five minutes', async () => {
  const { lookup, again, calls, answer } = start(['a', 'b', 'c', 'd', 'e'])
  lookup.ask()
  await settled()
  expect(calls.map(({ eventId }) => eventId)).toEqual(['a', 'b', 'c', 'd'])
  await answer(1)
  await answer(0, missing)
  expect(states(lookup)).toEqual(['missing', 'found', 'waiting', 'waiting', 'waiting'])
  await answer(2, broken)
  await answer(3)
  await answer(4)
  expect(states(lookup)).toEqual(['missing', 'found', 'failed', 'found', 'found'])
  // Those that failed, and they alone.
  lookup.ask()
  expect(states(lookup)).toEqual(['missing', 'found', 'waiting', 'found', 'found'])
  await settled()
  expect(calls.slice(5).map(({ eventId }) => eventId)).toEqual(['c'])
  await answer(5)
  expect(states(lookup)).toEqual(['missing', 'found', 'found', 'found', 'found'])

  const next = again()
  next.ask()
  await settled()
  expect(calls.slice(6).map(({ eventId }) => eventId)).toEqual(['a'])
})

test('an ID that the service refuses is one that it does not know', async () => {
  const { lookup, answer } = start(['../a'])
  lookup.ask()
  await settled()
  await answer(0, { kind: 'rejected', http: { ...http, status: 400 }, attempts: 1, durationMs: 1 })
  expect(states(lookup)).toEqual(['missing'])
})

test('what nobody would be answered is not asked; closing aborts what is under way', async () => {
  const { lookup, calls, answer } = start(['a', 'b', 'c', 'd', 'e', 'f'])
  lookup.ask()
  await settled()
  await answer(0, offline)
  expect(calls).toHaveLength(4)
  expect(states(lookup)).toEqual(['failed', 'waiting', 'waiting', 'waiting', 'failed', 'failed'])
  lookup.stop()
  await settled()
  expect(calls.slice(1).every(({ signal }) => signal.aborted)).toBe(true)
  expect(calls).toHaveLength(4)
  // What was aborted has not failed.
  expect(states(lookup)).toEqual(['failed', 'waiting', 'waiting', 'waiting', 'failed', 'failed'])
})
