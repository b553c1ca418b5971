import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event } from '../../../shared/event/event.ts'
import { someEvent } from '../../../shared/event/fixtures/some-event.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { anyMonth } from '../../../shared/worth/fixtures/any-month.ts'
import { compared, NOUGHT, number, sum } from '../../../shared/worth/fixtures/rational.ts'
import { referenceWorth } from '../../../shared/worth/fixtures/reference-worth.ts'
import { asEvent, rulesOf, valued } from '../../worth/fixtures/valued-events.ts'
import { pageTotals, pageWorth } from './page-worth.ts'

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
  const none = { neither: null, debitMinusCredit: null }
  expect(all).toEqual([
    {
      unit: 'EUR',
      count: 4,
      figures: { ...none, credit: '3', debit: '9007199254740993.20' },
      numbers: 3,
      without: 'without 1 event of api_calls without a number in amount',
    },
    { unit: 'USD', count: 1, figures: { ...none, credit: null, debit: '100' }, numbers: 1, without: null },
    { unit: null, count: 1, figures: { ...none, credit: null, debit: '5' }, numbers: 1, without: null },
  ])
  expect(lines.map(({ key, unit, count }) => [key, unit, count])).toEqual([
    ['api_calls', 'EUR', 3],
    ['api_calls', 'USD', 1],
    ['api_calls', null, 1],
    ['refund', 'EUR', 1],
  ])
})

test('calls and gigabytes are never added: without a unit each event code is by itself', () => {
  const counted = (eventCode: string, text: string) => {
    const properties = [{ name: 'quantity', kind: 'number' as const, text }]
    return event('debit', null, null, { eventCode, properties })
  }
  const events = [counted('calls', '1500000'), counted('egress_gb', '0.4348'), counted('calls', '1')]
  const { all, lines, by } = pageTotals(events, 'quantity', 'customerId', [])
  for (const of of [all, lines])
    expect(of.map(({ unit, figures }) => [unit, figures.debit])).toEqual([
      ['calls', '1500001'],
      ['egress_gb', '0.4348'],
    ])
  expect(by).toBe('event code')
  // Of one event code there is a sum, and so there is of what somebody said is money.
  expect(pageTotals(events.slice(0, 1), 'quantity', 'nothing', []).all).toMatchObject([{ unit: null }])
  const meanings = [{ name: 'quantity', meaning: 'amount-major' as const }]
  expect(pageTotals(events, 'quantity', 'nothing', meanings).all).toMatchObject([{ unit: null, count: 3 }])
})

test('nothing as sent is netted, and events that are neither have a sum of their own', () => {
  const events = [event('credit', '1764.69', 'EUR'), event('debit', '940.59', 'EUR'), event('other', '2', 'EUR')]
  const { all, lines, columns } = pageTotals(events, 'amount', 'nothing', [])
  expect(lines).toEqual([])
  expect(columns).toEqual(['credit', 'debit', 'neither', 'debitMinusCredit'])
  expect(all).toMatchObject([
    { figures: { credit: '1764.69', debit: '940.59', neither: '2', debitMinusCredit: null }, numbers: 3 },
  ])
})

test('without a measure, events are counted across all currencies', () => {
  const { all, by } = pageTotals([event('credit', '3', 'EUR'), event('debit', '2', 'USD')], null, 'nothing', [])
  expect({ all, by }).toEqual({ all: [{ unit: null, count: 2, figures: {}, numbers: 0, without: null }], by: null })
})

test('what was said to be a currency splits the sums, and is said to be confirmed', () => {
  const more = (ccy: string) => ({
    properties: [
      { name: 'amount', kind: 'number' as const, text: '1.50' },
      { name: 'ccy', kind: 'string' as const, text: ccy },
    ],
  })
  const events = [event('debit', null, null, more('EUR')), event('debit', null, null, more('USD'))]
  const meanings = [
    { name: 'amount', meaning: 'amount-major' as const },
    { name: 'ccy', meaning: 'currency' as const },
  ]
  const { all, by, confirmed } = pageTotals(events, 'amount', 'nothing', meanings)
  expect(all.map(({ unit, figures }) => [unit, figures.debit])).toEqual([
    ['EUR', '1.50'],
    ['USD', '1.50'],
  ])
  expect([by, confirmed]).toEqual(['ccy', true])
  expect(pageTotals(events, 'amount', 'nothing', [])).toMatchObject({ by: null, confirmed: false })
})

describe('worth by the rules', () => {
  const rules = rulesOf(`{"eventscopeRules":1,"rules":[
    {"type":"credit","has":["amount"],"effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},
    {"type":"debit","has":["amount"],"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},
    {"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"quantity"},"money":{"by":"rate-card"}}],
    "prices":[{"code":"seats","currency":"EUR","price":"2"}]}`)
  const seats = event('debit', null, null, {
    eventCode: 'seats',
    properties: [{ name: 'quantity', kind: 'number', text: '8' }],
  })

  test('is net by group and currency, with what is part of a line apart', () => {
    const events = [
      event('debit', '940.59', 'EUR', { customerId: 'a' }),
      event('credit', '1764.69', 'EUR', { customerId: 'b' }),
      event('debit', '5', 'USD', { customerId: 'a' }),
      seats,
    ]
    const { all, lines, columns } = pageWorth(events, valued(events, rules), 'customerId')
    expect(columns).toEqual(['charged', 'reduces', 'debitMinusCredit'])
    const none = { charged: null, reduces: null, debitMinusCredit: null }
    expect(all).toEqual([
      {
        unit: 'EUR',
        count: 2,
        figures: { charged: '940.59', reduces: '-1764.69', debitMinusCredit: '-824.10' },
        numbers: 2,
        without: 'without 1 event of seats billed by the month, not per event: quantity 8',
      },
      {
        unit: 'USD',
        count: 1,
        figures: { charged: '5.00', reduces: '0.00', debitMinusCredit: '5.00' },
        numbers: 1,
        without: null,
      },
      { unit: null, count: 1, figures: none, numbers: 0, without: null },
    ])
    expect(lines.map(({ key, unit, figures }) => [key, unit, figures.debitMinusCredit])).toEqual([
      ['a', 'EUR', '940.59'],
      ['a', 'USD', '5.00'],
      ['b', 'EUR', '-1764.69'],
      [seats.customerId, null, null],
    ])
  })

  test('has no net anywhere while one event has no rule', () => {
    const events = [event('debit', '1', 'EUR'), event('other', '2', 'EUR', { customerId: 'b' })]
    const { all, lines } = pageWorth(events, valued(events, rules), 'customerId')
    for (const { figures } of [...all, ...lines]) expect(figures.debitMinusCredit).toBe(null)
    expect(all[0]?.figures.charged).toBe('1.00')
  })

  test('is that of a reference of its own, in any month, as money is written', () => {
    fc.assert(
      fc.property(anyMonth, (month) => {
        const events = month.events.map(asEvent)
        const { sums, events: wanted } = referenceWorth(month.events, month.rules, {
          ...month.range,
          wholeRange: null,
        })
        const worth = valued(events, month.rules, month.range.zone)
        const { all } = pageWorth(events, worth, 'nothing')
        const isNetted = wanted.every(({ rule }) => rule !== null)
        const money = all.filter(({ numbers }) => numbers > 0)
        expect(all.reduce((count, line) => count + line.count, 0)).toBe(events.length)
        for (const { unit, figures } of money) {
          const [charged = NOUGHT, reduces = NOUGHT] = ['charged', 'reduces'].map((moneyKind) =>
            sums.get(JSON.stringify([moneyKind, unit])),
          )
          expect(compared(number(figures.charged ?? ''), charged)).toBe(0)
          expect(compared(number(figures.reduces ?? ''), reduces)).toBe(0)
          const net = figures.debitMinusCredit ?? null
          expect(net === null).toBe(!isNetted)
          if (net !== null) expect(compared(number(net), sum(charged, reduces))).toBe(0)
        }
        const currencies = new Set(
          wanted.flatMap(({ moneyKind, worth: eventWorth, currency }) =>
            eventWorth !== null && (moneyKind === 'charged' || moneyKind === 'reduces') ? [currency] : [],
          ),
        )
        expect(new Set(money.map(({ unit }) => unit))).toEqual(currencies)
      }),
      runs(3_111, 60),
    )
  })
})
