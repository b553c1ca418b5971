import { expect, test } from 'vitest'
import { isDateFormat } from './workbook-parts.ts'

test.each([
  ['yyyy-mm-dd', true],
  ['[$-409]d/m/yy h:mm AM/PM;@', true],
  ['[h]:mm', true],
  ['mmm', true],
  ['General', false],
  ['0.00', false],
  ['#,##0.00 "days"', false],
  ['[Red]0', false],
  ['\\d0', false],
  ['_d0', false],
  ['0"d', false],
])('%s shows a date: %s', (format, is) => expect(isDateFormat(format)).toBe(is))
