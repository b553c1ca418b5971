import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Failure } from '../../shared/failure/failure.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { DetailView } from '../event/store/detail-session.ts'
import type { FindSources } from '../find/offers.ts'
import { findEvent, findInSnapshot } from './find.tsx'

const of = (field: 'eventId' | 'customerId' | 'eventCode', ...texts: string[]) => ({
  is: 'one-of' as const,
  key: { of: 'field' as const, field },
  values: texts.map((text) => ({ kind: 'string' as const, text })),
  zone: null,
})

function box(scope: Scope) {
  const shown: Scope[] = []
  const sources = findInSnapshot({} as FindSources, scope, (one) => shown.push(one))
  return { sources, shown }
}

test('a customer is chosen within the snapshot, in place of another, and beside what else holds', () => {
  const { sources, shown } = box({ where: [of('customerId', 'cus_1'), of('eventCode', 'api_calls')], misses: false })
  sources.search({ customerId: 'cus_2', propertyFilters: [] })
  expect(shown).toEqual([{ where: [of('eventCode', 'api_calls'), of('customerId', 'cus_2')], misses: false }])
})

test('IDs are found whatever conditions hold', () => {
  const { sources, shown } = box({ where: [of('customerId', 'cus_1')], misses: false })
  sources.showIds?.(['evt_1', 'evt_2'])
  expect(shown).toEqual([{ where: [of('eventId', 'evt_1', 'evt_2')], misses: true }])
})

test('a condition on IDs that leaves some out stays beside a customer', () => {
  const others = { ...of('eventId', 'evt_1'), not: true as const }
  const { sources, shown } = box({ where: [others], misses: true })
  sources.search({ customerId: 'cus_2', propertyFilters: [] })
  expect(shown).toEqual([{ where: [others, of('customerId', 'cus_2')], misses: true }])
})

test('what was found by its ID is left for a customer, which it would hide', () => {
  const { sources, shown } = box({ where: [of('eventId', 'evt_1')], misses: true })
  sources.search({ customerId: 'cus_2', propertyFilters: [] })
  expect(shown).toEqual([{ where: [of('customerId', 'cus_2')], misses: false }])
})

function search() {
  const store = createStore<DetailView | null>(() => null)
  const found: string[] = []
  const notices: string[] = []
  const show = (view: DetailView | null) => store.setState(view, true)
  const details = {
    view: store.getState,
    subscribe: store.subscribe,
    find(eventId: string) {
      found.push(eventId)
      show({ state: 'loading', eventId, startedAt: 0 })
    },
  }
  const onCleaned = (exact: string, cleaned: string) => void notices.push(`${exact} ${cleaned}`)
  return {
    found,
    said: notices,
    show,
    find: (exact: string, cleaned: string | null) => findEvent({ details, onCleaned }, exact, cleaned),
  }
}

const http = { status: 404, requestId: null, serviceMessage: null }
const missing = (eventId: string): Failure => ({ kind: 'not-found', eventId, http, attempts: 1, durationMs: 1 })

test('the exact text is asked for first, and what it was cleaned to only where nothing has it', () => {
  const { found, said: notices, show, find } = search()
  find('"a"', 'a')
  expect(found).toEqual(['"a"'])
  show({ state: 'failure', eventId: '"a"', failure: missing('"a"') })
  expect(found).toEqual(['"a"', 'a'])
  expect(notices).toEqual(['"a" a'])
  // And never again.
  show({ state: 'failure', eventId: 'a', failure: missing('a') })
  expect(found).toHaveLength(2)
})

test('an exact text that the service takes for no ID leads to the cleaned one, too', () => {
  const { found, show, find } = search()
  find('"a"', 'a')
  show({ state: 'failure', eventId: '"a"', failure: { kind: 'rejected', http, attempts: 1, durationMs: 1 } })
  expect(found).toEqual(['"a"', 'a'])
})

test('neither a failure that says nothing of the event nor another one opened meanwhile leads to the cleaned one', () => {
  const { found, show, find } = search()
  find('"a"', 'a')
  show({ state: 'failure', eventId: '"a"', failure: { kind: 'token-refused', http, attempts: 1, durationMs: 1 } })
  find('"b"', 'b')
  show(null)
  show({ state: 'failure', eventId: '"b"', failure: missing('"b"') })
  find('"c"', 'c')
  show({ state: 'failure', eventId: 'other', failure: missing('other') })
  expect(found).toEqual(['"a"', '"b"', '"c"'])
})
