import { describe, expect, test } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import { countFilters, NO_FILTERS, sameFilters } from './filters-meaning.ts'

const amount = { name: 'amount', kind: 'number', text: '1.0' } as const
const region = { name: 'region', kind: 'string', text: 'eu' } as const
const base: Filters = { customerId: 'a', createdAtFrom: '2026-11-01T00:00:00Z', propertyFilters: [amount, region] }

describe('filters are the same', () => {
  test.each<[string, Filters]>([
    ['with the instant written in another way', { ...base, createdAtFrom: '2026-11-01T01:00:00.000+01:00' }],
    ['with the property filters in another order', { ...base, propertyFilters: [region, amount] }],
    ['with an absent filter spelled out', { ...base, eventId: undefined }],
  ])('%s', (_, other) => {
    expect(sameFilters(base, other)).toBe(true)
    expect(sameFilters(other, base)).toBe(true)
  })
})

describe('filters differ', () => {
  test.each<[string, Filters]>([
    ['in an id', { ...base, customerId: 'a ' }],
    ['in the type', { ...base, eventType: 'credit' }],
    ['in an event code', { ...base, eventCode: 'x' }],
    ['in an event id', { ...base, eventId: 'x' }],
    ['by a nanosecond', { ...base, createdAtFrom: '2026-11-01T00:00:00.000000001Z' }],
    ['in a bound that is absent', { ...base, createdAtTo: '2026-11-02T00:00:00Z' }],
    ['in the digits of a number', { ...base, propertyFilters: [{ ...amount, text: '1.00' }, region] }],
    ['in the type of a property', { ...base, propertyFilters: [{ ...amount, kind: 'string' }, region] }],
    ['in a name', { ...base, propertyFilters: [{ ...amount, name: 'Amount' }, region] }],
    ['by a property filter', { ...base, propertyFilters: [amount] }],
  ])('%s', (_, other) => {
    expect(sameFilters(base, other)).toBe(false)
    expect(sameFilters(other, base)).toBe(false)
  })
})

test('From and To count as one filter, the time range', () => {
  expect(countFilters(NO_FILTERS)).toBe(0)
  expect(countFilters(base)).toBe(4)
  expect(countFilters({ ...base, createdAtTo: '2026-11-02T00:00:00Z' })).toBe(4)
  expect(countFilters({ createdAtTo: '2026-11-02T00:00:00Z', eventType: 'debit', propertyFilters: [] })).toBe(2)
  expect(countFilters({ eventCode: 'a', eventId: 'b', propertyFilters: [region] })).toBe(3)
})
