import { describe, expect, test } from 'vitest'
import {
  isIdempotencyName,
  isIdentifierName,
  isRequestName,
  measureUnits,
  offeredMeanings,
  pricedQuantity,
  propertyMeaningsSchema,
  type SeenProperty,
} from './property-meanings.ts'

const seen = (name: string, changed: Partial<SeenProperty> = {}): SeenProperty => ({
  name,
  strings: 0,
  numbers: 100,
  distinct: 50,
  commonest: [],
  ...changed,
})
const text = (name: string, commonest: string[], distinct = commonest.length) =>
  seen(name, { strings: 100, numbers: 0, commonest, distinct })
const offered = (property: SeenProperty) => offeredMeanings([property], [])[0]?.meaning ?? null

describe('what a property may mean', () => {
  test.each([
    [seen('amount'), 'amount-major'],
    [seen('totalCost'), 'amount-major'],
    [seen('amount_cents'), 'amount-minor'],
    [seen('unit_price'), 'unit-price'],
    [seen('pricePerUnit'), 'unit-price'],
    [seen('quantity'), 'quantity'],
    [text('currency', ['kr.']), 'currency'],
    [text('paid_in', ['EUR', 'USD']), 'currency'],
    [text('unit', ['GB']), 'unit'],
    [text('requestId', ['a'], 90), 'request-identifier'],
    [text('idempotency-key', ['a'], 90), 'request-identifier'],
    [text('request_id', ['a'], 3), null],
    [text('region', ['EU', 'eu-central-1']), null],
    [seen('tier'), null],
    [text('amount', ['12.50']), null],
  ])('is offered by name and values: %o', (property, meaning) => expect(offered(property)).toBe(meaning))

  test('is not offered again once it was asked', () => {
    expect(offeredMeanings([seen('amount')], [{ name: 'amount', meaning: 'none' }])).toEqual([])
  })

  test('is one for each property', () => {
    const twice = [
      { name: 'a', meaning: 'unit' },
      { name: 'a', meaning: 'currency' },
    ]
    expect(propertyMeaningsSchema.safeParse(twice).success).toBe(false)
  })

  test('of requests goes by names that systems use, and by no others', () => {
    for (const name of ['request_id', 'requestId', 'trace-id', 'idempotency_key', 'x_idempotency_token']) {
      expect(isRequestName(name)).toBe(true)
    }
    for (const name of ['id', 'requests', 'event_code', 'customer_id', 'requested_by']) {
      expect(isRequestName(name)).toBe(false)
    }
    expect([isIdempotencyName('Idempotency-Key'), isIdempotencyName('trace_id')]).toEqual([true, false])
  })

  test('says of numbers, too, that they identify something', () => {
    for (const name of ['transaction_id', 'messageId', 'event_uuid', 'external-ref', 'id']) {
      expect(isIdentifierName(name)).toBe(true)
    }
    for (const name of ['paid', 'amount', 'quantity', 'id_count', 'kid']) expect(isIdentifierName(name)).toBe(false)
  })
})

describe('what splits figures', () => {
  test('is currency and unit as long as nobody said otherwise', () => {
    expect(measureUnits(['amount'], [])).toEqual({ by: ['currency', 'unit'], confirmed: false })
  })

  test('of money is the currency, of a quantity its unit, as they were confirmed', () => {
    const meanings = propertyMeaningsSchema.parse([
      { name: 'amount', meaning: 'amount-major' },
      { name: 'used', meaning: 'quantity' },
      { name: 'rate', meaning: 'unit-price' },
      { name: 'ccy', meaning: 'currency' },
      { name: 'per', meaning: 'unit' },
    ])
    expect(measureUnits(['amount'], meanings)).toEqual({ by: ['ccy'], confirmed: true })
    expect(measureUnits(['used'], meanings)).toEqual({ by: ['per'], confirmed: true })
    expect(measureUnits(['used', 'rate'], meanings)).toEqual({ by: ['ccy'], confirmed: true })
    expect(measureUnits(['other'], meanings)).toEqual({ by: ['ccy', 'per'], confirmed: true })
  })

  test('is not a property that was said to be none', () => {
    const meanings = propertyMeaningsSchema.parse([{ name: 'unit', meaning: 'none' }])
    expect(measureUnits(['amount'], meanings)).toEqual({ by: ['currency'], confirmed: false })
  })
})

describe('a number beside a price', () => {
  const beside = (property: string, names: string[], meanings: object[] = []) =>
    pricedQuantity(property, names, propertyMeaningsSchema.parse(meanings))

  test('is a quantity, whose unit is no currency', () => {
    const found = { prices: ['unit_price'], quantities: [], currencies: ['currency'] }
    expect(beside('amount', ['amount', 'unit_price', 'currency', 'tax_rate', 'total_price'])).toEqual(found)
    expect(beside('bytes', ['bytes', 'quantity', 'unit_price'])).toEqual(found)
    for (const price of ['price', 'unitPrice', 'list-price', 'price_per_call', 'rate', 'unit_rate']) {
      expect(beside('amount', [price])?.prices).toEqual([price])
    }
    expect(beside('amount', ['amount', 'currency'])).toBeNull()
  })

  test('is an amount where the quantity stands beside it too', () => {
    expect(beside('amount', ['quantity', 'unit_price'])?.quantities).toEqual(['quantity'])
    expect(beside('amount_cents', ['qty', 'price'])?.quantities).toEqual(['qty'])
    expect(beside('quantity', ['quantity', 'unit_price', 'units'])?.quantities).toEqual([])
  })

  test('is what the user said it is', () => {
    const price = { name: 'per', meaning: 'unit-price' }
    expect(beside('amount', ['per'], [price])?.prices).toEqual(['per'])
    expect(beside('amount', ['price'], [{ name: 'price', meaning: 'none' }])).toBeNull()
    expect(beside('amount', ['price'], [{ name: 'amount', meaning: 'amount-major' }])).toBeNull()
    expect(beside('amount', ['price'], [{ name: 'amount', meaning: 'quantity' }])).toBeNull()
    expect(beside('per', ['per', 'price'], [price])).toBeNull()
    expect(beside('price', ['price'])).toBeNull()
    const paid = { name: 'ccy', meaning: 'currency' }
    expect(beside('amount', ['price'], [paid])?.currencies).toEqual(['ccy'])
    expect(beside('amount', ['price'], [{ name: 'currency', meaning: 'none' }])).toBeNull()
    expect(beside('amount', ['price', 'used'], [{ name: 'used', meaning: 'quantity' }])?.quantities).toEqual(['used'])
  })
})
