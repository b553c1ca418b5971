import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PropertyFilter } from '../event/event.ts'
import { readSearchBody } from './read-search-body.ts'
import { searchBody } from './search-body.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1 })
const propertyFilter = fc.oneof(
  fc.record({
    name: fc.oneof(text, fc.constant('__proto__')),
    kind: fc.constant('string' as const),
    text: fc.string(),
  }),
  fc.record({
    name: text,
    kind: fc.constant('number' as const),
    text: fc.constantFrom('0.10', '-0', '1E400', '12345678901234567890'),
  }),
)
const request = fc.record({
  filters: fc.record(
    {
      customerId: text,
      eventCode: text,
      eventType: fc.constantFrom('credit' as const, 'debit' as const),
      createdAtFrom: fc.constant('2026-11-01T00:00:00Z'),
      createdAtTo: fc.constant('2026-11-30T23:59:59.999999999Z'),
      eventId: text,
      propertyFilters: fc.uniqueArray(propertyFilter, { selector: ({ name }) => name, maxLength: 4 }),
    },
    { requiredKeys: ['propertyFilters'] },
  ),
  limit: fc.integer({ min: 1, max: 100 }),
  offset: fc.nat(),
})

test('what was sent is read back as it was asked, every digit of it', () => {
  fc.assert(
    fc.property(request, (asked) => {
      const read = readSearchBody(searchBody(asked))
      const ordered = (filters: PropertyFilter[]) => filters.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      expect(
        read && { ...read, filters: { ...read.filters, propertyFilters: ordered(read.filters.propertyFilters) } },
      ).toEqual({
        ...asked,
        filters: { ...asked.filters, propertyFilters: ordered(asked.filters.propertyFilters) },
      })
    }),
    { seed: 4 },
  )
})

test.each([
  '',
  '[]',
  '{}',
  '{"limit":50}',
  '{"limit":500,"offset":0}',
  '{"limit":50,"offset":0,"event_type":"refund"}',
  '{"limit":50,"offset":0,"customer_id":7}',
  '{"limit":50,"offset":0,"event_property_filters":[1]}',
  '{"limit":50,"offset":0,"event_property_filters":{"a":null}}',
])('%s was not written by a search', (body) => {
  expect(readSearchBody(body)).toBeNull()
})
