import { expect, test } from 'vitest'
import { moneyText } from './money-text.ts'

test.each([
  ['42803.3000000', 'EUR', '42803.30'],
  ['1392', 'EUR', '1392.00'],
  ['-0.0000120', 'EUR', '-0.000012'],
  ['100.000', 'JPY', '100'],
  ['7.5', 'KWD', '7.500'],
  ['50000.0', null, '50000'],
  ['12.50', 'credits', '12.5'],
  ['0', 'EUR', '0.00'],
])('%s in %s is %s', (sum, currency, text) => {
  expect(moneyText(sum, currency)).toBe(text)
})
