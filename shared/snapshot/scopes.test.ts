import { expect, test } from 'vitest'
import { wholeRangeOf } from './scopes.ts'
import type { Condition } from './snapshot-condition.ts'

const verdict = { kind: 'complete' as const, soFar: false, sentence: '', reasons: [] }
const taken: Parameters<typeof wholeRangeOf>[0] = {
  search: { propertyFilters: [] },
  range: { from: '2026-10-01T00:00:00Z', until: null, zone: 'UTC' },
  until: '2026-11-01T00:00:00Z',
  begunAt: '2026-11-05T12:00:00Z',
  begins: null,
  clock: null,
  status: { state: 'finished', verdict },
}
const ALL = { where: [], misses: false }
const of = (field: 'customerId' | 'eventCode' | 'eventType'): Condition => ({
  is: 'one-of',
  key: { of: 'field', field },
  values: [{ kind: 'string', text: 'x' }],
  zone: null,
})

test('all of a snapshot is in hand up to where it was read, also by customer and event code', () => {
  const range = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }
  expect(wholeRangeOf(taken, ALL)).toEqual(range)
  expect(wholeRangeOf(taken, { where: [of('customerId'), of('eventCode')], misses: false })).toEqual(range)
  expect(wholeRangeOf({ ...taken, search: { customerId: 'x', propertyFilters: [] } }, ALL)).toEqual(range)
  // Nothing can miss a filter where there is none: this stays behind when what showed a figure's events is taken away.
  expect(wholeRangeOf(taken, { where: [], misses: true })).toEqual(range)
})

test('ends when the reading began where its range ends later, by the clock that is used, and begins after what was deleted', () => {
  const range = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' }
  const running = { ...taken, range, status: { state: 'finished' as const, verdict: { ...verdict, soFar: true } } }
  expect(wholeRangeOf(running, ALL)).toEqual({ from: range.from, until: taken.begunAt })
  const clock = { service: '2026-11-05T13:00:00Z', computer: taken.begunAt, used: 'service' as const }
  const begins = '2026-11-02T00:00:00Z'
  expect(wholeRangeOf({ ...running, clock, begins }, ALL)).toEqual({ from: begins, until: clock.service })
})

const period = (every: 'month' | 'day', zone: string | null): Condition => ({
  is: 'one-of',
  key: { of: 'time', every },
  values: [{ kind: 'time', text: '2026-10' }],
  zone,
})

test('months of the billing zone stay whole, days and months of another zone do not', () => {
  const wholeRange = (condition: Condition) => wholeRangeOf(taken, { where: [condition], misses: false })
  expect([wholeRange(period('month', null)), wholeRange(period('month', 'UTC'))].map((one) => one !== null)).toEqual([
    true,
    true,
  ])
  expect([wholeRange(period('day', null)), wholeRange(period('month', 'Europe/Berlin'))]).toEqual([null, null])
})

test('what another condition or filter leaves is a part, as is what was read in part or misses a filter', () => {
  const propertyFilter = { name: 'region', kind: 'string' as const, text: 'eu' }
  const isPart = (change: Partial<typeof taken>, scope = ALL) =>
    expect(wholeRangeOf({ ...taken, ...change }, scope)).toBe(null)
  isPart({}, { where: [of('eventType')] as never, misses: false })
  isPart({ search: { customerId: 'x', propertyFilters: [] } }, { where: [], misses: true })
  isPart({ search: { eventType: 'debit', propertyFilters: [] } })
  isPart({ search: { propertyFilters: [propertyFilter] as never } })
  isPart({ status: { state: 'finished', verdict: { ...verdict, kind: 'partial' } } })
})
