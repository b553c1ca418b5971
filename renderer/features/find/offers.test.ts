import { describe, expect, test } from 'vitest'
import type { Event, Filters } from '../../../shared/event.ts'
import { createSeenValues } from '../../session/seen-values.ts'
import { type FindSources, offersFor } from './offers.ts'

const event = (eventId: string, customerId: string, eventCode: string): Event => ({
  eventId,
  customerId,
  eventCode,
  eventType: 'debit',
  createdAt: null,
  properties: [],
  extra: [],
  problems: [],
  source: '{}',
})

function box(applied: Filters = { propertyFilters: [] }) {
  const done: unknown[] = []
  const seen = createSeenValues()
  seen.observe([event('first', 'cus_acme', 'api_calls'), event('evt_2', 'cus_northwind', 'seat_month')])
  const command = (label: string, words = '') => ({ group: 'Events', label, words, run: () => done.push(label) })
  const sources: FindSources = {
    commands: [
      command('Today', 'range day'),
      command('Compare selected rows', 'diff'),
      command('Choose columns', 'column'),
      command('25 rows per page', 'limit'),
      { ...command('Keys', 'help keyboard shortcuts'), keys: '?' },
    ],
    seen,
    applied,
    search: (filters) => done.push(filters),
    findEvent: (exact, cleaned) => done.push([exact, cleaned]),
    zone: 'UTC',
    chooseZone: (zone) => done.push(zone),
  }
  const labels = (typed: string) => offersFor(typed, sources).map(({ label }) => label)
  /** What Enter does. */
  const take = (typed: string) => {
    offersFor(typed, sources)[0]?.take()
    return done.pop()
  }
  return { sources, labels, take }
}

describe('Enter takes', () => {
  test.each([
    ['today', 'Today'],
    ['compare', 'Compare selected rows'],
    ['column', 'Choose columns'],
    ['columns', 'Choose columns'],
    ['help', 'Keys'],
    ['?', 'Keys'],
    ['25 rows per page', '25 rows per page'],
    ['berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['evt_9', ['evt_9', null]],
    [' evt_9 ', ['evt_9', null]],
    ['"evt_9",', ['"evt_9",', 'evt_9']],
    ['event_id: "evt_9"', ['event_id: "evt_9"', 'evt_9']],
    ['evt\u200b_9', ['evt_9', null]],
    ['first', ['first', null]],
    ['25', ['25', null]],
    ['nowhere', ['nowhere', null]],
    ['cus_acme', { customerId: 'cus_acme', propertyFilters: [] }],
    ['api_calls', { eventCode: 'api_calls', propertyFilters: [] }],
  ])('for “%s”: %j', (typed, taken) => {
    expect(box().take(typed)).toEqual(taken)
  })
})

test('a customer is offered by any part of its name, and keeps the other filters, which is said', () => {
  const { sources } = box({ eventType: 'credit', customerId: 'cus_other', propertyFilters: [] })
  const offer = offersFor('northw', sources).find(({ label }) => label === 'Show events of cus_northwind')
  expect(offer?.detail).toBe('Keeps the other filter')
})

test('with nothing typed, every command is there and nothing else', () => {
  expect(box().labels('')).toEqual(['Today', 'Compare selected rows', 'Choose columns', '25 rows per page', 'Keys'])
})

test('an ID is always offered, whatever else its text means', () => {
  for (const typed of ['today', 'cus_acme', 'help', 'berlin']) {
    expect(box().labels(typed)).toContain(`Open event ${typed}`)
  }
})
