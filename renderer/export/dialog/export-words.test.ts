import { expect, test } from 'vitest'
import { changedWords, rows, subjectWords } from './export-words.ts'

test('what a spreadsheet would change is counted and said, and that Excel files keep it', () => {
  const preview = {
    changed: [
      { how: 'digits' as const, cells: 1 },
      { how: 'date' as const, cells: 1_200 },
    ],
    looked: 50,
    rows: 50,
  }
  expect(changedWords(preview, 'csv')).toEqual({
    title: 'A spreadsheet would change 1,201 cells of this CSV.',
    ways: '1 cell would lose digits of a number; 1,200 cells of text would become a date. An Excel file keeps them.',
  })
  expect(changedWords({ ...preview, rows: 5_000 }, 'xlsx')?.title).toBe(
    'This Excel file keeps 1,201 cells in the first 50 rows that a spreadsheet would change in a CSV.',
  )
  expect(changedWords(preview, 'ndjson')).toBeNull()
  expect(changedWords({ ...preview, changed: [] }, 'csv')).toBeNull()
})

test('what goes into the file is counted', () => {
  const rowsOfPage = { connectionId: 'c', events: [], filters: { propertyFilters: [] }, onScreen: [] }
  expect(subjectWords({ ...rowsOfPage, of: 'page' }, null)).toBe('0 rows: all of this page')
  const order = {
    connectionId: 'c',
    account: 1,
    search: { propertyFilters: [] },
    range: { from: null, until: null, zone: 'UTC' },
  }
  expect(
    subjectWords({ ...rowsOfPage, of: 'all', order, cost: { events: 2_195, requests: 22, ms: 2_000 } }, null),
  ).toBe('All 2,195 matches. Takes 22 requests, about 2 s; then the file is written.')
  expect(rows(1)).toBe('1 row')
})
