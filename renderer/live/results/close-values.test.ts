import { expect, test } from 'vitest'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { createSeenValues } from '../store/seen-values.ts'
import { closeValues } from './close-values.ts'

const seen = createSeenValues()
seen.observe(
  ['northwind_traders', 'northwind_eu', 'northwind_us', 'acme'].map((customerId) =>
    someEvent({
      customerId,
      eventCode: 'seat_month',
      properties: [{ name: 'plan', kind: 'string', text: 'Enterprise' }],
    }),
  ),
)
const wordsOf = (filters: Parameters<typeof closeValues>[0]) => closeValues(filters, seen).map(({ words }) => words)

test('says how many values begin like what was asked, and asks for one of them instead', () => {
  const [customers] = closeValues({ customerId: 'northwind', eventType: 'debit', propertyFilters: [] }, seen)
  expect(customers?.words).toBe('Matching is exact. 3 customers seen begin like “northwind”:')
  expect(customers?.values).toHaveLength(3)
  expect(customers?.filtersWith('northwind_eu')).toEqual({
    customerId: 'northwind_eu',
    eventType: 'debit',
    propertyFilters: [],
  })
})

test('finds another case, a part, and an end that was typed wrong; and nothing where nothing is close', () => {
  expect(wordsOf({ customerId: 'ACME', propertyFilters: [] })).toEqual([
    'Matching is exact. 1 customer seen begins like “ACME”:',
  ])
  expect(wordsOf({ eventCode: 'seat_months', propertyFilters: [] })).toEqual([
    'Matching is exact. 1 event code seen is close to “seat_months”:',
  ])
  const plan = (text: string) => ({ propertyFilters: [{ name: 'plan', kind: 'string' as const, text }] })
  expect(wordsOf(plan('prise'))).toEqual(['Matching is exact. 1 value seen is close to “prise”:'])
  expect(wordsOf(plan('basic'))).toEqual([])
  expect(wordsOf({ customerId: 'acme', propertyFilters: [] })).toEqual([])
})
