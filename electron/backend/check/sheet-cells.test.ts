import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberText, serialTimes } from './sheet-cells.ts'

test.each([
  ['12.50', '12.5'],
  ['0.30000000000000004', '0.3'],
  ['1234567890123456789', '1234567890123460000'],
  ['-0', '0'],
  ['-0.0', '0'],
  ['1E3', '1000'],
  ['+7', '7'],
  ['.5', '0.5'],
  ['0.0000001', '1e-7'],
  ['1e21', '1e+21'],
  // What is no number is not made one.
  ['', null],
  [' ', null],
  ['0x10', null],
  ['Infinity', null],
  ['12,5', null],
  ['1e', null],
])('the number %s is shown as %s', (text, wanted) => expect(numberText(text)).toBe(wanted))

test('a number of at most 15 digits stays what it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 15) + 1, max: 10 ** 15 - 1 }), fc.nat(15), (digits, places) => {
      const number = Number(`${digits}e-${places}`)
      expect(numberText(String(number))).toBe(String(number).replace(/^-0$/, '0'))
    }),
  )
})

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  // The day that never was.
  [60, '1900-02-28'],
  [61, '1900-03-01'],
  [46_326, '2026-10-31'],
  [46_326.520833333336, '2026-10-31T12:30:00'],
  [46_326.99999999999, '2026-11-01'],
  [46_326.00001157407, '2026-10-31T00:00:01'],
  [46_326.000017361, '2026-10-31T00:00:01.500'],
  [1e12, 'no date'],
])('the day %d is %s', (serial, wanted) => expect(serialTimes(false)(serial)).toBe(wanted))

test('days are counted from 1904 where a workbook says so', () => {
  expect(serialTimes(true)(0)).toBe('1904-01-01')
  expect(serialTimes(true)(44_864.5)).toBe('2026-10-31T12:00:00')
})
