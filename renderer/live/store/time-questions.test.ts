import { expect, test } from 'vitest'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Filters, SearchRequest } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { EdgeSide } from '../../../shared/search/time-search.ts'
import { FailureError } from '../../bridge.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { initialState, type SearchState, type ShownRows } from './search-session.ts'
import { createTimeQuestions, type TimeQuestionsEffects } from './time-questions.ts'

const filtersOf = (customerId: string): Filters => ({ customerId, propertyFilters: [] })
const source = '{"event_id":"evt_1","created_at":"2026-11-03T09:14:07.120Z"}'

interface Call {
  name: string
  filters: Filters
  signal: AbortSignal
  answer: (failure?: Failure) => Promise<void>
}

function start() {
  const calls: Call[] = []
  const settled = () => new Promise<void>((done) => setImmediate(done))
  const asked = async <T>(name: string, filters: Filters, signal: AbortSignal, answer: T): Promise<T> => {
    const over = Promise.withResolvers<void>()
    const end = async (failure?: Failure) => {
      if (failure === undefined) over.resolve()
      else over.reject(new FailureError(failure))
      await settled()
    }
    calls.push({ name, filters, signal, answer: end })
    signal.addEventListener('abort', () => over.reject(new FailureError({ kind: 'cancelled' })))
    await over.promise
    return answer
  }
  const events = {
    edge: (input: { side: EdgeSide; filters: Filters }, { signal }: { signal: AbortSignal }) =>
      asked(input.side, input.filters, signal, { kind: 'found', source, within: 'exact', requests: 30 }),
    distribution: (input: { edges: string[]; filters: Filters }, { signal }: { signal: AbortSignal }) =>
      asked('spread', input.filters, signal, { kind: 'counted', moneyKinds: [], total: 0, requests: 2 }),
  } as unknown as TimeQuestionsEffects['bridge']['events']
  let state: SearchState = initialState(50)
  let listener = () => {}
  const change = (next: Partial<SearchState>) => {
    state = { ...state, ...next }
    listener()
  }
  const search = {
    state: () => state,
    subscribe: (next: () => void) => {
      listener = next
      return () => {}
    },
  }
  const connection = { id: 'one', account: 1 } as Connection
  const request = (filters: Filters): SearchRequest => ({ filters, limit: 50, offset: 0 })
  let turn = 0
  const show = (filters: Filters) => {
    turn += 1
    change({ request: request(filters), shown: { request: request(filters), turn } as ShownRows })
  }
  /** The same rows, asked for again. */
  const refresh = () => {
    turn += 1
    if (state.shown !== null) change({ shown: { ...state.shown, turn } })
  }
  const begin = (filters: Filters) => change({ request: request(filters) })
  const times = createTimeQuestions({ parts: createStateStore(), bridge: { events }, search, connection })
  show(filtersOf('one'))
  return { times, calls, settled, show, begin, refresh }
}

test('the first and the last are looked for beside each other, and counted is only after them', async () => {
  const { times, calls, settled } = start()
  times.find('first')
  times.find('last')
  times.count({ unit: 'day', count: 1, edges: ['2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'] })
  times.find('first')
  await settled()
  expect(calls.map(({ name }) => name)).toEqual(['first', 'last'])
  expect(times.state()).toMatchObject({ first: { state: 'asking' }, spread: { state: 'asking' } })
  await calls[0]?.answer()
  expect(times.state().first).toMatchObject({
    state: 'answered',
    answer: { kind: 'found', event: { eventId: 'evt_1' }, within: 'exact' },
  })
  expect(calls).toHaveLength(2)
  await calls[1]?.answer({ kind: 'cancelled' })
  expect(times.state().last).toEqual({ state: 'failed', failure: { kind: 'cancelled' } })
  expect(calls.map(({ name }) => name)).toEqual(['first', 'last', 'spread'])
  times.find('last')
  await settled()
  expect(calls).toHaveLength(3)
  await calls[2]?.answer()
  expect(calls.map(({ name }) => name)).toEqual(['first', 'last', 'spread', 'last'])
  expect(times.state().spread).toMatchObject({ state: 'answered', answer: { kind: 'counted', unit: 'day' } })
})

test('what is under way ends with another search, and answers go with their filters', async () => {
  const { times, calls, settled, show, begin, refresh } = start()
  times.find('first')
  await settled()
  await calls[0]?.answer()
  times.find('last')
  await settled()
  begin(filtersOf('two'))
  expect(calls[1]?.signal.aborted).toBe(true)
  expect(times.state()).toMatchObject({ first: { state: 'answered' }, last: { state: 'open' } })
  show(filtersOf('two'))
  expect(times.state()).toMatchObject({ first: { state: 'open' }, last: { state: 'open' } })
  times.find('first')
  await settled()
  expect(calls[2]?.filters).toEqual(filtersOf('two'))
  times.cancel()
  expect(calls[2]?.signal.aborted).toBe(true)
  await settled()
  expect(times.state().first).toEqual({ state: 'open' })
  times.find('last')
  await settled()
  await calls[3]?.answer()
  expect(times.state().last).toMatchObject({ state: 'answered' })
  refresh()
  expect(times.state().last).toEqual({ state: 'open' })
  times.find('last')
  await settled()
  times.close()
  expect(calls[4]?.signal.aborted).toBe(true)
})
