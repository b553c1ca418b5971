import { expect, test } from 'vitest'
import type { InvoiceLine, LineWorth, UnbilledGroup } from '../snapshot/snapshot-invoice.ts'
import { type CopiedTable, copiedTable } from './figure-description.ts'
import { invoiceTable, unbilledTable } from './invoice.ts'

const WORTH: LineWorth = { events: 3, quantity: '2', unit: 'GB', price: '0.5', worth: '1', currency: 'EUR' }
const LINE: InvoiceLine = {
  at: 0,
  line: 4,
  item: '',
  customerSaid: 'Nordlicht',
  customerId: null,
  eventCode: 'traffic',
  period: { from: '2026-10-01', until: '2026-11-01' },
  quantity: '2',
  unitPrice: '0.75',
  amount: '1.5',
  currency: 'EUR',
  byRules: WORTH,
  difference: '0.5',
  verdict: 'explained',
  words: 'possible cause: another price',
  why: 'One cause fits.',
  doubt: null,
  paper: ['The amount is not quantity × price.'],
  alsoOn: null,
  inUtc: null,
  causes: {
    tried: 1,
    fits: [{ code: 'x', words: 'y', sentence: 'Another price.', quantity: null, worth: '1.5' }],
    unasked: 0,
  },
}

const cellsOf = ({ heads, rows }: CopiedTable) =>
  rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at]?.text ?? null])))
const copied = (line: InvoiceLine, isWhole: boolean) =>
  cellsOf(
    copiedTable(invoiceTable({ lines: [line], unbilled: [], paper: { totals: [] }, isWhole, explained: null })),
  )[0]

test('a copy has what the file says, what the rules say, and why', () => {
  expect(copied(LINE, true)).toEqual({
    Line: '4',
    Customer: 'Nordlicht',
    Item: '',
    'Event code': 'traffic',
    From: '2026-10-01',
    Until: '2026-11-01',
    Quantity: '2',
    'Unit price': '0.75',
    Amount: '1.50',
    Currency: 'EUR',
    Events: '3',
    'Quantity by the rules': '2',
    'Price by the rules': '0.5',
    'By the rules': '1.00',
    'Currency by the rules': 'EUR',
    Difference: '0.50',
    'In doubt': null,
    Verdict: 'possible cause: another price',
    Why: 'The amount is not quantity × price. Another price. One cause fits.',
  })
})

test('a copy has a difference of nothing, and of what was not all read says so where a verdict is of events', () => {
  const agrees = copied({ ...LINE, verdict: 'agrees', difference: '0', words: 'agrees' }, false)
  expect([agrees?.Difference, agrees?.Verdict]).toEqual(['0.00', 'agrees, of what was read'])
  expect(copied({ ...LINE, verdict: 'not-from-events', words: 'a fee' }, false)?.Verdict).toBe('a fee')
})

test('what is on no line is copied with its worth', () => {
  const group: UnbilledGroup = { at: 0, customerId: 'c', eventCode: null, period: null, worth: WORTH }
  expect(cellsOf(copiedTable(unbilledTable([group])))).toEqual([
    {
      Customer: 'c',
      'Event code': null,
      From: null,
      Until: null,
      Events: '3',
      Quantity: '2',
      Price: '0.5',
      Worth: '1.00',
      Currency: 'EUR',
    },
  ])
})
