import fc from 'fast-check'
import { expect, test } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import {
  comparedPair,
  comparedSides,
  comparedSnapshots,
  daysToCount,
  joinedSegments,
  latestClosing,
  orderedPair,
  sharedScope,
  wholeRangeOfBoth,
  withChoice,
} from './compared-snapshots.ts'

const november = snapshotSummary({
  id: 'a',
  connection: { id: 'c1', name: 'Acme', baseUrl: 'https://acme.example', account: 1 },
  search: { customerId: 'cus_1', propertyFilters: [] },
})
const later: SnapshotSummary = { ...november, id: 'b', begunAt: '2026-12-05T08:00:00Z', asOf: null }
const december = { from: '2026-12-01T00:00:00Z', until: '2027-01-01T00:00:00Z', zone: 'UTC' }

test('one range read twice is told as changes since the earlier reading, whichever is open', () => {
  for (const compared of [comparedSnapshots(november, later), comparedSnapshots(later, november)]) {
    expect(compared).toMatchObject({ there: { id: 'a' }, here: { id: 'b' }, within: null })
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
  expect(latestClosing(later, [first, second, after, other, november])?.there.id).toBe('second')
  expect(latestClosing(later, [november, other, later])).toBeNull()
  expect(latestClosing(first, [first])).toBeNull()
})

test('in hand is what both have, and no part of either', () => {
  const all = { where: [], misses: false }
  const compared = {
    there: { ...november, search: { propertyFilters: [] } },
    here: later,
    within: null,
  }
  expect(wholeRangeOfBoth(compared, all)).toEqual({ from: november.range.from, until: november.range.until })
  const within = { from: '2026-11-04T00:00:00Z', until: '2026-11-05T00:00:00Z' }
  expect(wholeRangeOfBoth({ ...compared, within }, all)).toEqual(within)
  expect(wholeRangeOfBoth(compared, { where: [{ is: 'sign', sign: 'debit' }], misses: false })).toBeNull()
  expect(
    wholeRangeOfBoth({ ...compared, here: { ...later, search: { eventType: 'debit', propertyFilters: [] } } }, all),
  ).toBeNull()
  const open = { ...november, range: { ...november.range, from: null } }
  expect(wholeRangeOfBoth({ ...compared, there: open }, all)?.from).toBe(november.range.from)
})

test('a snapshot has one total a day, where it has days', () => {
  expect(daysToCount(november)).toBe(30)
  expect(daysToCount({ ...november, range: { ...november.range, from: null } })).toBeNull()
  expect(daysToCount({ ...november, status: { state: 'paused', because: null } })).toBeNull()
})

test('segments are joined where the gaps are smallest, and all of them stay covered', () => {
  const segment = (from: number, until: number) => ({
    from: new Date(from * 86_400_000).toISOString(),
    until: new Date(until * 86_400_000).toISOString(),
  })
  const three = [segment(0, 1), segment(2, 3), segment(9, 10)]
  expect(joinedSegments(three, 3)).toEqual(three)
  expect(joinedSegments(three, 2)).toEqual([segment(0, 3), segment(9, 10)])
  expect(joinedSegments(three, 1)).toEqual([segment(0, 10)])
  expect(joinedSegments([], 4)).toEqual([])
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200), { minLength: 1 }), fc.integer({ min: 1, max: 20 }), (days, most) => {
      const all = days.toSorted((a, b) => a - b).map((day) => segment(day * 2, day * 2 + 1))
      const joined = joinedSegments(all, most)
      expect(joined.length).toBe(Math.min(most, all.length))
      for (const { from, until } of all) {
        expect(joined.some((one) => one.from <= from && one.until >= until)).toBe(true)
      }
    }),
  )
})

const range = (from: string | null, until: string | null) => ({ from, until, zone: 'Europe/Berlin' })
const OCTOBER = range('2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z')
const SEPTEMBER = range('2026-08-31T22:00:00Z', '2026-09-30T22:00:00Z')
const of = (more: Partial<SnapshotSummary> = {}): SnapshotSummary =>
  snapshotSummary({ range: OCTOBER, until: OCTOBER.until, ...more })
const elsewhere = { id: 'c2', name: 'New', baseUrl: 'https://new.example', account: 1 }

test('two periods, and two customers of one service, share no event: they are compared by groups', () => {
  const [october, september] = [of(), of({ id: 'b', range: SEPTEMBER, until: SEPTEMBER.until })]
  expect(comparedSides(october, september)).toMatchObject({ canShare: false, usual: 'groups', isOfOneRange: false })
  const customers = ['a', 'b'].map((id) => of({ id, search: { customerId: id, propertyFilters: [] } }))
  expect(comparedSides(customers[0]!, customers[1]!)).toMatchObject({ canShare: false, usual: 'groups' })
})

test('time runs forwards, whichever of both is open; of two customers or services the open one is compared', () => {
  const [october, september] = [of(), of({ id: 'b', range: SEPTEMBER, until: SEPTEMBER.until })]
  const forwards = { here: october, there: september, by: 'time' }
  expect(orderedPair(october, september, false)).toEqual(forwards)
  expect(orderedPair(september, october, false)).toEqual(forwards)
  expect(orderedPair(september, october, true)).toMatchObject({ here: september, there: october })
  const first = of({ id: 'b', range: range(null, null) })
  expect(orderedPair(first, october, false)).toMatchObject({ here: october, there: first })
  const [early, late] = ['2026-11-02T08:00:00Z', '2026-11-03T08:00:00Z'].map((at) =>
    of({ id: at, begunAt: at, asOf: at }),
  )
  expect(orderedPair(early!, late!, false)).toMatchObject({ here: late, there: early, by: 'time' })
  const customers = ['a', 'b'].map((id) => of({ id, search: { customerId: id, propertyFilters: [] } }))
  const [a, b] = [customers[0]!, customers[1]!]
  expect(orderedPair(a, b, false)).toEqual({ here: a, there: b, by: 'open' })
  expect(orderedPair(b, a, false)).toEqual({ here: b, there: a, by: 'open' })
  const service = of({ id: 'x', connection: elsewhere, begunAt: '2020-01-01T00:00:00Z' })
  expect(orderedPair(service, october, false)).toEqual({ here: service, there: october, by: 'open' })
})

test('two connections may call a customer otherwise, and the same range of them is compared as a whole', () => {
  const here = of({ search: { customerId: 'a', propertyFilters: [] } })
  const there = of({ id: 'b', connection: elsewhere, search: { customerId: '7', propertyFilters: [] } })
  expect(comparedSides(here, there)).toMatchObject({
    canShare: true,
    usual: 'id',
    isOfOneConnection: false,
    within: null,
  })
})

test('of ranges that overlap only what both have is compared event by event', () => {
  const half = range('2026-10-15T22:00:00Z', '2026-11-15T23:00:00Z')
  expect(comparedSides(of(), of({ id: 'b', range: half, until: half.until })).within).toEqual({
    from: half.from,
    until: OCTOBER.until,
  })
  const open = of({ id: 'b', range: range(null, null), until: '2026-10-20T00:00:00Z' })
  expect(comparedSides(of(), open).within).toEqual({ from: OCTOBER.from, until: '2026-10-20T00:00:00Z' })
  const begun = of({ id: 'b', begins: '2026-10-02T00:00:00Z' })
  expect(comparedSides(of(), begun).within).toEqual({ from: '2026-10-02T00:00:00Z', until: OCTOBER.until })
})

test('conditions on chosen rows hold in one snapshot alone, those on the time in one range', () => {
  const month = { of: 'time' as const, every: 'month' as const }
  const scope: Scope = {
    where: [
      { is: 'rows', rows: [1] },
      { is: 'created', from: OCTOBER.from, until: null },
      { is: 'one-of', key: month, values: [{ kind: 'time', text: '2026-10' }], zone: null },
      { is: 'sign', sign: 'debit' },
    ],
    misses: true,
  }
  expect(sharedScope(scope, { isOfOneRange: true }).where.map(({ is }) => is)).toEqual(['created', 'one-of', 'sign'])
  expect(sharedScope(scope, { isOfOneRange: false })).toEqual({ where: [{ is: 'sign', sign: 'debit' }], misses: true })
})

test('a pair keeps its choices until another one is compared', () => {
  expect(withChoice(null, { by: 'key' })).toBeNull()
  const pair = withChoice(comparedPair('a', 'b'), { by: 'key' })
  expect(pair).toMatchObject({ ids: ['a', 'b'], choice: { by: 'key', figure: null } })
  expect(withChoice(pair, { figure: 'events' })?.choice).toMatchObject({ by: 'key', figure: 'events' })
  expect(comparedPair('a', 'c').choice.by).toBeNull()
})
