import { expect, test } from 'vitest'
import { type Scope, scopeSchema } from '../../../shared/snapshot/snapshot-condition.ts'
import {
  conditionOf,
  conditionsOfFilters,
  isInScope,
  scopeWithout,
  scopeWithoutConditions,
  toggledScope,
} from './scope-conditions.ts'

test('a value on screen becomes a condition, and a second time it goes', () => {
  const scope = { where: [], misses: true }
  const price = { kind: 'property', property: { name: '__proto__', kind: 'number', text: '0.10' } } as const
  const once = toggledScope(scope, conditionOf(price))
  expect(scopeSchema.parse(once)).toEqual({
    where: [
      {
        is: 'one-of',
        key: { of: 'property', name: '__proto__' },
        values: [{ kind: 'number', text: '0.10' }],
        zone: null,
      },
    ],
    misses: true,
  })
  expect(isInScope(once, conditionOf(price))).toBe(true)
  expect(toggledScope(once, conditionOf(price))).toEqual(scope)
})

test('the filters of a search are conditions that a snapshot takes; To belongs to the range', () => {
  const where = conditionsOfFilters({
    customerId: 'cus_1',
    eventType: 'credit',
    createdAtFrom: '2026-11-01T00:00:00Z',
    createdAtTo: '2026-11-30T23:59:59.999999999Z',
    propertyFilters: [
      { name: 'amount', kind: 'number', text: '1e2' },
      { name: 'region', kind: 'string', text: 'eu' },
    ],
  })
  expect(scopeSchema.parse({ where, misses: false }).where).toEqual(where)
  expect(where).toContainEqual({ is: 'created', from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z' })
  expect(where.map(({ is }) => is)).toEqual(['one-of', 'one-of', 'created', 'number', 'one-of'])
  expect(conditionsOfFilters({ propertyFilters: [] })).toEqual([])
})

test('what a finding let in goes with it, and nothing else does', () => {
  const rows = { is: 'rows' as const, rows: [1] }
  const mismatch = { is: 'misfit' as const, misfit: 'filters' as const }
  const code = conditionOf({ kind: 'field', field: 'eventCode', text: 'sms' })
  expect(scopeWithout({ where: [rows], misses: true }, 0)).toEqual({ where: [], misses: false })
  expect(scopeWithout({ where: [rows, code], misses: true }, 1)).toEqual({ where: [rows], misses: true })
  expect(scopeWithout({ where: [rows, mismatch], misses: true }, 0)).toEqual({ where: [mismatch], misses: true })
  // Asked for by itself.
  expect(scopeWithout({ where: [code], misses: true }, 0)).toEqual({ where: [], misses: true })
  for (const where of [[code], [rows, code], [code, mismatch, rows], []]) {
    const oneByOne = where.reduce((left: Scope) => scopeWithout(left, 0), { where, misses: true })
    expect(scopeWithoutConditions({ where, misses: true })).toEqual(oneByOne)
  }
})
