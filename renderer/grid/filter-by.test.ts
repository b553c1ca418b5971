import { expect, test } from 'vitest'
import type { Filters } from '../../shared/event/event.ts'
import { LONGEST_FILTER } from '../../shared/event/filter-params.ts'
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
  expect(toggledFilter(before, value)).toEqual(expected)
  expect(isApplied(before, value)).toBe(false)
  expect(isApplied(expected, value)).toBe(true)
  const twice = toggledFilter(expected, value)
  expect(twice).not.toBeNull()
  expect(isApplied(twice as Filters, value)).toBe(false)
})

test.each<[FilterValue]>([
  [{ kind: 'field', field: 'eventType', text: 'refund' }],
  [{ kind: 'field', field: 'createdAt', text: 'yesterday' }],
  [{ kind: 'field', field: 'customerId', text: '' }],
  [property('null', 'null')],
])('%j cannot be asked for', (value) => {
  expect(toggledFilter(before, value)).toBeNull()
})

test('a value that is longer than a filter may be is not asked for, and taken away where it was typed', () => {
  const field = (text: string): FilterValue => ({ kind: 'field', field: 'customerId', text })
  const [longest, longer] = ['x'.repeat(LONGEST_FILTER), 'x'.repeat(LONGEST_FILTER + 1)]
  expect(toggledFilter(before, field(longest))).toEqual({ ...before, customerId: longest })
  expect(toggledFilter(before, field(longer))).toBe('too-long')
  expect(toggledFilter({ ...before, customerId: longer }, field(longer))).toEqual({
    propertyFilters: before.propertyFilters,
  })
  expect(toggledFilter(before, property('string', longer))).toBe('too-long')
  const named: FilterValue = { kind: 'property', property: { name: longer, kind: 'string', text: '' } }
  expect(toggledFilter(before, named)).toBe('too-long')
})
