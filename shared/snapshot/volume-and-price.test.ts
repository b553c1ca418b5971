import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals, decimalText, minus, plus, readPlain, times } from '../exact/decimal.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { volumeAndPrice } from './volume-and-price.ts'

const of = (quantity: string, price: string, unit: string | null = null) => ({ quantity, price, unit })

test.each([
  [
    'tokens of Bluefin: more of them',
    of('335000000', '0.000013'),
    of('620000000', '0.000013'),
    '3705.00',
    '3705.00',
    '0.00',
  ],
  [
    'calls of Zephyr: more of them, cheaper',
    of('54000000', '0.0005'),
    of('62000000', '0.00045'),
    '900.00',
    '4000.00',
    '-3100.00',
  ],
])('%s', (_, before, after, difference, volume, price) => {
  expect(volumeAndPrice(before, after, difference, 'USD')).toEqual({ volume, price, rest: '0.00' })
})

test('what is not quantity × price stands apart', () => {
  expect(volumeAndPrice(of('100', '0.08'), of('100', '0.08'), '1', 'EUR')).toEqual({
    volume: '0.00',
    price: '0.00',
    rest: '1.00',
  })
})

test('without a price on both sides, or in two units, nothing is split', () => {
  expect(volumeAndPrice(undefined, of('1', '1'), '1', 'EUR')).toBeNull()
  expect(volumeAndPrice(of('1', '1'), undefined, '1', 'EUR')).toBeNull()
  expect(volumeAndPrice(of('1', '1', 'GB'), of('1', '1', 'MB'), '0', 'EUR')).toBeNull()
  expect(volumeAndPrice(of('1', '1', 'GB'), of('1', '1'), '0', 'EUR')).toBeNull()
})

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 12 }))
  .map(([digits, scale]) => decimalText({ digits, scale }))

test('the parts add up to the difference, to the last digit', () => {
  fc.assert(
    fc.property(decimals, decimals, decimals, decimals, decimals, (q1, p1, q2, p2, more) => {
      const worth = (quantity: string, price: string) => times(readPlain(quantity), readPlain(price))
      const difference = plus(minus(worth(q2, p2), worth(q1, p1)), readPlain(more))
      const split = volumeAndPrice(of(q1, p1), of(q2, p2), decimalText(difference), 'EUR')
      if (split === null) throw new Error('It is not split')
      const { volume, price, rest } = split
      const sum = [volume, price, rest].map(readPlain).reduce(plus)
      expect(compareDecimals(sum, difference)).toBe(0)
      expect(compareDecimals(readPlain(rest), readPlain(more))).toBe(0)
    }),
    runs(2_804, 500),
  )
})
