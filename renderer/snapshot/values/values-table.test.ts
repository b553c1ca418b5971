import { expect, test } from 'vitest'
import type { ValueSummary } from '../../../shared/snapshot/snapshot-rows.ts'
import { copiedForSpreadsheet } from '../../ui/copied-table.ts'
import { copiedValues, kindCounts } from './values-table.ts'

const amount: ValueSummary = {
  key: { of: 'property', name: '=amount' },
  kinds: { missing: 9_000, string: 3, number: 4_208 },
  distinct: 17,
  commonest: [{ value: { kind: 'number', text: '0.10' }, count: 12 }],
  numbers: { smallest: '-1e400', largest: '9007199254740993' },
  texts: { smallest: '7', largest: 'x\ud800' },
}

test('kinds stand commonest first, what is missing last', () => {
  expect(kindCounts(amount)).toEqual([
    { kind: 'number', count: 4_208 },
    { kind: 'string', count: 3 },
    { kind: 'missing', count: 9_000 },
  ])
})

test('a number that is cut is copied as the text that it is', () => {
  const cut = `${'7'.repeat(2_000)}…`
  const [line] = copiedValues([
    {
      ...amount,
      commonest: [{ value: { kind: 'number', text: cut }, count: 1 }],
      numbers: { smallest: '1', largest: cut },
    },
  ]).rows
  expect(line?.slice(-6, -2)).toEqual([
    { kind: 'string', text: cut },
    { kind: 'number', text: '1' },
    { kind: 'number', text: '1' },
    { kind: 'string', text: cut },
  ])
})

test('a copied line has every count, exact figures, and runs nowhere as a formula', () => {
  const [heads = '', line = ''] = copiedForSpreadsheet(copiedValues([amount])).text.split('\r\n')
  expect(heads.split('\t')).toHaveLength(line.split('\t').length)
  expect(line.split('\t')).toEqual([
    "'=amount",
    'property',
    ...['3', '4208', '0', '0', '0', '0', '9000', '17', '0.10', '12'],
    '-1e400',
    '9007199254740993',
    '7',
    'x\ufffd',
  ])
  const none = copiedValues([{ ...amount, commonest: [], numbers: null, texts: null }]).rows[0]
  expect(none?.slice(-6)).toEqual([null, null, null, null, null, null])
})
