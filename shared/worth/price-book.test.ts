import { expect, test } from 'vitest'
import { decimalText, readPlain } from '../exact/decimal.ts'
import { changesWithin, priceAt, priceBook } from './price-book.ts'
import { type RatePrice, ratePriceSchema } from './rate-price.ts'
import type { WorthEvent } from './worth-event.ts'

const price = (fields: object): RatePrice => ratePriceSchema.parse({ code: 'calls', currency: 'EUR', ...fields })
const days = (date: string) => Date.parse(date) / 1_000
const NAMES = ['tier', 'region']
const bookOf = (...prices: object[]) => priceBook(prices.map(price), days, (name) => NAMES.indexOf(name))

const event = (customerId: string | null, tier?: string, region?: string): WorthEvent => ({
  customerId,
  eventCode: 'calls',
  eventType: 'debit',
  createdAt: null,
  values: [tier, region].map((text) => (text === undefined ? null : { kind: 'string', text })),
})

const tiers = [
  { upTo: '100', price: '2' },
  { upTo: '200', price: '1' },
  { upTo: null, price: '0.5' },
]

test.each([
  [{ price: '0.008', included: '2000' }, '14000', '96.000'],
  [{ price: '0.008', included: '2000' }, '1500', '0.000'],
  [{ price: '0.06', per: '3' }, '10', '0.20'],
  [{ price: '5', per: '1000', begun: true }, '2001', '15'],
  [{ price: '5', per: '1000', begun: true }, '2000', '10'],
  [{ price: '5', per: '0.3', begun: true, included: '1' }, '1.61', '15'],
  [{ price: '1', minimum: '20' }, '3', '20'],
  [{ price: '1', minimum: '20' }, '20.01', '20.01'],
  [{ tiers }, '100', '200'],
  [{ tiers }, '100.5', '200.5'],
  [{ tiers }, '250', '325.0'],
  [{ tiers, included: '50' }, '250', '300.0'],
  [{ tiers, tiered: 'volume' }, '100', '200'],
  [{ tiers, tiered: 'volume' }, '100.1', '100.1'],
  [{ tiers, tiered: 'volume' }, '200', '200'],
  [{ tiers, tiered: 'volume' }, '201', '100.5'],
  [{ tiers, per: '10', begun: true }, '101', '21'],
  [{ tiers, per: '10', begun: true }, '0', '0'],
])('%j: %s cost %s', (fields, quantity, worth) => {
  const found = priceAt(bookOf(fields).lists(event('a')), null)
  expect(found && decimalText(found.worthOf(readPlain(quantity)))).toBe(worth)
})

test('is the most particular one that is valid, and of these the one that began last', () => {
  const gold = { name: 'tier', kind: 'string', text: 'gold' }
  const north = { name: 'region', kind: 'string', text: 'north' }
  const book = bookOf(
    { price: '0' },
    { price: '1', validFrom: '2026-11-01' },
    { price: '2', where: gold },
    { price: '3', where: north, validFrom: '2026-11-10' },
    { price: '4', customer: 'a', validFrom: '2026-11-20' },
    { price: '5', customer: 'a', where: gold, validFrom: '2026-11-25' },
  )
  const at = (one: WorthEvent, date: string | null) => priceAt(book.lists(one), date === null ? null : days(date))?.at
  expect(at(event('b'), '2026-10-31')).toBe(0)
  expect(at(event('b'), '2026-11-01')).toBe(1)
  expect(at(event('b', 'gold'), '2026-11-01')).toBe(2)
  expect(at(event('b', 'gold', 'north'), '2026-11-09')).toBe(2)
  expect(at(event('b', 'gold', 'north'), '2026-11-10')).toBe(3)
  expect(at(event('a', 'gold', 'north'), '2026-11-20')).toBe(4)
  expect(at(event('a', 'gold', 'north'), '2026-11-25')).toBe(5)
  expect(at(event('a', 'gold'), null)).toBe(2)
  expect(at(event(null), '2026-11-30')).toBe(1)
  const changes = (one: WorthEvent, from: string, until: string) =>
    changesWithin(book.lists(one), days(from), days(until))
  expect(changes(event('b'), '2026-10-01', '2026-11-01')).toBe(false)
  expect(changes(event('b'), '2026-11-01', '2026-12-01')).toBe(false)
  expect(changes(event('b'), '2026-10-31', '2026-12-01')).toBe(true)
  expect(changes(event('a', 'silver'), '2026-11-01', '2026-12-01')).toBe(true)
})

test('a number is a value however it is written, and a text is not that number', () => {
  const book = bookOf({ price: '1', where: { name: 'tier', kind: 'number', text: '1e2' } })
  const having = (kind: 'number' | 'string', text: string): WorthEvent => ({
    ...event('a'),
    values: [{ kind, text }, null],
  })
  expect(['100', '100.0', '1E+2', '10e1'].map((text) => priceAt(book.lists(having('number', text)), 0)?.at)).toEqual([
    0, 0, 0, 0,
  ])
  expect(priceAt(book.lists(having('string', '100')), 0)).toBeNull()
  expect(priceAt(book.lists(having('number', '100.1')), 0)).toBeNull()
})

test('10,000 prices of a code, each for another day, are looked up a million times without ado', () => {
  const day = (at: number) => new Date(at * 86_400_000).toISOString().slice(0, 10)
  const book = bookOf(...Array.from({ length: 10_000 }, (_, at) => ({ price: '1', validFrom: day(at) })))
  const lists = book.lists(event('a'))
  let found = 0
  for (let at = 0; at < 1_000_000; at += 1) {
    if (priceAt(lists, 86_400 * (at % 10_000))?.at === at % 10_000) found += 1
  }
  expect(found).toBe(1_000_000)
})
