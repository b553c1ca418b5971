import { expect, test } from 'vitest'
import { changedEventsTable, eventOfText } from './events.ts'
import { copiedTable } from './figure-table.ts'

const sourceOf = (amount: string) =>
  `{"event_id":"evt_1","created_at":"2026-10-01T00:00:00Z","event_code":"api_calls","event_type":"debit","customer_id":"cus_1","event_properties":{"amount":${amount}}}`

test('a copy has the amount as it was and as it is, each by itself and as it was sent', () => {
  const changed = {
    kind: 'altered' as const,
    before: eventOfText(sourceOf('1.50')),
    after: eventOfText(sourceOf('"1,50"')),
    held: null,
  }
  const gone = { ...changed, kind: 'gone' as const, after: null }
  const { heads, rows } = copiedTable(changedEventsTable([changed, gone], { name: 'amount', head: 'amount' }, 'UTC'))
  expect(heads).toEqual([
    ...['Change', 'Created', 'Event ID', 'Event code', 'Type', 'Customer ID'],
    ...['amount, before', 'amount, now'],
  ])
  expect(rows.map((cells) => cells.slice(-2))).toEqual([
    [
      { kind: 'number', text: '1.50' },
      { kind: 'string', text: '1,50' },
    ],
    [{ kind: 'number', text: '1.50' }, null],
  ])
})
