import { expect, test } from 'vitest'
import { type Decimal, plus, readDecimal, ZERO } from '../../../../shared/exact/decimal.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { EFFECTS, withEffect } from '../../../../shared/worth/rule.ts'
import { createExactNumbers } from '../money/exact-numbers.ts'
import { createAmountSums, createAmounts, inMajorUnits } from './ledger-amounts.ts'

/** Numbers around all bounds of what a double and a few decimal places hold, each in several ways of writing it. */
const TEXTS = ['0', '1', '10', '1234567', '4294967295', '4294967296', '999999999999999', '9007199254740991']
  .concat(['9007199254740992', '90071992547409910', '123456789012345678901234567890'])
  .flatMap((whole) => [whole, `${whole}.5`, `${whole}.50`, `${whole}.000000001`, `${whole}.0`, `${whole}e-3`])
  .concat(['0.1', '1e-126', '1e-127', '10e-127', '1e-128', '1E3', '1.5e300', '100e-2', '5e-1000', '1e1000'])
  .flatMap((text) => [text, `-${text}`])

const decimalOf = (text: string) => readDecimal(text) as Decimal

test('values have one number however they are written, and each its own', () => {
  const amounts = createAmounts()
  const values = TEXTS.map((text) => plainNumber(decimalOf(text)).replace(/^-0$/, '0'))
  const ids = TEXTS.map(amounts.of)
  for (const [at, id] of ids.entries()) {
    const text = TEXTS[at] ?? ''
    expect(id, text).toBe(ids[values.indexOf(values[at] ?? '')])
    expect(amounts.text(id), text).toBe(values[at])
    expect(amounts.ofDecimal(decimalOf(text)), text).toBe(id)
    expect(amounts.ofDecimal(amounts.decimal(id)), text).toBe(id)
    const size = values[at]?.replace('-', '') ?? ''
    expect(amounts.text(amounts.ofSize(id, 'above'))).toBe(size)
    expect(amounts.text(amounts.ofSize(id, 'below'))).toBe(size === '0' ? '0' : `-${size}`)
  }
  expect(new Set(ids).size).toBe(new Set(values).size)
  expect(amounts.size).toBe(new Set(values).size)
  expect(['1e1001', '1e-1001', 'one', ''].map(amounts.of)).toEqual([0, 0, 0, 0])
})

test('amounts are added exactly as they count, and read so from exact numbers', () => {
  const amounts = createAmounts()
  const numbers = createExactNumbers(TEXTS.length)
  for (const effect of EFFECTS) {
    for (const shift of [0, 2, -4]) {
      const sums = createAmountSums(amounts)
      let total = ZERO
      for (const [at, text] of TEXTS.entries()) {
        const counted = inMajorUnits(withEffect(effect, decimalOf(text)), shift)
        total = plus(total, counted)
        sums.add(7, amounts.of(text), effect, shift)
        numbers.set(at, decimalOf(text))
        expect(amounts.ofExact(numbers, at, effect, shift), text).toBe(amounts.ofDecimal(counted))
      }
      expect(plainNumber(sums.total(7) ?? ZERO)).toBe(plainNumber(total))
      expect(sums.total(8)).toBeNull()
    }
  }
})
