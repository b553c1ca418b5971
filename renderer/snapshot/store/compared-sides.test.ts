import { expect, test } from 'vitest'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { comparedPair, comparedSides, orderedPair, sharedScope, withChoice } from './compared-sides.ts'
import { snapshotSummary } from './fixtures/snapshot-summary.ts'

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
