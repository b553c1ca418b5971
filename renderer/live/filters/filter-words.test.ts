import { describe, expect, test } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import { filterWords } from './filter-words.ts'

const filters: Filters = {
  customerId: 'cus_1',
  eventType: 'credit',
  createdAtFrom: '2026-11-01T00:00:00Z',
  propertyFilters: [
    { name: 'amount', kind: 'string', text: '0.10' },
    { name: 'region', kind: 'string', text: 'eu-west-1' },
    { name: 'account', kind: 'number', text: '42' },
    { name: 'padded', kind: 'string', text: '00042' },
  ],
}

describe('applied filters in words', () => {
  test('every one of them, strings quoted', () => {
    expect(filterWords(filters).map(({ name, value }) => `${name} = ${value}`)).toEqual([
      'Customer ID = cus_1',
      'Type = credit',
      'From = 2026-11-01T00:00:00Z',
      'amount = "0.10"',
      'region = "eu-west-1"',
      'account = 42',
      'padded = "00042"',
    ])
  })

  test('the other type is offered where the value allows it, and changes nothing else', () => {
    const words = filterWords(filters)
    expect(words.map(({ swapped }) => swapped?.label ?? null).slice(3)).toEqual([
      'Try as number',
      null,
      'Try as string',
      null,
    ])
    const swapped = words[3]?.swapped?.filters
    expect(swapped?.propertyFilters[0]).toEqual({ name: 'amount', kind: 'number', text: '0.10' })
    expect(swapped?.propertyFilters.slice(1)).toEqual(filters.propertyFilters.slice(1))
    expect({ ...swapped, propertyFilters: [] }).toEqual({ ...filters, propertyFilters: [] })
  })

  test('ids are unique, also for properties that are named like a field or like each other', () => {
    const same = { name: 'Customer ID', kind: 'string', text: 'x' } as const
    const ids = filterWords({ customerId: 'a', propertyFilters: [same, same] }).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  test('no filters, no words', () => expect(filterWords({ propertyFilters: [] })).toEqual([]))
})
