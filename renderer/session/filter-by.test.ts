import { expect, test } from 'vitest'
import type { Filters } from '../../shared/event.ts'
import { type FilterValue, isApplied, toggledFilter } from './filter-by.ts'

const before: Filters = {
  customerId: 'other',
  propertyFilters: [{ name: 'amount', kind: 'number', text: '1' }],
}
const property = (kind: 'string' | 'number' | 'null', text: string): FilterValue => ({
  kind: 'property',
  property: { name: 'amount', kind, text },
})

test.each<[FilterValue, Filters]>([
  [
    { kind: 'field', field: 'customerId', text: 'acme' },
    { ...before, customerId: 'acme' },
  ],
  [
    { kind: 'field', field: 'eventType', text: 'credit' },
    { ...before, eventType: 'credit' },
  ],
  [
    { kind: 'field', field: 'createdAt', text: '2026-11-03T01:00:00.50+01:00' },
    { ...before, createdAtFrom: '2026-11-03T00:00:00.5Z', createdAtTo: '2026-11-03T00:00:00.5Z' },
  ],
  [property('string', '1'), { ...before, propertyFilters: [{ name: 'amount', kind: 'string', text: '1' }] }],
])('%j is asked for beside the others, in place of its own, and a second time not any more', (value, expected) => {
  const once = toggledFilter(before, value)
  expect(once).toEqual(expected)
  expect(isApplied(before, value)).toBe(false)
  expect(once && isApplied(once, value)).toBe(true)
  const twice = once && toggledFilter(once, value)
  expect(twice && isApplied(twice, value)).toBe(false)
})

test.each<[FilterValue]>([
  [{ kind: 'field', field: 'eventType', text: 'refund' }],
  [{ kind: 'field', field: 'createdAt', text: 'yesterday' }],
  [{ kind: 'field', field: 'customerId', text: '' }],
  [property('null', 'null')],
])('%j cannot be asked for', (value) => {
  expect(toggledFilter(before, value)).toBeNull()
})
