import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { DetailView } from './detail-session.ts'
import { findEvent } from './find-event.ts'

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

test('neither a failure that says nothing of the event nor another one opened meanwhile leads to the cleaned one', () => {
  const { found, show, find } = search()
  find('"a"', 'a')
  show({ state: 'failure', eventId: '"a"', failure: { kind: 'token-refused', http, attempts: 1, durationMs: 1 } })
  find('"b"', 'b')
  show(null)
  show({ state: 'failure', eventId: '"b"', failure: missing('"b"') })
  expect(found).toEqual(['"a"', '"b"'])
})
