import { expect, test } from 'vitest'
import { printShapes } from '../../../shared/shape/print-shapes.ts'
import { readKeptShapes, shapesSentence } from './file-shapes.ts'

test('kept shapes that cannot be read whole are told apart from none', () => {
  const shapes = { codes: ['api'], shapes: [] }
  const text = printShapes(shapes)
  expect(readKeptShapes(text)).toEqual(shapes)
  expect([null, '', '{}'].map(readKeptShapes)).toEqual([null, null, null])
  expect(['{', text.replace('"type"', '"not": {}, "type"')].map(readKeptShapes)).toEqual(['unreadable', 'unreadable'])
})

test('how many are as expected is one sentence', () => {
  const by = { 'unknown-code': '0', missing: '0', kind: '0', value: '0', range: '0', sign: '0' }
  const sentence = (expected: string, unexpected: string) => shapesSentence({ shapes: 'v', expected, unexpected, by })
  expect(sentence('3220', '0')).toBe('All 3,220 events are as expected (version v).')
  expect(sentence('0', '1')).toBe('1 of 1 events is not as expected (version v).')
  expect(sentence('1000', '1000')).toBe('1,000 of 2,000 events are not as expected (version v).')
})
