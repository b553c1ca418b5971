import { expect, test } from 'vitest'
import type { Filters } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { createSeenValues } from '../store/seen-values.ts'
import { closeValues, swappedKind } from './no-rows.tsx'

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
  expect(customers?.words).toBe('Exact match only. 3 customers seen begin like “northwind”:')
  expect(customers?.values).toHaveLength(3)
  expect(customers?.filtersWith('northwind_eu')).toEqual({
    customerId: 'northwind_eu',
    eventType: 'debit',
    propertyFilters: [],
  })
})

test('a hundred others are 100 or more, though what was asked is among the values seen', () => {
  const many = createSeenValues()
  many.observe(Array.from({ length: 150 }, (_, at) => someEvent({ customerId: at === 149 ? 'cus_1' : `cus_1${at}` })))
  const [customers] = closeValues({ customerId: 'cus_1', propertyFilters: [] }, many)
  expect(customers?.words).toBe('Exact match only. 100 or more customers seen begin like “cus_1”:')
  expect(customers?.values).toHaveLength(3)
})

test('finds another case, a part, and an end that was typed wrong; and nothing where nothing is close', () => {
  expect(wordsOf({ customerId: 'ACME', propertyFilters: [] })).toEqual([
    'Exact match only. 1 customer seen begins like “ACME”:',
  ])
  expect(wordsOf({ eventCode: 'seat_months', propertyFilters: [] })).toEqual([
    'Exact match only. 1 event code seen is close to “seat_months”:',
  ])
  const plan = (text: string) => ({ propertyFilters: [{ name: 'plan', kind: 'string' as const, text }] })
  expect(wordsOf(plan('prise'))).toEqual(['Exact match only. 1 value seen is close to “prise”:'])
  expect(wordsOf(plan('basic'))).toEqual([])
  expect(wordsOf({ customerId: 'acme', propertyFilters: [] })).toEqual([])
})

test('is close to what holds the text, or begins like it but for its end; a number and blanks are close to nothing', () => {
  const few = createSeenValues()
  const amount = { name: 'amount', kind: 'number' as const, text: '42' }
  few.observe(['acme_eu', 'my_acme', 'big_seat'].map((customerId) => someEvent({ customerId, properties: [amount] })))
  const words = (filters: Partial<Filters>) =>
    closeValues({ propertyFilters: [], ...filters }, few).map((close) => close.words)
  expect(words({ customerId: 'acme' })).toEqual(['Exact match only. 2 customers seen are close to “acme”:'])
  expect(words({ customerId: 'acme_eq' })).toEqual(['Exact match only. 1 customer seen is close to “acme_eq”:'])
  // Too short for an end that was typed wrong; and what only holds the beginning.
  for (const customerId of ['acmx', 'seatx', '  ']) expect(words({ customerId })).toEqual([])
  expect(words({ propertyFilters: [{ ...amount, text: '4' }] })).toEqual([])
})

test('a value that may be either is offered as the other kind, which changes nothing else', () => {
  const filters: Filters = {
    customerId: 'cus_1',
    propertyFilters: [
      { name: 'amount', kind: 'string', text: '0.10' },
      { name: 'region', kind: 'string', text: 'eu-west-1' },
      { name: 'account', kind: 'number', text: '42' },
      { name: 'padded', kind: 'string', text: '00042' },
    ],
  }
  const swapped = filters.propertyFilters.map((property) => swappedKind(filters, property))
  expect(swapped.map((one) => one?.label ?? null)).toEqual(['Try as number', null, 'Try as string', null])
  expect(swapped[0]?.filters).toEqual({
    ...filters,
    propertyFilters: [{ name: 'amount', kind: 'number', text: '0.10' }, ...filters.propertyFilters.slice(1)],
  })
})
