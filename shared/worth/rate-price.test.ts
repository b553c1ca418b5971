import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText, readPlain } from '../exact/decimal.ts'
import { priceAt, priceBook } from './price-book.ts'
import { priceFromDay, type RatePrice, ratePriceSchema, typedPrice } from './rate-price.ts'
import type { WorthEvent } from './worth-event.ts'

test.each([
  ['0,05', '0.05'],
  [' 12,5 ', '12.5'],
  ['0,005', '0.005'],
  ['1234,567', '1234.567'],
  ['0.05', '0.05'],
  ['29', '29'],
  ['no price', 'no price'],
])('%j is %s', (typed, price) => {
  expect(typedPrice(typed)).toEqual({ ok: true, price })
})

test('a comma that may part the thousands is asked for again', () => {
  expect(typedPrice('1,234')).toEqual({ ok: false, problem: '“1,234” can be 1.234 or 1234: type one of these.' })
})

const seconds = (date: string) => Date.parse(date) / 1_000
const DAY = 86_400
const event: WorthEvent = { customerId: 'a', eventCode: 'calls', eventType: 'debit', createdAt: null, values: [] }
const costAt = (prices: readonly RatePrice[], at: number) => {
  const found = priceAt(priceBook(prices, seconds, () => 0).lists(event), at)
  return found && decimalText(found.worthOf(readPlain('7')))
}
const date = fc
  .integer({ min: 0, max: 60 })
  .map((days) => new Date((seconds('2026-10-01') + days * DAY) * 1_000).toISOString().slice(0, 10))

test('a price from a day on changes nothing before that day, and is the price on it', () => {
  const card = fc.uniqueArray(
    fc.record({ validFrom: fc.option(date), price: fc.integer({ min: 0, max: 99 }).map(String) }),
    {
      selector: ({ validFrom }) => validFrom,
      minLength: 1,
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(card, fc.nat(), date, (all, place, from) => {
      const prices = all.map((one) => ratePriceSchema.parse({ code: 'calls', currency: 'EUR', ...one }))
      const at = place % prices.length
      const changed = priceFromDay(prices, at, '1000', from)
      if (!changed.ok) return
      for (let day = seconds('2026-09-28'); day < seconds(from); day += DAY)
        expect(costAt(changed.prices, day)).toBe(costAt(prices, day))
      if (prices.some(({ validFrom }) => validFrom === from)) return
      expect(costAt(changed.prices, seconds(from))).toBe('7000')
    }),
  )
})

test('a day is needed, and one after that on which the price itself begins', () => {
  const prices = [ratePriceSchema.parse({ code: 'calls', currency: 'EUR', price: '1', validFrom: '2026-11-01' })]
  expect(priceFromDay(prices, 0, '2', '')).toMatchObject({ ok: false })
  expect(priceFromDay(prices, 0, '2', '2026-11-01')).toMatchObject({ ok: false })
  expect(priceFromDay(prices, 0, '2', '2026-11-02')).toMatchObject({ ok: true })
})
