import { describe, expect, test } from 'vitest'
import type { AnswerInfo, Event, SearchPage, SearchRequest } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { rowsNotes, sourceWords, updatedWords } from './bar-notes.tsx'
import { rowMarks } from './row-marks.ts'

const event = (index: number, more: Partial<Event> = {}): Event =>
  someEvent({
    eventId: `evt_${index}`,
    createdAt: '2026-11-20T14:57:05Z',
    properties: [{ name: 'region', kind: 'string', text: 'eu-west-1' }],
    source: `{"n":${index}}`,
    ...more,
  })
const page = (events: Event[], more: Partial<SearchPage> = {}): SearchPage => ({
  events,
  sent: events.length,
  total: 120,
  limit: 50,
  offset: 0,
  problems: [],
  ...more,
})
const request: SearchRequest = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
const shorts = (asked: SearchRequest, answered: SearchPage) => rowsNotes(asked, answered).map(({ short }) => short)
const fifty = Array.from({ length: 50 }, (_, index) => event(index, { eventType: index < 37 ? 'debit' : 'credit' }))

describe('what the bar says', () => {
  test('nothing about a page in which all fits', () => expect(rowsNotes(request, page(fifty))).toEqual([]))

  test('how many rows miss the filter, and why that may be', () => {
    const [note] = rowsNotes({ ...request, filters: { eventType: 'credit', propertyFilters: [] } }, page(fifty))
    expect(`${note?.short}; ${note?.tail}`).toBe(
      '37 of 50 do not match Type = credit; the service may combine filters with OR',
    )
  })

  test('one row or two that miss it', () => {
    const asked = (credits: number) =>
      shorts(
        { ...request, filters: { eventType: 'debit', propertyFilters: [] } },
        page(fifty.map((one, index) => ({ ...one, eventType: index < credits ? 'credit' : 'debit' }))),
      )
    expect(asked(1)).toEqual(['1 of 50 does not match Type = debit'])
    expect(asked(2)).toEqual(['2 of 50 do not match Type = debit'])
  })

  test('rows outside a range that is the only filter are not laid to how filters are combined', () => {
    const range = { createdAtFrom: '2026-11-20T15:00:00Z', createdAtTo: '2026-11-21T00:00:00Z', propertyFilters: [] }
    const tail = (filters: SearchRequest['filters']) => rowsNotes({ ...request, filters }, page(fifty))[0]?.tail
    expect(tail(range)).toBe('the service may compare dates less exactly')
    expect(tail({ ...range, customerId: 'cus_1' })).toBe('the service may combine filters with OR')
    const region = { name: 'region', kind: 'string' as const, text: 'eu-west-1' }
    expect(tail({ ...range, propertyFilters: [region] })).toBe('the service may combine filters with OR')
  })

  test('several missed filters by name', () => {
    const filters = { eventType: 'credit', propertyFilters: [{ name: 'region', kind: 'string', text: 'us' }] } as const
    expect(
      shorts({ ...request, filters: { ...filters, propertyFilters: [...filters.propertyFilters] } }, page(fifty)),
    ).toEqual(['50 of 50 do not match Type, region'])
  })

  test('ids that come more than once', () => {
    expect(shorts(request, page([event(1), event(2), event(1)]))).toEqual(['2 events share one ID'])
    expect(shorts(request, page([event(1), event(2), event(1), event(2)]))).toEqual(['4 events share 2 IDs'])
    expect(shorts(request, page([event(1, { eventId: null }), event(2, { eventId: null })]))).toEqual([])
    const named = (count: number) => {
      const twice = fifty.slice(0, count).flatMap((one) => [one, one])
      return rowsNotes(request, page(twice, { limit: 100 }))[0]?.explanation[0]
    }
    expect(named(5)).toBe('10 events share 5 IDs: evt_0, evt_1, evt_2, evt_3, evt_4')
    expect(named(6)).toBe('12 events share 6 IDs: evt_0, evt_1, evt_2, evt_3, evt_4 …')
  })

  test('events that do not fit', () => {
    const odd = event(1, { customerId: null, problems: [{ field: 'customer_id', message: 'is missing' }] })
    const [note] = rowsNotes(request, page([odd, event(2)]))
    expect(note?.short).toBe('1 event does not fit the interface')
    expect(note?.explanation.join(' ')).toContain('customer_id is missing')
  })

  test('several kinds of trouble are one number of events, each said in its own words behind it', () => {
    const odd = event(1, { problems: [{ field: 'customer_id', message: 'is missing' }] })
    const unfit = event(3, { problems: [{ field: 'customer_id', message: 'is missing' }] })
    const [note, ...others] = rowsNotes(request, page([odd, event(1), event(2), event(1), unfit]))
    expect(note?.short).toBe('4 events with problems')
    expect(others).toEqual([])
    const explanation = note?.explanation.join(' ') ?? ''
    for (const words of ['3 events share one ID', 'customer_id is missing']) expect(explanation).toContain(words)
  })

  test.each([
    [page(fifty.slice(0, 20), { limit: 20 }), 'The service gave at most 20 a page'],
    [page(fifty, { limit: 40 }), 'The service gave at most 40 a page'],
    [page([...fifty, event(50)]), '51 events for a limit of 50'],
    [page(fifty, { sent: 20_000 }), 'The service sent 20,000 events for a limit of 50'],
    [page(fifty, { offset: 1000 }), 'The service skipped 1,000 events, not 0'],
    [
      page(fifty, { total: null, problems: [{ field: 'total', message: 'is missing' }] }),
      'The answer’s total cannot be used',
    ],
  ])('odd counts: %#', (answered, expected) => expect(shorts(request, answered)).toContain(expected))

  test('what was left out is not counted as shown', () => {
    expect(shorts(request, page(fifty, { sent: 20_000 }))).toHaveLength(1)
  })
})

describe('row marks', () => {
  test('say all that does not fit about a row, and nothing about the others', () => {
    const twice = event(1)
    const odd = event(1, { customerId: null, problems: [{ field: 'customer_id', message: 'is missing' }] })
    const fine = event(2)
    const marks = rowMarks([twice, odd, fine], { customerId: 'cus_1', propertyFilters: [] })
    expect(marks.get(odd)).toBe(
      'does not match Customer ID; its event ID occurs more than once on this page; customer_id is missing',
    )
    expect(marks.get(twice)).toBe('its event ID occurs more than once on this page')
    expect(marks.has(fine)).toBe(false)
  })
})

const now = Date.parse('2026-11-20T15:00:00Z')
const info: AnswerInfo = {
  receivedAt: '2026-11-20T14:57:00Z',
  serviceDate: null,
  durationMs: 142.4,
  attempts: 1,
  requestId: null,
  bytes: 100,
}

test('how old the rows are, and that they are of the cache', () => {
  expect(updatedWords(info, false, now)).toBe('Updated 3 min ago')
  expect(updatedWords(info, false, Date.parse(info.receivedAt))).toBe('Updated just now')
  expect(updatedWords(info, true, now)).toBe('Updated 3 min ago, from the cache')
  expect(updatedWords(info, false, null)).toBe('Updated before Eventscope stopped')
})

test('where they came from and how long that took', () => {
  expect(sourceWords(info, false, 'UTC', now)).toBe(
    'From the service at 14:57 UTC: 142 ms, 100 bytes. Activity has the request',
  )
  expect(sourceWords({ ...info, attempts: 3 }, false, 'UTC', now)).toContain('142 ms, 3 attempts, ')
  expect(sourceWords(info, true, 'UTC', now)).toBe('Kept on this computer since the service sent it at 14:57 UTC')
})
