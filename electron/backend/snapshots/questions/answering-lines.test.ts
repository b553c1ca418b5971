import { expect, test } from 'vitest'
import { answeringLines } from './answering-lines.ts'
import { decimal } from './invoice/causes/fixtures/october.ts'

const lines = (...all: [line: number, difference: string, currency?: string][]) =>
  answeringLines(
    all.map(([line, difference, currency = 'EUR']) => ({ line, currency, difference: decimal(difference) })),
  )

test('two lines answer each other where one differs by what the other does, with the other sign, and no third does', () => {
  expect(lines([2, '412.50'], [3, '1.00'], [7, '-412.5'])).toEqual([
    { lines: [2, 7], currency: 'EUR', difference: '412.50' },
  ])
  expect(lines([2, '-412.50'], [3, '412.50'], [4, '412.50'])).toEqual([])
  expect(lines([2, '412.50'], [3, '412.50'])).toEqual([])
  expect(lines([2, '412.50'], [3, '-412.50', 'USD'])).toEqual([])
  expect(lines([2, '0'], [3, '0.00'])).toEqual([])
})
