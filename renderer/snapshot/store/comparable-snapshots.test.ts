import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { comparedSnapshots, daysToCount, inHandOfBoth, joinedStretches, latestClosing } from './comparable-snapshots.ts'

const verdict = { kind: 'complete' as const, soFar: false, sentence: '', reasons: [] }
const november: SnapshotSummary = {
  id: 'a',
  name: 'November',
  connection: { id: 'c1', name: 'Acme', baseUrl: 'https://acme.example', account: 1 },
  search: { customerId: 'cus_1', propertyFilters: [] },
  range: { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' },
  until: '2026-12-01T00:00:00Z',
  begunAt: '2026-12-01T08:00:00Z',
  endedAt: '2026-12-01T08:00:58Z',
  asOf: '2026-12-01T08:00:50Z',
  rows: 10,
  requests: 3,
  account: null,
  counted: null,
  stops: [],
  clock: null,
  begins: null,
  bytes: 1,
  closed: null,
  madeFor: null,
  deleteAfterDays: null,
  sample: null,
  status: { state: 'finished', verdict },
  progress: null,
}
const later: SnapshotSummary = { ...november, id: 'b', begunAt: '2026-12-05T08:00:00Z', asOf: null }
const december = { from: '2026-12-01T00:00:00Z', until: '2027-01-01T00:00:00Z', zone: 'UTC' }

test('one range read twice is told as changes since the earlier reading, whichever is open', () => {
  for (const compared of [comparedSnapshots(november, later), comparedSnapshots(later, november)]) {
    expect(compared).toMatchObject({ before: { id: 'a' }, now: { id: 'b' }, within: null })
  }
})

test('of a range without an end only what both could read is compared', () => {
  const open = { from: null, until: null, zone: 'UTC' }
  const [first, second] = [
    { ...november, range: open, until: '2026-12-01T08:00:00Z' },
    { ...later, range: open, until: '2026-12-05T08:00:00Z' },
  ]
  expect(comparedSnapshots(second, first)).toMatchObject({
    within: { from: '0001-01-01T00:00:00Z', until: '2026-12-01T08:00:00Z' },
  })
})

test('nothing is compared that is of another search or range, of another service, or not read', () => {
  const others: Partial<SnapshotSummary>[] = [
    { id: 'a' },
    { search: { propertyFilters: [] } },
    { range: december },
    { connection: { ...november.connection, id: 'c2' } },
    { connection: { ...november.connection, baseUrl: 'https://other.example' } },
    { status: { state: 'reading' } },
  ]
  for (const changed of others) expect(comparedSnapshots(november, { ...later, ...changed })).toBeNull()
})

test('a later reading is held against the latest closing of the same search and range', () => {
  const closed = (id: string, at: string): SnapshotSummary => ({
    ...november,
    id,
    closed: { note: '', at, rulesVersion: null, rechecked: 'never' },
  })
  const [first, second] = [closed('first', '2026-12-01T10:00:00Z'), closed('second', '2026-12-02T10:00:00Z')]
  const after = { ...closed('after', '2026-12-09T10:00:00Z'), begunAt: '2026-12-09T08:00:00Z', asOf: null }
  const other = { ...closed('other', '2026-12-03T10:00:00Z'), range: december }
  expect(latestClosing(later, [first, second, after, other, november])?.before.id).toBe('second')
  expect(latestClosing(later, [november, other, later])).toBeNull()
  expect(latestClosing(first, [first])).toBeNull()
})

test('in hand is what both have, and no part of either', () => {
  const all = { where: [], misses: false }
  const compared = {
    before: { ...november, search: { propertyFilters: [] } },
    now: later,
    within: null,
  }
  expect(inHandOfBoth(compared, all)).toEqual({ from: november.range.from, until: november.range.until })
  const within = { from: '2026-11-04T00:00:00Z', until: '2026-11-05T00:00:00Z' }
  expect(inHandOfBoth({ ...compared, within }, all)).toEqual(within)
  expect(inHandOfBoth(compared, { where: [{ is: 'sign', sign: 'debit' }], misses: false })).toBeNull()
  expect(
    inHandOfBoth({ ...compared, now: { ...later, search: { eventType: 'debit', propertyFilters: [] } } }, all),
  ).toBeNull()
  const open = { ...november, range: { ...november.range, from: null } }
  expect(inHandOfBoth({ ...compared, before: open }, all)?.from).toBe(november.range.from)
})

test('a snapshot has one total a day, where it has days', () => {
  expect(daysToCount(november)).toBe(30)
  expect(daysToCount({ ...november, range: { ...november.range, from: null } })).toBeNull()
  expect(daysToCount({ ...november, status: { state: 'paused', because: null } })).toBeNull()
})

test('stretches are joined where the gaps are smallest, and all of them stay covered', () => {
  const stretch = (from: number, until: number) => ({
    from: new Date(from * 86_400_000).toISOString(),
    until: new Date(until * 86_400_000).toISOString(),
  })
  const three = [stretch(0, 1), stretch(2, 3), stretch(9, 10)]
  expect(joinedStretches(three, 3)).toEqual(three)
  expect(joinedStretches(three, 2)).toEqual([stretch(0, 3), stretch(9, 10)])
  expect(joinedStretches(three, 1)).toEqual([stretch(0, 10)])
  expect(joinedStretches([], 4)).toEqual([])
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200), { minLength: 1 }), fc.integer({ min: 1, max: 20 }), (days, most) => {
      const all = days.toSorted((a, b) => a - b).map((day) => stretch(day * 2, day * 2 + 1))
      const joined = joinedStretches(all, most)
      expect(joined.length).toBe(Math.min(most, all.length))
      for (const { from, until } of all) {
        expect(joined.some((one) => one.from <= from && one.until >= until)).toBe(true)
      }
    }),
  )
})
