import { expect, test } from 'vitest'
import type { Event } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { pageTotals } from './page-totals.ts'

function event(eventType: string, amount: string | null, currency: string | null, more: Partial<Event> = {}): Event {
  return someEvent({
    eventType,
    properties: [
      ...(amount === null ? [] : [{ name: 'amount', kind: 'number' as const, text: amount }]),
      ...(currency === null ? [] : [{ name: 'currency', kind: 'string' as const, text: currency }]),
    ],
    ...more,
  })
}

test('credit and debit are summed apart, to the last digit and never across currencies', () => {
  const events = [
    event('debit', '9007199254740993.10', 'EUR'),
    event('debit', '0.1', 'EUR'),
    event('credit', '3', 'EUR', { eventCode: 'refund' }),
    event('debit', '1e2', 'USD'),
    event('debit', null, 'EUR'),
    event('debit', '5', null),
  ]
  const { all, lines, by } = pageTotals(events, 'amount', 'eventCode', [])
  expect(by).toBe('currency')
  expect(all).toEqual([
    {
      unit: 'EUR',
      count: 4,
      credit: '3',
      debit: '9007199254740993.20',
      sum: null,
      debitMinusCredit: '9007199254740990.20',
      numbers: 3,
    },
    { unit: 'USD', count: 1, credit: null, debit: '100', sum: null, debitMinusCredit: '100', numbers: 1 },
    { unit: null, count: 1, credit: null, debit: '5', sum: null, debitMinusCredit: '5', numbers: 1 },
  ])
  expect(lines.map(({ key, unit, count }) => [key, unit, count])).toEqual([
    ['api_calls', 'EUR', 3],
    ['refund', 'EUR', 1],
    ['api_calls', 'USD', 1],
    ['api_calls', null, 1],
  ])
})

test('a credit that is negative leaves the difference open, and events that are neither have a sum of their own', () => {
  const { all, lines } = pageTotals([event('credit', '-3', 'EUR'), event('other', '2', 'EUR')], 'amount', 'nothing', [])
  expect(lines).toEqual([])
  expect(all).toMatchObject([{ credit: '-3', debit: null, sum: '2', debitMinusCredit: null, numbers: 2 }])
  expect(pageTotals([event('credit', '-0.00', 'EUR')], 'amount', 'nothing', []).all).toMatchObject([
    { credit: '0.00', debitMinusCredit: '0.00' },
  ])
})

test('without a measure, events are counted across all currencies', () => {
  const { all, by } = pageTotals([event('credit', '3', 'EUR'), event('debit', '2', 'USD')], null, 'nothing', [])
  expect({ all, by }).toMatchObject({ all: [{ unit: null, count: 2, credit: null, debit: null }], by: null })
})

test('what was said to be a currency splits the sums, and is said to be confirmed', () => {
  const more = (ccy: string) => ({
    properties: [
      { name: 'amount', kind: 'number' as const, text: '1.50' },
      { name: 'ccy', kind: 'string' as const, text: ccy },
    ],
  })
  const events = [event('debit', null, null, more('EUR')), event('debit', null, null, more('USD'))]
  const said = [
    { name: 'amount', meaning: 'amount-major' as const },
    { name: 'ccy', meaning: 'currency' as const },
  ]
  const { all, by, confirmed } = pageTotals(events, 'amount', 'nothing', said)
  expect(all.map(({ unit, debit }) => [unit, debit])).toEqual([
    ['EUR', '1.50'],
    ['USD', '1.50'],
  ])
  expect([by, confirmed]).toEqual(['ccy', true])
  expect(pageTotals(events, 'amount', 'nothing', [])).toMatchObject({ by: null, confirmed: false })
})
