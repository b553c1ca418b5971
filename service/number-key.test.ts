import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberKey, safeInteger } from './number-key.ts'

const source = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,6}0{0,3})?([eE][+-]?\d{1,2})?$/)

describe('numberKey', () => {
  test('is equal exactly when the decimal value is', () => {
    fc.assert(
      fc.property(source, source, (one, other) => {
        expect(numberKey(one) === numberKey(other)).toBe(new Big(one).eq(new Big(other)))
      }),
      { seed: 7, numRuns: 500 },
    )
    fc.assert(
      fc.property(source, (one) => {
        // Another way to write the same value: as an integer times a power of ten.
        const { s, c, e } = new Big(one)
        expect(numberKey(`${s < 0 ? '-' : ''}${c.join('')}e${e - c.length + 1}`)).toBe(numberKey(one))
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  test.each([
    ['0.10', '0.1', true],
    ['1e2', '100', true],
    ['-0', '0.00e5', true],
    ['9007199254740993', '9007199254740992', false],
    ['1e400', '2e400', false],
    ['1e99999999999999999999', '10e99999999999999999998', true],
  ])('%s and %s: %s', (one, other, equal) => {
    expect(numberKey(one) === numberKey(other)).toBe(equal)
  })

  test('takes a million digits in its stride', () => {
    expect(numberKey(`1${'0'.repeat(1_000_000)}1`)).toHaveLength(1_000_004)
  })
})

test.each([
  ['50', 50],
  ['-0', 0],
  ['1e2', 100],
  ['50.0', 50],
  ['-3', -3],
  ['0.5', null],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', null],
  ['9007199254740992.5', null],
  ['1e400', null],
])('safeInteger of %s is %s', (text, value) => {
  expect(safeInteger(text)).toBe(value)
})
