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
    now: '2026-11-22T02:30:00Z',
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

describe('a day', () => {
  const november = { createdAtFrom: '2026-11-03T00:00:00Z', createdAtTo: '2026-11-03T23:59:59.999999999Z' }

  test.each([['3 Nov'], ['2026-11-03'], ['3.11.2026'], ['3.11.']])('%s is shown whole, and said in full', (typed) => {
    expect(box().labels(typed)[0]).toBe('Show Tue 3 Nov 2026')
    expect(box({ eventType: 'credit', propertyFilters: [] }).take(typed)).toEqual({
      eventType: 'credit',
      propertyFilters: [],
      ...november,
    })
  })

  test('that can be read in two ways is offered both ways', () => {
    expect(box().labels('3/11/2026').slice(0, 2)).toEqual(['Show Tue 3 Nov 2026', 'Show Wed 11 Mar 2026'])
  })

  test('is not what a command of that name is, which comes first', () => {
    expect(box().labels('today').slice(0, 2)).toEqual(['Today', 'Show Sun 22 Nov 2026'])
    expect(box().labels('last month')[0]).toBe('Show Thu 1 Oct 2026 to Sat 31 Oct 2026')
  })
})

test('with nothing typed, every command is there and nothing else', () => {
  expect(box().labels('')).toEqual(['Today', 'Compare selected rows', 'Choose columns', '25 rows per page', 'Keys'])
})

test('an ID is always offered, whatever else its text means', () => {
  for (const typed of ['today', 'cus_acme', 'help', 'berlin']) {
    expect(box().labels(typed)).toContain(`Open event ${typed}`)
  }
})
