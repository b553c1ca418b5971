import { expect, test } from 'vitest'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { changedWords, parquetNumbersWords, rowCountWords, subjectWords, worthWords } from './export-words.ts'

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
  const rowsOfPage = { connectionId: 'c', zone: 'UTC', events: [], filters: { propertyFilters: [] }, onScreen: [] }
  expect(subjectWords({ ...rowsOfPage, of: 'page' }, null)).toBe('0 rows: all of this page')
  const order = {
    connectionId: 'c',
    account: 1,
    search: { propertyFilters: [] },
    range: { from: null, until: null, zone: 'UTC' },
  }
  expect(
    subjectWords(
      { ...rowsOfPage, of: 'all', order, cost: { events: 2_195, requests: 22, ms: 2_000 }, recent: null },
      null,
    ),
  ).toBe(
    'All 2,195 matches. Takes about 22 requests, 2 s; then the file is written. What was read stays until the export leaves the list, or Eventscope is started again.',
  )
  expect(rowCountWords(1)).toBe('1 row')
})

test('a total that may be that of the page alone is told as the service’s, and none is told where there is none', () => {
  const order = {
    connectionId: 'c',
    account: 1,
    search: { propertyFilters: [] },
    range: { from: null, until: null, zone: 'UTC' },
  }
  const events = [someEvent(), someEvent()]
  const all = { connectionId: 'c', zone: 'UTC', events, filters: { propertyFilters: [] }, onScreen: [], order }
  const words = (cost: { events: number; requests: number; ms: null } | null) =>
    subjectWords({ ...all, of: 'all', cost, recent: null }, null)
  expect(words({ events: 2, requests: 7, ms: null })).toBe(
    'All matches; the service counts 2. Takes at most 7 requests; then the file is written. What was read stays until the export leaves the list, or Eventscope is started again.',
  )
  expect(words(null)).toBe(
    'All matches. Reads every match; this service does not say how many there are; then the file is written. What was read stays until the export leaves the list, or Eventscope is started again.',
  )
})

test('where a file says what its events are worth, by which rules, and that rows of the screen are a part', () => {
  const preview = { rules: '0123456789ab', areRulesUnreadable: false }
  expect(worthWords(preview, { format: 'xlsx', hasReceipt: true, isPart: false })).toEqual({
    words:
      'By your price rules: what its events are worth is above its rows, beside each event, in “Charges”, in “About” and in the receipt.',
    title: 'Version 0123456789ab',
  })
  expect(worthWords(preview, { format: 'csv', hasReceipt: false, isPart: true })?.words).toBe(
    'By your price rules: what its events are worth is shown with the export once it is written. These rows are only part of the events, so what is billed by the month is not valued.',
  )
  const csv = { format: 'csv' as const, hasReceipt: true, isPart: false }
  expect(worthWords(preview, csv)?.words).toBe(
    'By your price rules: what its events are worth is in the receipt. What is billed by the month, if anything is, comes in a second file beside it.',
  )
  expect(worthWords({ ...preview, rules: null }, csv)).toBeNull()
  expect(worthWords({ rules: null, areRulesUnreadable: true }, csv)?.words).toContain('cannot be read')
})

test('the columns of a Parquet file are told by a property that has numbers; where none has, nothing is', () => {
  const texts = { name: 'region', numbers: 0 }
  expect(parquetNumbersWords([texts])).toBe(null)
  expect(parquetNumbersWords([texts, { name: 'amount', numbers: 1 }])).toBe(
    'Numbers have two columns: “amount” is the text as it was sent, “amount_decimal” is the number to calculate with.',
  )
})
