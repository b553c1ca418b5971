import { expect, test } from 'vitest'
import type { LedgerLine } from '../snapshot/snapshot-ledger.ts'
import { copiedTable } from './figure-description.ts'
import { type FileColumn, ledgerLinesTable } from './ledger.ts'

const LINE: LedgerLine = {
  outcome: 'differing',
  line: 4,
  eventId: 'evt_4',
  row: 7,
  repeats: null,
  changedFrom: 'evt_04',
  cells: [{ file: 'x\ud800', snapshot: 'y', differs: true }],
  file: { of: 'worth', currency: 'EUR', sum: '1.50' },
  snapshot: { of: 'worth', currency: null, sum: '2' },
}
const COLUMN: FileColumn = { head: 'plan', words: 'plan', isNumber: false, isCustomer: false }

const copied = (lines: readonly LedgerLine[], column: FileColumn, isProven: boolean) => {
  const { heads, rows } = copiedTable(ledgerLinesTable(lines, [column], isProven))
  return { heads, rows: rows.map((cells) => cells.map((cell) => cell?.text ?? null)) }
}

test('a copy has both sides of every column of the file, also of those that others say on the screen', () => {
  const { heads, rows } = copied([LINE], COLUMN, true)
  expect(heads).toEqual([
    ...['Line', 'Outcome', 'Event ID', 'plan (file)', 'plan (event)'],
    ...['Money (file)', 'Currency (file)', 'Money (event)', 'Currency (event)', 'Money of'],
  ])
  expect(rows).toEqual([
    [
      ...['4', 'Differs (ID changed by a spreadsheet)', 'evt_4', 'x\ufffd', 'y'],
      ...['1.50', 'EUR', '2', null, 'By your price rules'],
    ],
  ])
  expect(copied([LINE], { ...COLUMN, words: null }, true).heads).toEqual(heads)
})

test('what only one side has says nothing of the other, and of what was not all read that', () => {
  const { rows } = copied(
    [{ ...LINE, outcome: 'only-snapshot', line: null, changedFrom: null, file: null }],
    COLUMN,
    false,
  )
  expect(rows[0]?.slice(0, 3)).toEqual([null, 'Not in the file, of what was read', 'evt_4'])
  expect(rows[0]?.slice(5)).toEqual([null, null, '2', null, 'By your price rules'])
})
