import { describe, expect, test } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotOrder, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import {
  againWords,
  costWords,
  eventsWithin,
  extensionRequests,
  extensionWords,
  isAskedFirst,
  isLarge,
  isOfSearch,
  recentSnapshot,
  requestsWords,
  segmentsCost,
  snapshotCost,
  snapshotOrder,
  takingWords,
} from './snapshot-order.ts'

const connection = { id: 'acme', account: 2, billingZone: null }
const november: Filters = {
  customerId: 'cus_1',
  createdAtFrom: '2026-10-31T23:00:00Z',
  createdAtTo: '2026-11-30T22:59:59.999999999Z',
  propertyFilters: [{ name: 'amount', kind: 'number', text: '1.50' }],
}

test('days and months are whole, in their zone; a To that is an instant belongs to the range', () => {
  expect(snapshotOrder(connection, november, 'Europe/Berlin')).toEqual({
    ok: true,
    order: {
      connectionId: 'acme',
      account: 2,
      search: { customerId: 'cus_1', propertyFilters: november.propertyFilters },
      range: { from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z', zone: 'Europe/Berlin' },
    },
  })
  const instant = { createdAtTo: '2026-11-20T14:52:57Z', propertyFilters: [] }
  expect(snapshotOrder(connection, instant, 'UTC')).toMatchObject({
    order: { range: { from: null, until: '2026-11-20T14:52:57.000000001Z' } },
  })
})

test('the zone that a snapshot keeps is the billing zone of its connection, and that of display without one', () => {
  const billed = { ...connection, billingZone: 'Europe/Berlin' }
  const { createdAtFrom: from } = november
  expect(snapshotOrder(billed, november, 'UTC')).toMatchObject({ order: { range: { from, zone: 'Europe/Berlin' } } })
  expect(snapshotOrder(connection, november, 'UTC')).toMatchObject({ order: { range: { from, zone: 'UTC' } } })
})

test('without dates it is open on both sides; a range that holds nothing is refused in words', () => {
  expect(snapshotOrder(connection, { propertyFilters: [] }, 'UTC')).toMatchObject({
    order: { range: { from: null, until: null, zone: 'UTC' } },
  })
  const backward = { createdAtFrom: '2026-11-20T00:00:00Z', createdAtTo: '2026-11-19T00:00:00Z', propertyFilters: [] }
  expect(snapshotOrder(connection, backward, 'UTC')).toMatchObject({ ok: false, message: expect.stringMatching(/end/) })
})

test('a snapshot is of a search while all of it is the same, written as it may', () => {
  const read = snapshotOrder(connection, november, 'Europe/Berlin')
  if (!read.ok) throw new Error(read.message)
  const { search, range } = read.order
  const snapshot = { connection: { id: 'acme', name: 'Acme', baseUrl: 'http://x', account: 2 }, search, range }
  const others: [string, Filters][] = [
    ['other', november],
    ['acme', { ...november, customerId: 'cus_2' }],
    ['acme', { ...november, createdAtTo: '2026-11-30T22:59:59Z' }],
    ['acme', { ...november, createdAtFrom: undefined }],
    ['acme', { ...november, propertyFilters: [] }],
  ]
  expect(isOfSearch(snapshot, 'acme', { ...november, createdAtFrom: '2026-11-01T00:00:00+01:00' })).toBe(true)
  for (const [id, filters] of others) expect(isOfSearch(snapshot, id, filters)).toBe(false)
})

describe('a snapshot that is offered in place of another reading', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const read = snapshotOrder(connection, november, 'Europe/Berlin')
  if (!read.ok) throw new Error(read.message)
  const { search, range } = read.order
  const connected = { id: 'acme', name: 'Acme', baseUrl: 'http://x', account: 2 }
  const minutesOld = snapshotSummary({ connection: connected, search, range, asOf: '2026-11-20T11:57:00Z' })
  const offered = (snapshots: SnapshotSummary[], order: SnapshotOrder = read.order) =>
    recentSnapshot({ snapshots, unreadable: [], thisRunOnly: null, refused: null }, order, now)
  const { status } = minutesOld
  if (status.state !== 'finished') throw new Error('not finished')
  const { grounds, ...earlier } = status.verdict

  test('is the latest that is complete and of the last ten minutes', () => {
    const before = { ...minutesOld, id: 'before', asOf: '2026-11-20T11:51:00Z' }
    expect(offered([minutesOld, before])).toBe(minutesOld)
    expect(offered([{ ...minutesOld, status: { state: 'reading' } }, before])).toBe(before)
    expect(recentSnapshot(null, read.order, now)).toBeNull()
  })

  test.each<[string, Partial<SnapshotSummary>]>([
    ['is older', { asOf: '2026-11-20T11:49:59Z' }],
    ['is of a clock that was set back', { asOf: '2026-11-20T12:00:01Z' }],
    ['was begun longer ago, and shows no one instant', { asOf: null, begunAt: '2026-11-20T11:40:00Z' }],
    ['is paused', { status: { state: 'paused', because: null } }],
    ['lacks an event', { status: { ...status, verdict: { ...status.verdict, kind: 'partial' } } }],
    ['is not confirmed', { status: { ...status, verdict: { ...status.verdict, kind: 'unproven' } } }],
    ['was judged by an earlier rule', { status: { ...status, verdict: earlier } }],
    ['is of another connection', { connection: { ...connected, id: 'other' } }],
    ['is of another account', { connection: { ...connected, account: 1 } }],
    ['has another filter', { search: { ...search, customerId: 'cus_2' } }],
    ['has another range', { range: { ...range, from: null } }],
    ['has days of another zone', { range: { ...range, zone: 'UTC' } }],
  ])('is none that %s', (_, other) => {
    expect(grounds).toBeDefined()
    expect(offered([{ ...minutesOld, ...other }])).toBeNull()
  })
})

test.each([
  // Measured over the reference service.
  [1, 12],
  [37, 15],
  [500, 20],
  [1_490, 29],
  [1_600, 40],
  [3_000, 54],
  [4_000, 63],
  [10_000, 139],
  [30_000, 373],
])('%i events are told as at least the %i requests that they took, and hardly more', (events, took) => {
  const { requests } = snapshotCost(events, 20)
  expect(requests).toBeGreaterThanOrEqual(took)
  expect(requests).toBeLessThanOrEqual(took + Math.max(7, took * 0.1))
})

test('what is known as the most is said as that, and what is not as about', () => {
  expect(requestsWords(snapshotCost(37, 20))).toBe('at most 17 requests, about 1 s')
  expect(requestsWords(snapshotCost(1_500, null))).toBe('at most 32 requests')
  expect(requestsWords(snapshotCost(312_440, 20))).toMatch(/^about 3,987 requests, \d+ s$/)
})

test('the time goes by the connection’s own answers, and is not told without one', () => {
  expect(snapshotCost(20_000, 300).ms).toBe(273 * 100 + 300)
  expect(snapshotCost(20_000, 3).ms).toBe(273 * 8 + 3)
  expect(snapshotCost(20_000, null).ms).toBeNull()
  expect(isLarge(snapshotCost(100_000, null))).toBe(false)
  expect(isLarge(snapshotCost(100_001, null))).toBe(true)
})

test('a large one is taken once that was confirmed; another one of the same search where reading takes a while', () => {
  const asked = (events: number, isRecent: boolean) => isAskedFirst(snapshotCost(events, null), isRecent)
  expect([asked(3_220, true), asked(10_000, false)]).toEqual([false, false])
  expect([asked(10_000, true), asked(312_440, false)]).toEqual([true, true])
})

test('before a snapshot is taken its cost is said, and the billing zone where its days are not those on screen', () => {
  const cost = { events: 1_200, requests: 14, ms: 2_100 }
  const alone = costWords(cost)
  expect(alone).toMatch(/14 requests, about 2 s$/)
  expect(takingWords(cost, null, 'UTC', false)).toBe(alone)
  expect(takingWords(cost, 'Europe/Berlin', 'Europe/Berlin', false)).toBe(alone)
  expect(takingWords(cost, 'America/New_York', 'UTC', false)).toBe(
    `${alone}. Its days are those of the billing zone, America/New York`,
  )
  expect(takingWords(null, 'UTC', 'Europe/Berlin', false)).toMatch(/, UTC$/)
  expect(takingWords(cost, null, 'UTC', true)).toBe(`${alone}. Kept until Eventscope closes`)
})

test('a reading of days costs what their events do, and little beside', () => {
  const line = (text: string, count: number) =>
    ({ keys: [{ kind: 'time', text }], total: { count } }) as unknown as TotalsLine
  const days = [line('2026-11-03', 5), line('2026-11-04', 700), line('2026-11-05', 60), line('2026-11-17', 11)]
  const segments = [
    { from: '2026-11-03T23:00:00Z', until: '2026-11-04T23:00:00Z' },
    { from: '2026-11-16T23:00:00Z', until: '2026-11-17T05:00:00Z' },
  ]
  expect(eventsWithin(days, segments, 'Europe/Berlin')).toBe(711)
  expect(eventsWithin(days, [], 'UTC')).toBe(0)
  expect(segmentsCost(711, 2)).toBe(14)
  expect(againWords({ requests: 3_150 })).toBe('about 3,150 requests')
  expect(againWords({ requests: 0 })).toBe('about 1 request')
})

test('what is taken over costs two requests a part, whatever is in it', () => {
  const of = (total: number | null, parts: number, events: number) => extensionRequests({ total, parts, events })
  expect(of(null, 3, 4_000)).toBeNull()
  expect(of(14_000, 10, 13_400)).toBe((of(600, 0, 0) ?? 0) + 24)
  expect(of(14_000, 10, 13_400)).toBeLessThan((of(14_000, 0, 0) ?? 0) / 4)
  // Fewer are there than were taken over: some went since.
  expect(of(13_000, 10, 13_400)).toBe((of(0, 0, 0) ?? 0) + 24)
})

test('it is said how much is taken over, or that nothing is', () => {
  expect(extensionWords({ total: 14_000, parts: 10, events: 13_400 })).toBe(
    '14,000 events. 13,400 of this snapshot are taken over in 10 parts: each part is counted again before and after, and read again where its count differs. The rest is read.',
  )
  expect(extensionWords({ total: 900, parts: 0, events: 0 })).toBe(
    '900 events. Everything is read anew: that costs no more.',
  )
})
