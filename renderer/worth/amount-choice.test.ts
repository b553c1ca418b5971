import { expect, test } from 'vitest'
import type { ValueSummary } from '../../shared/snapshot/snapshot-rows.ts'
import { amountChoice, ignoredProperties } from './amount-choice.ts'

const property = (name: string, kinds: ValueSummary['kinds']): ValueSummary => ({
  key: { of: 'property', name },
  kinds,
  distinct: 9,
  commonest: [],
  numbers: null,
  texts: null,
})
const summaries = [
  property('quantity', { number: 9 }),
  property('amount', { number: 8, string: 1 }),
  property('fee', { string: 9 }),
  property('cents', { number: 9 }),
]

test('what is called an amount is meant first, and said not to be confirmed; what is confirmed goes before it', () => {
  expect(amountChoice(summaries, [], undefined)).toEqual({
    names: ['amount', 'cents', 'quantity'],
    name: 'amount',
    confirmed: false,
    isMinor: false,
    measure: { properties: ['amount'], text: false },
    units: ['currency', 'unit'],
    priced: null,
  })
  const meanings = [
    { name: 'cents', meaning: 'amount-minor' as const },
    { name: 'ccy', meaning: 'currency' as const },
    { name: 'amount', meaning: 'none' as const },
  ]
  expect(amountChoice(summaries, meanings, undefined)).toMatchObject({
    name: 'cents',
    confirmed: true,
    isMinor: true,
    units: ['ccy'],
  })
  expect(amountChoice(summaries, meanings, 'quantity')).toMatchObject({ name: 'quantity', confirmed: false })
  expect(amountChoice(summaries, meanings, null)).toMatchObject({ name: null, measure: null, units: [] })
  expect(amountChoice([], [], undefined)).toMatchObject({ name: null, names: [] })
  const quantity = [{ name: 'quantity', meaning: 'amount-major' as const }]
  expect(amountChoice(summaries, quantity, undefined).names).toEqual(['quantity', 'amount', 'cents'])
})

test('what a price stands beside is a quantity, which is in no currency, until it is said what it means', () => {
  const names = ['amount', 'unit_price', 'currency']
  const priced = { prices: ['unit_price'], quantities: [], currencies: ['currency'] }
  expect(amountChoice(summaries, [], undefined, names)).toMatchObject({ name: 'amount', priced })
  const said = [{ name: 'amount', meaning: 'amount-major' as const }]
  expect(amountChoice(summaries, said, undefined, names)).toMatchObject({ name: 'amount', priced: null })
})

test('request identifiers may differ: confirmed, or by name unless that was denied', () => {
  const names = ['amount', 'request_id', 'idempotencyKey', 'trace_id', 'ref']
  expect(ignoredProperties(names, [])).toEqual(['request_id', 'idempotencyKey', 'trace_id'])
  const meanings = [
    { name: 'ref', meaning: 'request-identifier' as const },
    { name: 'trace_id', meaning: 'none' as const },
  ]
  expect(ignoredProperties(names, meanings)).toEqual(['request_id', 'idempotencyKey', 'ref'])
})
