import { describe, expect, test } from 'vitest'
import type { Filters } from '../event/event.ts'
import { filtersLine, filterWords } from './filter-words.ts'

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

  test('ids are unique, also for properties that are named like a field or like each other', () => {
    const same = { name: 'Customer ID', kind: 'string', text: 'x' } as const
    const ids = filterWords({ customerId: 'a', propertyFilters: [same, same] }).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  test('no filters, no words', () => {
    expect(filterWords({ propertyFilters: [] })).toEqual([])
    expect(filtersLine({ propertyFilters: [] })).toBe(null)
  })

  test('in one line; a field that might be taken for something else is in quotes', () => {
    expect(filtersLine({ customerId: 'two words', eventCode: '42', propertyFilters: [] })).toBe(
      'Customer ID = two words; Event code = 42',
    )
    expect(filtersLine({ customerId: 'missing_person', propertyFilters: [] })).toBe('Customer ID = missing_person')
    expect(
      ['missing', '', ' a', 'a ', 'a  b'].map((customerId) => filtersLine({ customerId, propertyFilters: [] })),
    ).toEqual([
      'Customer ID = "missing"',
      'Customer ID = ""',
      'Customer ID = " a"',
      'Customer ID = "a "',
      'Customer ID = "a  b"',
    ])
  })
})
