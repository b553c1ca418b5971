import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../../../shared/exact/fixtures/any-text.ts'
import { NONE_MISSED } from '../time-slice.ts'
import { packRows, unpackRows } from './snapshot-cipher.ts'

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

test('a row that lies in the bytes of its answer is copied from there, beside rows of any text', () => {
  const answer = Buffer.from('[{"a":"ä"},{"b":"😀"}]')
  const source = '{"b":"😀"}'
  const start = answer.indexOf('{"b"')
  const lying = { source, misses: NONE_MISSED, utf8: { bytes: answer, start, end: start + Buffer.byteLength(source) } }
  for (const other of ['{"c":"é"}', '{"c":"\ud83d"}']) {
    const rows = [{ source: other, misses: ['Type'] }, lying]
    expect(unpackRows(packRows(rows))).toEqual(rows.map(({ source, misses }) => ({ source, misses })))
  }
})
