import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../../shared/fixtures/any-text.ts'
import { NONE_MISSED } from '../slice.ts'
import { packRows, unpackRows } from './packed-rows.ts'

test('rows come back as they were: no rows, empty texts, half pairs, any names of what they miss', () => {
  const misses = fc.oneof({ weight: 3, arbitrary: fc.constant(NONE_MISSED) }, fc.array(anyText(), { minLength: 1 }))
  fc.assert(
    fc.property(fc.array(fc.record({ source: anyText(), misses })), (rows) => {
      expect(unpackRows(packRows(rows))).toEqual(rows)
    }),
  )
})

test('a row that misses nothing shares the one empty list', () => {
  const [row] = unpackRows(packRows([{ source: '{"a":"ä"}', misses: [] }]))
  expect(row?.misses).toBe(NONE_MISSED)
})
