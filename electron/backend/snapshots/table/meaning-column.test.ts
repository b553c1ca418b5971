import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameDecimal } from '../../../../shared/exact/exact-number.ts'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { anyTurn } from '../questions/fixtures/table-of.ts'
import { createDictionary } from './dictionary.ts'
import type { ScannedToken } from './event-scanner.ts'
import { canonicalValue, meaningColumn, UNKNOWN } from './meaning-column.ts'

const token = (kind: ScannedToken['kind'], text: string): ScannedToken => {
  const bytes = Buffer.from(text)
  return { kind, bytes, start: 0, end: bytes.length }
}
const usual = (text: string) => {
  const { bytes, start, end } = canonicalValue(token('number', text))
  return Buffer.from(bytes).toString('utf8', start, end)
}

/** Of few digits, so that many of them have one value. */
const anyNumber = fc.oneof(
  fc.stringMatching(/^-?(0|[12][05]{0,3})(\.[05]{1,3})?([eE][+-]?[0-3])?$/),
  fc.stringMatching(/^-?(0|1[0]{0,30})(\.0{1,30}1?)?([eE][+-]?[0-9]{1,2})?$/),
)

test('numbers are said in one way exactly where they have one value', () => {
  fc.assert(
    fc.property(anyNumber, anyNumber, (one, other) => {
      expect(usual(one) === usual(other)).toBe(sameDecimal(one, other))
      expect(usual(usual(one))).toBe(usual(one))
    }),
    runs(2_803, 3_000),
  )
  expect(['1.50', '-0.0', '15e-1', '100', '1e2', '1e400', '12.000'].map(usual)).toEqual([
    '1.5',
    '0',
    '1.5',
    '100',
    '100',
    '1e400',
    '12',
  ])
})

test('what no row means is unknown, or in a key a number of its own', async () => {
  const values = createDictionary()
  const codes = Uint32Array.of(values.add(token('number', '1.50')), values.add(token('number', '1.5')))
  for (const isKey of [false, true]) {
    const column = await meaningColumn({ codes, values }, false, isKey, anyTurn)
    const numberOf = (text: string, likely: number) => column.numberOf(token('number', text), likely)
    expect(column.meanings).toEqual(Uint32Array.of(0, 2, 2))
    expect([numberOf('15e-1', 0), numberOf('1.50', 0), numberOf('1.50', 1)]).toEqual([2, 2, 2])
    expect(numberOf('7', 0) === UNKNOWN).toBe(!isKey)
    expect(numberOf('7', 0)).toBe(numberOf('7.0', 1))
  }
})
