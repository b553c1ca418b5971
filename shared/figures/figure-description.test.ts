import { expect, test } from 'vitest'
import { copiedTable, listedTable, numberValue, textValue } from './figure-description.ts'

test('a list of values is copied as it came, and a column with a number is one of figures', () => {
  const list = {
    heads: ['Group', 'Worth'],
    rows: [
      [textValue('free'), null],
      [null, numberValue('1.50')],
    ],
  }
  const table = listedTable('Groups', list)
  expect(copiedTable(table)).toEqual(list)
  expect(table.columns.map(({ kind }) => kind)).toEqual(['words', 'number'])
})
