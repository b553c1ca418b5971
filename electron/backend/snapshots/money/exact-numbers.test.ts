// Numbers of rows and their sums, against decimals that are added one by one.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDecimalSum, type Decimal, decimalText } from '../../../../shared/exact/decimal.ts'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { createExactNumbers, createExactSums } from './exact-numbers.ts'

const number = fc.record({
  digits: fc.oneof(
    fc.bigInt({ min: -100_000n, max: 100_000n }),
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.constantFrom(0n, 2n ** 52n, -(2n ** 52n), 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n),
  ),
  scale: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom(-3, -1_000, 22, 126, 127, 128, 1_000)),
})

const textOf = (value: Decimal) => decimalText(value)

test('numbers are read as they were set, and each sum is exact, with the places of its most exact number', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, fc.nat(2)), { maxLength: 40 }), (rows) => {
      const numbers = createExactNumbers(rows.length)
      for (const [at, [value]] of rows.entries()) numbers.set(at, value)
      expect(rows.map((_, at) => numbers.at(at))).toEqual(rows.map(([value]) => value))
      const sums = createExactSums(3)
      const wanted = [createDecimalSum(), createDecimalSum(), createDecimalSum()]
      for (const [at, [value, sum]] of rows.entries()) {
        numbers.addTo(sums, sum, at)
        wanted[sum]?.add(value)
      }
      expect(wanted.map((_, sum) => textOf(sums.total(sum)))).toEqual(wanted.map((sum) => textOf(sum.total())))
      const names = rows.map((_, at) => numbers.nameAt(at))
      const alike = rows.map(([{ digits, scale }]) => `${digits}e${scale}`)
      expect(new Set(names).size).toBe(new Set(alike).size)
    }),
    runs(520, 300),
  )
})

test('a million numbers of 15 digits add up beyond what a double holds', () => {
  const numbers = createExactNumbers(1)
  numbers.set(0, { digits: 999_999_999_999_999n, scale: 2 })
  const sums = createExactSums(1)
  for (let at = 0; at < 1_000_000; at += 1) numbers.addTo(sums, 0, 0)
  expect(textOf(sums.total(0))).toBe('9999999999999990000.00')
})
