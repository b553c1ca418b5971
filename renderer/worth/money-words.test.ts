import { expect, test } from 'vitest'
import { moneyWords, signedFigure } from './money-words.ts'

test('a sum says its unit, or that it is not known', () => {
  expect(moneyWords('124900', ['EUR', 'seat'], { isMinor: true })).toBe('124,900 EUR · seat in minor units')
  expect(moneyWords('1249.00', [null])).toBe('1,249.00 (unit not known)')
  expect(moneyWords('36.45', ['EUR'], { isSigned: true })).toBe('+36.45 EUR')
})

test('a difference has its sign, and nothing has none', () => {
  expect(['36.45', '-1005.00', '0.00', '-0'].map(signedFigure)).toEqual(['+36.45', '−1,005.00', '0.00', '−0'])
})
