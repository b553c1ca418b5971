import { expect, test } from 'vitest'
import { readDecimal } from '../../../../shared/exact/decimal.ts'
import { createDictionary } from './dictionary.ts'
import { BEYOND, decimalAt, LARGE, numbersOf } from './number-column.ts'

const digits = (count: number) => '7'.repeat(count)

test('a number too long to be calculated with is beyond, and the longest that is not is read to its last digit', () => {
  const longest = `-${digits(1_000)}.${digits(1_000)}e-0001000`
  const texts = [longest, digits(1_001), `0.${digits(1_001)}`, digits(2_200), `1.${digits(5_000_000)}e5`]
  const values = createDictionary()
  for (const text of texts) {
    const bytes = Buffer.from(text)
    values.add({ kind: 'number', bytes, start: 0, end: bytes.length })
  }
  const column = numbersOf(values, false)
  expect([...column.states.slice(1)]).toEqual([LARGE, BEYOND, BEYOND, BEYOND, BEYOND])
  expect(decimalAt(column, 1)).toEqual(readDecimal(longest))
  for (const text of texts.slice(1)) expect(readDecimal(text)).toBe('beyond')
})
