import { expect, test } from 'vitest'
import { changedEventsTable, eventPair } from './events.ts'
import { copiedTable } from './figure-description.ts'

const sourceOf = (amount: string) =>
  `{"event_id":"evt_1","created_at":"2026-10-01T00:00:00Z","event_code":"api_calls","event_type":"debit","customer_id":"cus_1","event_properties":{"amount":${amount}}}`

test('a copy has the amount as it was and as it is, each by itself and as it was sent', () => {
  const before = sourceOf('1.50')
  const rows = { row: 3, rowBefore: 4 }
  const changed = eventPair({ kind: 'altered', before, after: sourceOf('"1,50"'), ...rows })
  const gone = eventPair({ kind: 'gone', before, after: null, ...rows })
  const { heads, rows: copied } = copiedTable(
    changedEventsTable([changed, gone], { name: 'amount', head: 'amount' }, 'UTC'),
  )
  expect(heads).toEqual([
    ...['Change', 'Created', 'Event ID', 'Event code', 'Type', 'Customer ID'],
    ...['amount, before', 'amount, now'],
  ])
  expect(copied.map((cells) => cells.slice(-2))).toEqual([
    [
      { kind: 'number', text: '1.50' },
      { kind: 'string', text: '1,50' },
    ],
    [{ kind: 'number', text: '1.50' }, null],
  ])
})
