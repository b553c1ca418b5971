import { describe, expect, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { HOSTILE_LINKS } from '../../shared/connection/fixtures/hostile-links.ts'
import type { Event, Filters } from '../../shared/event/event.ts'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { copiedSearch, type Place, withZone } from '../live/store/place.ts'
import { createSeenValues } from '../live/store/seen-values.ts'
import { find, offersFor } from './find-results.tsx'
import type { FindSources } from './offers.ts'

const event = (eventId: string, customerId: string, eventCode: string): Event =>
  someEvent({ eventId, customerId, eventCode, createdAt: null })

const connection = (id: string, name: string, baseUrl: string) => ({ id, name, baseUrl }) as Connection
const PLACE: Place = { filters: { propertyFilters: [] }, limit: 50, offset: 0, sort: null, columns: null, event: null }

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
      { ...command('Keyboard shortcuts', 'help keys'), keys: '?' },
    ],
    seen,
    applied,
    names: new Map([['cus_0042', 'Nordlicht Logistik']]),
    search: (filters) => done.push(filters),
    findEvent: (exact, cleaned) => done.push([exact, cleaned]),
    findEvents: (ids, leftOut) => done.push([ids, leftOut]),
    searches: {
      recent: [{ customerId: 'cus_recent', propertyFilters: [] }],
      saved: [{ name: 'Refunds', place: { ...PLACE, filters: { eventType: 'credit', propertyFilters: [] } } }],
    },
    connections: [connection('one', 'Acme', 'https://a.example'), connection('two', 'Beta', 'https://b.example')],
    current: connection('one', 'Acme', 'https://a.example'),
    goTo: (id, place) => done.push([id, place.filters]),
    zone: 'UTC',
    days: 'UTC',
    now: '2026-11-22T02:30:00Z',
    chooseZone: (zone) => done.push(zone),
    showLink: (text) => done.push(text),
    showIds: null,
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
    ['help', 'Keyboard shortcuts'],
    ['?', 'Keyboard shortcuts'],
    ['25 rows per page', '25 rows per page'],
    ['berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['evt_9', ['evt_9', null]],
    [' evt_9 ', ['evt_9', null]],
    ['"evt_9",', ['"evt_9",', 'evt_9']],
    ['event_id: "evt_9"', ['evt_9', null]],
    ['event_id:"evt_9"', ['event_id:"evt_9"', 'evt_9']],
    ['evt\u200b_9', ['evt_9', null]],
    ['first', ['first', null]],
    ['25', ['25', null]],
    ['nowhere', ['nowhere', null]],
    ['cus_acme', { customerId: 'cus_acme', propertyFilters: [] }],
    ['api_calls', { eventCode: 'api_calls', propertyFilters: [] }],
    ['credit', { eventType: 'credit', propertyFilters: [] }],
    ['debits only', { eventType: 'debit', propertyFilters: [] }],
    ['saved', ['one', { eventType: 'credit', propertyFilters: [] }]],
    ['recent', { customerId: 'cus_recent', propertyFilters: [] }],
  ])('for “%s”: %j', (typed, taken) => {
    expect(box().take(typed)).toEqual(taken)
  })
})

test('a customer is offered by what the list of the connection calls it, and searched for by its ID', () => {
  const { sources } = box({ eventCode: 'sms', customerId: 'cus_other', propertyFilters: [] })
  const offer = find('logi', sources).offers.find(({ group }) => group === 'Customers by name')
  expect(offer).toMatchObject({
    label: 'Show events of Nordlicht Logistik',
    detail: 'cus_0042, Keeps the other filter',
  })
  expect(find('nobody', sources).offers.map(({ group }) => group)).not.toContain('Customers by name')
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

  test('with a time is the hour from then', () => {
    expect(box().labels('Nov 3 2pm')[0]).toBe('Show the hour from Tue 3 Nov 2026, 14:00')
    expect(box().take('2026-11-03 14:30')).toEqual({
      createdAtFrom: '2026-11-03T14:30:00Z',
      createdAtTo: '2026-11-03T15:29:59.999999999Z',
      propertyFilters: [],
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

test('a type is taken away by the same words', () => {
  expect(box({ eventType: 'credit', propertyFilters: [] }).labels('credit')).toEqual(
    expect.arrayContaining(['Show credits and debits']),
  )
  expect(box({ eventType: 'credit', propertyFilters: [] }).labels('credit')).not.toContain('Show credits only')
})

test('what begins with the text comes before what holds it, and no kind hides the others', () => {
  const { sources } = box()
  const labels = (typed: string, more: Partial<FindSources>) =>
    offersFor(typed, { ...sources, ...more }).map(({ label }) => label)
  const commands = ['Choose columns', 'Columns as they were'].map((label) => ({ group: '', label, run: () => {} }))
  expect(labels('columns', { commands }).slice(0, 2)).toEqual(['Columns as they were', 'Choose columns'])
  const recent = Array.from({ length: 9 }, (_, n): Filters => ({ customerId: `cus_${n}`, propertyFilters: [] }))
  const saved = recent.map((filters, n) => ({ name: `Saved ${n}`, place: { ...PLACE, filters } }))
  const searches = labels('', { searches: { recent, saved }, commands: [] })
  expect(searches).toEqual(
    [0, 1, 2, 3, 4].map((n) => `Search Saved ${n}`).concat([0, 1, 2, 3, 4].map((n) => `Search cus_${n}`)),
  )
})

test('a zone is offered once its name is plain, and not the one on screen', () => {
  const { sources } = box()
  const zones = (typed: string, zone = 'UTC') =>
    offersFor(typed, { ...sources, zone }).filter(({ group }) => group === 'Time zones')
  expect(zones('be')).toEqual([])
  expect(zones('ber').map(({ label }) => label)).toContain('Show times in Europe/Berlin')
  expect(zones('berlin', 'Europe/Berlin')).toEqual([])
})

test('with nothing typed, searches and every command are there', () => {
  expect(box().labels('')).toEqual([
    'Search Refunds',
    'Search cus_recent',
    'Today',
    'Compare selected rows',
    'Choose columns',
    '25 rows per page',
    'Keyboard shortcuts',
  ])
})

test('an ID that was seen comes first, whatever else its text means', () => {
  const { sources, labels } = box()
  sources.seen.observe([event('today', 'cus_acme', 'api_calls')])
  expect(labels('today')[0]).toBe('Open event today')
})

test('an ID is always offered, whatever else its text means', () => {
  for (const typed of ['today', 'cus_acme', 'help', 'berlin']) {
    expect(box().labels(typed)).toContain(`Open event ${typed}`)
  }
})

test('a search is offered by its name, and by what it asks', () => {
  expect(box().take('refunds')).toEqual(['one', { eventType: 'credit', propertyFilters: [] }])
  expect(box().labels('recent')).toContain('Search cus_recent')
})

describe('text with spaces', () => {
  const offered = (typed: string) => {
    const { sources } = box()
    return find(typed, sources).offers
  }

  test('is asked of the service only if somebody says that it is an ID', () => {
    for (const typed of ['page 2', 'Dear support, our invoice 1234 is wrong', 'event first event']) {
      const offers = offered(typed)
      expect(offers.filter(({ isDeliberate }) => !isDeliberate)).toEqual([])
      expect(offers.map(({ label }) => label)).toEqual([`Open event ${typed.replace(/^event /, '')}`])
    }
  })

  test('offers the IDs within it, and not all of it', () => {
    const one = offered('Dear support, is evt_77 of cus_acme right?')
    expect(one.map(({ label, detail }) => [label, detail])).toEqual([
      ['Open event evt_77', 'Within this text'],
      ['Show events of cus_acme', undefined],
    ])
    const two = offered('Dear support, are evt_77 and evt_78 of cus_acme right?')
    expect(two.map(({ label }) => label)).toEqual(['Find 2 events', 'Show events of cus_acme'])
    const many = Array.from({ length: 130 }, (_, index) => `and evt_${index}`).join(' ')
    expect(offered(many)[0]?.label).toBe('Find the first 100 of 130 events')
  })
})

describe('a mail without an ID', () => {
  const november = { createdAtFrom: '2026-11-12T00:00:00Z', createdAtTo: '2026-11-12T23:59:59.999999999Z' }
  const offered = (typed: string, applied?: Filters) => {
    const { sources } = box(applied)
    const asked: Filters[] = []
    const { offers } = find(typed, { ...sources, search: (filters) => asked.push(filters) })
    const take = (at: number) => {
      offers[at]?.take()
      return asked.pop()
    }
    return { labels: offers.filter(({ isDeliberate }) => !isDeliberate).map(({ label }) => label), offers, take }
  }

  test.each([
    ['12 November, cus_acme'],
    ['Hello, on 12.11.2026 we (cus_acme) were charged twice.'],
    ['customer "cus_acme": what was that on Nov 12, 2026?'],
  ])('is about its customer and its day, together first: %s', (mail) => {
    const { labels, take } = offered(mail)
    expect(labels).toEqual([
      'Show events of cus_acme on Thu 12 Nov 2026',
      'Show events of cus_acme',
      'Show events on Thu 12 Nov 2026',
    ])
    expect(take(0)).toEqual({ propertyFilters: [], customerId: 'cus_acme', ...november })
    expect(take(2)).toEqual({ propertyFilters: [], ...november })
  })

  test('names what was not seen yet, by how customers are called here; codes only as they were seen', () => {
    expect(offered('api_calls of cus_new_one are too many').labels).toEqual([
      'Show events of cus_new_one with code api_calls',
      'Show events of cus_new_one',
      'Show events with code api_calls',
    ])
    expect(offered('your storage_days are too many').labels).toEqual([])
  })

  test('of two customers, or of a day that can be read in two ways, each is offered on its own', () => {
    expect(offered('cus_acme or cus_northwind?').labels).toEqual([
      'Show events of cus_acme',
      'Show events of cus_northwind',
    ])
    expect(offered('cus_acme on 3/11/2026').labels).toEqual([
      'Show events of cus_acme',
      'Show events on Tue 3 Nov 2026',
      'Show events on Wed 11 Mar 2026',
    ])
    expect(offered('api_calls and seat_month of cus_acme?').labels).toEqual([
      'Show events of cus_acme',
      'Show events with code api_calls',
      'Show events with code seat_month',
    ])
    expect(offered('cus_a, cus_b and cus_c, are you there?').labels).toEqual([
      'Show events of cus_a',
      'Show events of cus_b',
    ])
  })

  test('is no list of IDs', () => {
    expect(offered('cus_a1, cus_b2').labels).toEqual(['Find 2 events'])
  })

  test('keeps the other filters, which is said', () => {
    const { offers, take } = offered('12 November, cus_acme', {
      eventType: 'credit',
      customerId: 'cus_other',
      propertyFilters: [],
    })
    expect(offers[0]?.detail).toBe('Keeps the other filter')
    expect(take(0)).toEqual({ eventType: 'credit', customerId: 'cus_acme', propertyFilters: [], ...november })
  })
})

test('while a snapshot is open it is looked into first, and what leaves it says so', () => {
  const shown: unknown[] = []
  const sources: FindSources = { ...box().sources, showIds: (ids) => shown.push(ids) }
  const offers = (typed: string) => find(typed, sources).offers
  for (const [typed, label, ids] of [
    ['evt_9', 'Show event evt_9', ['evt_9']],
    ['"evt_9",', 'Show event evt_9', ['"evt_9",', 'evt_9']],
    ['is evt_9 right?', 'Show event evt_9', ['evt_9']],
    ['evt_1001 evt_1002', 'Show these 2 events', ['evt_1001', 'evt_1002']],
    ['page 2', 'Show event page 2', ['page 2']],
  ] as const) {
    const [first] = offers(typed)
    expect(first?.label).toBe(label)
    first?.take()
    expect(shown.pop()).toEqual(ids)
    expect(offers(typed).filter(({ group }) => group === 'This snapshot')).toHaveLength(1)
  }
  expect(offers('evt_9')[1]).toMatchObject({
    label: 'Open event evt_9',
    detail: 'Asks the service, and leaves the snapshot',
  })
})

test('of several IDs all are offered first, no more than are asked for at once', () => {
  const { sources } = box()
  const first = (typed: string) => find(typed, sources).offers[0]
  expect(first('evt_1001 evt_1002')?.label).toBe('Find 2 events')
  const many = Array.from({ length: 130 }, (_, index) => `evt_${index}`).join(',')
  expect(first(many)?.label).toBe('Find the first 100 of 130 events')
  expect(first('evt_1001')?.label).toBe('Open event evt_1001')
})

describe('a search that was copied', () => {
  const filters: Filters = { customerId: 'cus_acme', propertyFilters: [] }
  const line = (baseUrl: string) => copiedSearch({ name: 'Theirs', baseUrl }, { ...PLACE, filters })

  test('asks on which connection, those of its service first', () => {
    const { sources } = box()
    const { offers, note } = find(`here: ${line('https://b.example')}`, sources)
    expect(offers.map(({ label, detail }) => [label, detail])).toEqual([
      ['Run in Beta', 'Same service'],
      ['Run in Acme', 'Different service'],
    ])
    expect(note).toBeNull()
  })

  test('is said in the days of the zone that it was copied in', () => {
    const october = { createdAtFrom: '2026-09-30T22:00:00Z', createdAtTo: '2026-10-31T22:59:59.999999999Z' }
    const place = { ...PLACE, filters: { ...october, propertyFilters: [] } }
    const groupOf = (zone?: string) => {
      const text = copiedSearch({ name: 'Theirs', baseUrl: 'https://b.example' }, zone ? withZone(place, zone) : place)
      return find(text, box().sources).offers[0]?.group
    }
    expect(groupOf('Europe/Berlin')).toBe('Run October 2026 (Berlin)')
    expect(groupOf()).toBe('Run Wed 30 Sep 2026, 22:00:00 to Sat 31 Oct 2026, 22:59:59')
  })

  test('of a service that is none here says so; one that does not fit cannot be run', () => {
    const { sources } = box()
    expect(find(line('https://c.example'), sources).note).toMatch('which is not one of your connections')
    const unfit = find(line('https://b.example').replace('limit=50', 'limit=7000'), sources)
    expect(find('eventscope:search?limit=50', sources).note).toMatch('does not say which connection')
    expect(find('eventscope:search?%%%', sources).note).toMatch(/^This search cannot be run\./)
    expect(unfit).toEqual({ offers: [], note: expect.stringMatching('“limit” must be a number from 1 to 100') })
  })
})

test('a link, however it is written, is shown and taken for nothing else', () => {
  const shown: string[] = []
  const sources: FindSources = { ...box().sources, showLink: (text) => shown.push(text) }
  const links = HOSTILE_LINKS.map(([, text]) => text).filter((text) => /^eventscope:\/\//i.test(text))
  expect(links.length).toBeGreaterThan(60)
  for (const text of links) {
    const { offers, note } = find(text, sources)
    expect(offers.map(({ label }) => label)).toEqual(['Show what this link asks'])
    expect(note).toBeNull()
    offers[0]?.take()
    expect(shown.splice(0)).toEqual([text])
  }
})
