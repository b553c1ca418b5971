import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonNumber, looksLikeDate, numberShape } from './number-text.ts'

test.each([
  ['1234', 'none', '1234', '1234'],
  ['-12', 'none', '-12', '-12'],
  ['−12', 'none', '-12', '-12'],
  ['+12', 'none', '12', '12'],
  ['1.234', 'either', '1.234', '1234'],
  ['1,234', 'either', '1234', '1.234'],
  ['0.123', '.', '0.123', null],
  ['12,5', ',', null, '12.5'],
  ['1.234,56', ',', null, '1234.56'],
  ['1,234.56', '.', '1234.56', null],
  ['1.234.567', ',', null, '1234567'],
  ['1 234,50', ',', null, '1234.50'],
  ['1\u202f234.500', '.', '1234.500', null],
  ["1'234.5", '.', '1234.5', null],
  ['1 234', 'none', '1234', '1234'],
  ['1e3', 'none', '1e3', '1e3'],
  ['1.5e3', '.', '1.5e3', null],
  ['1234.567', '.', '1234.567', null],
  ['007', 'none', '7', '7'],
  ['12,34,567.00', 'no-number', null, null],
  ['12.50 EUR', 'no-number', null, null],
  ['12-', 'no-number', null, null],
  ['.5', 'no-number', null, null],
  ['', 'no-number', null, null],
  ['--1', 'no-number', null, null],
])('%s', (text, shape, byPoint, byComma) => {
  expect([numberShape(text), jsonNumber(text, '.'), jsonNumber(text, ',')]).toEqual([shape, byPoint, byComma])
})

test('what is written by one sign is read by it, digit for digit', () => {
  const written = fc.tuple(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.stringMatching(/^\d{0,12}$/),
    fc.boolean(),
  )
  fc.assert(
    fc.property(written, fc.constantFrom('.' as const, ',' as const), ([whole, fraction, isGrouped], sign) => {
      const digits = isGrouped
        ? String(whole).replace(/\d(?=(?:\d{3})+$)/g, sign === '.' ? '$&,' : '$&.')
        : String(whole)
      const text = fraction === '' ? digits : `${digits}${sign}${fraction}`
      expect(jsonNumber(text, sign)).toBe(fraction === '' ? String(whole) : `${whole}.${fraction}`)
    }),
  )
})

test('days are told from numbers', () => {
  for (const text of ['2026-10-01', '01.10.2026', '10/1/26', '2026/10/01 12:00']) expect(looksLikeDate(text)).toBe(true)
  for (const text of ['1.234', '12.50', '2026', '1-2', 'a']) expect(looksLikeDate(text)).toBe(false)
})
