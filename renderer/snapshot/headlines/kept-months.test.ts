import { expect, test } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { differences, keptMonths } from './kept-months.tsx'

const worth = (...nets: [currency: string, charged: string, reduces: string, net: string | null][]) => ({
  currencies: nets.map(([currency, charged, reduces, net]) => ({
    currency,
    charged,
    reduces,
    net,
    tax: [],
    events: 1,
  })),
  moneyKinds: nets.some(([, , , net]) => net === null)
    ? [{ moneyKind: 'no-rule' as const, events: 2, rows: [], sums: [] }]
    : [],
  noRule: nets.some(([, , , net]) => net === null) ? [{ type: 'debit' as const, eventCode: 'sms', events: 2 }] : [],
})

test('what a kept month gains or loses is said currency by currency', () => {
  const before = worth(['EUR', '100.00', '-20.00', '80.00'], ['USD', '5.00', '0.00', '5.00'])
  const after = worth(['EUR', '90.00', '-20.00', '70.00'], ['USD', '5.00', '0.00', '5.00'], ['GBP', '1.5', '0', '1.5'])
  expect(differences(before, after)).toEqual([
    { words: '−10.00 EUR', 'data-currency': 'EUR', 'data-difference': '-10.00' },
    { words: '+1.50 GBP', 'data-currency': 'GBP', 'data-difference': '1.50' },
  ])
  expect(differences(before, before)).toEqual([{ words: 'nothing' }])
})

test('while an event has no rule, charged and reduces stand apart; where it gets one, nothing is subtracted', () => {
  const before = worth(['EUR', '100.00', '-20.00', null])
  const netted = worth(['EUR', '100.00', '-25.00', '75.00'])
  expect(differences(before, netted)).toEqual([{ words: 'a total from now on' }])
  expect(differences(netted, before)).toEqual([{ words: 'no total any more' }])
  expect(differences(before, worth(['EUR', '101.00', '-25.00', null]))).toEqual([
    { words: '+1.00 EUR charged, −5.00 EUR taken off', 'data-currency': 'EUR' },
  ])
})

test('months are those that somebody took of the connection and that were read, closed ones first', () => {
  const open = snapshotSummary({ id: 'open' })
  const { connection } = open
  const closed = { note: '', at: '2026-11-02T08:00:00Z', rulesVersion: null, rechecked: 'never' as const }
  const all = [
    open,
    snapshotSummary({ id: 'waiting', status: { state: 'waiting' } }),
    snapshotSummary({ id: 'closed', closed }),
    snapshotSummary({ id: 'other', connection: { ...connection, id: 'another' } }),
  ]
  expect(keptMonths(all, connection.id).map(({ id }) => id)).toEqual(['closed', 'open'])
})
