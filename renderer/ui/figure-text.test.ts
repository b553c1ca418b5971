import { expect, test } from 'vitest'
import { alignedFigure, columnPlaces, figureText, isDrawnWhole, withSign } from './figure-text.ts'

test('figures of a column stand at one scale, and none is rounded', () => {
  const texts = ['59288.0001', '29.0', '-40250', null]
  const places = columnPlaces(texts)
  expect(texts.map((text) => figureText(text, places))).toEqual(['59,288.0001', '29.0000', '−40,250.0000', '–'])
})

test('no figure is not 0', () => expect([figureText(null, 2), figureText('0', 2)]).toEqual(['–', '0.00']))

test('more places than anyone counts are not filled up, and a long figure is drawn in part', () => {
  const tiny = `0.${'0'.repeat(400)}1`
  expect(columnPlaces([tiny, '1.5'])).toBe(12)
  expect(figureText(tiny, 12)).toBe('0.0000000000000000000000…')
  expect(figureText(`1${'0'.repeat(400)}`, 0)).toBe('100000000000… (401 digits)')
  expect(figureText(`-1${'0'.repeat(400)}`, 0)).toBe('−10000000000… (401 digits)')
  expect([tiny, '12.50'].map(isDrawnWhole)).toEqual([false, true])
})

test('a difference says its sign', () =>
  expect(['7.5', '−1', '0.00', '0'].map(withSign)).toEqual(['+7.5', '−1', '0.00', '0']))

test('money is aligned by what is blank, and has no zeros that nobody sent', () => {
  expect(alignedFigure('-150.00', 6)).toBe('−150.00\u2007\u2007\u2007\u2007')
  expect(alignedFigure('1200', 2)).toBe('1,200\u2008\u2007\u2007')
  expect(alignedFigure('901.214448', 6)).toBe('901.214448')
  expect(alignedFigure(null, 2)).toBe('–')
})
