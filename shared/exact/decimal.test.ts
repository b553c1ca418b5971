import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareDecimals,
  createDecimalSum,
  type Decimal,
  decimalText,
  dividedExactly,
  minus,
  percentOf,
  plus,
  type RoundingMode,
  readDecimal,
  rounded,
  times,
  wholesOf,
  widenedSize,
} from './decimal.ts'
import { runs } from './fixtures/runs.ts'

function read(text: string): Decimal {
  const value = readDecimal(text)
  if (value === null || value === 'beyond') throw new Error(`${text} is ${value}`)
  return value
}

test.each([
  ['1e3', '1000'],
  ['-0', '0'],
  ['0.10', '0.10'],
  ['-1.5E-2', '-0.015'],
  ['12345678901234567890.5', '12345678901234567890.5'],
])('%s is %s', (text, plain) => expect(decimalText(read(text))).toBe(plain))

test.each(['1e1001', '1E-1001', `1${'0'.repeat(1_000)}`, `0.${'1'.repeat(1_001)}`, `1e${'9'.repeat(100_000)}`])(
  'what is too large or too small is not calculated with',
  (text) => expect(readDecimal(text)).toBe('beyond'),
)

test('a number has as many digits before the point below zero as above it', () => {
  expect(read(`-${'9'.repeat(1_000)}`)).toEqual({ digits: -(10n ** 1_000n - 1n), scale: 0 })
  expect(readDecimal(`-${'9'.repeat(1_001)}`)).toBe('beyond')
})

test.each(['', '1,5', '+1', '01', '.5', '1e', 'NaN', '1n', ' 1'])('%j is not a number', (text) =>
  expect(readDecimal(text)).toBeNull(),
)

test('sums, differences and order are those of integers', () => {
  const decimal = fc.record({ digits: fc.bigInt(-(10n ** 30n), 10n ** 30n), scale: fc.integer({ min: -5, max: 20 }) })
  const whole = ({ digits, scale }: Decimal) => digits * 10n ** BigInt(20 - scale)
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      expect(whole(plus(a, b))).toBe(whole(a) + whole(b))
      expect(whole(minus(a, b))).toBe(whole(a) - whole(b))
      expect(Math.sign(compareDecimals(a, b))).toBe(whole(a) < whole(b) ? -1 : whole(a) > whole(b) ? 1 : 0)
      expect(compareDecimals(read(decimalText(a)), a)).toBe(0)
    }),
    runs(140, 200),
  )
})

test('products and quotients are those of integers, and a quotient that no decimal is is none', () => {
  const decimal = fc.record({ digits: fc.bigInt(-(10n ** 12n), 10n ** 12n), scale: fc.integer({ min: -5, max: 20 }) })
  const some = decimal.filter(({ digits }) => digits !== 0n)
  fc.assert(
    fc.property(decimal, some, fc.constantFrom(1n, 2n, 8n, 25n, 1000n), (a, b, by) => {
      const product = times(a, b)
      expect(compareDecimals(dividedExactly(product, b) ?? a, a)).toBe(0)
      const part = dividedExactly(a, { digits: by, scale: 0 })
      expect(part !== null && compareDecimals(times(part, { digits: by, scale: 0 }), a)).toBe(0)
      const size = { digits: b.digits < 0n ? -b.digits : b.digits, scale: b.scale }
      const count = { digits: wholesOf(a, size), scale: 0 }
      const before = { digits: count.digits - 1n, scale: 0 }
      if (a.digits > 0n) {
        expect(compareDecimals(times(count, size), a)).toBeGreaterThanOrEqual(0)
        expect(compareDecimals(times(before, size), a)).toBeLessThan(0)
      }
    }),
    runs(250, 200),
  )
  expect(dividedExactly(read('1'), read('3'))).toBeNull()
  expect(dividedExactly(read('0.06'), read('-3'))).toEqual({ digits: -2n, scale: 2 })
})

test('a sum of many has the places of its most exact number, in any order', () => {
  const sum = createDecimalSum()
  for (const text of ['1e3', '0.10', '-2', '0.001', '1e-300', '-1E-300']) sum.add(read(text))
  expect(decimalText(sum.total())).toBe(`998.101${'0'.repeat(297)}`)
  expect(decimalText(createDecimalSum().total())).toBe('0')
})

test.each<[string, number, RoundingMode, string]>([
  ['0.125', 2, 'half-up', '0.13'],
  ['0.125', 2, 'half-even', '0.12'],
  ['0.135', 2, 'half-even', '0.14'],
  ['-0.125', 2, 'half-up', '-0.13'],
  ['-0.125', 2, 'half-even', '-0.12'],
  ['0.1249999', 2, 'half-up', '0.12'],
  ['-0.004', 2, 'half-up', '0.00'],
  ['7', 2, 'half-up', '7.00'],
  ['1e3', 1, 'half-even', '1000.0'],
  ['2.5', 0, 'half-even', '2'],
])('%s to %i places, %s, is %s', (text, places, mode, wanted) => {
  expect(decimalText(rounded(read(text), places, mode))).toBe(wanted)
})

test('digits are counted by the value where a number has zeros or an exponent', () => {
  const none = { whole: 0, places: 0 }
  expect(['-0.50', '1200e-2', '0e-30', `0.${'0'.repeat(30)}`, '1e-5'].map((text) => widenedSize(none, text))).toEqual([
    { whole: 0, places: 2 },
    { whole: 2, places: 0 },
    none,
    none,
    { whole: 0, places: 5 },
  ])
})

test('shares are in percent, of a whole of either sign, and there are none of nothing', () => {
  expect(percentOf(read('1'), read('3'), 2)).toBe('33.33')
  expect(percentOf(read('-2'), read('3'), 2)).toBe('-66.67')
  expect(percentOf(read('1'), read('-8'), 0)).toBe('-13')
  expect(percentOf(read('5'), read('0.00'), 2)).toBeNull()
})
