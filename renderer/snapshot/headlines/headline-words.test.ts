import { expect, test } from 'vitest'
import { provedEvidence } from '../../../shared/snapshot/fixtures/proved-evidence.ts'
import { opposite } from '../../worth/money-words.ts'
import {
  countedEventsWords,
  duplicatesWords,
  headlineSource,
  moneyKindWords,
  taxWords,
  type Valued,
} from './headline-words.ts'

const answer: Valued = {
  kind: 'valued',
  version: '0123456789ab',
  events: 4,
  currencies: [{ currency: 'EUR', net: '42803.3', charged: '43052.5', reduces: '-249.2', tax: ['net'], events: 4 }],
  otherCurrencies: 0,
  invoiced: [{ currency: 'EUR', sum: '42803.30' }],
  moneyKinds: [{ moneyKind: 'no-rule', events: 0, rows: [], sums: [] }],
  apart: [],
  noRule: [],
  rules: [],
  notValued: [],
  notInSums: [],
  quantities: [],
  otherQuantities: 0,
  charged: [{ evidence: 'key', events: 12, rows: [], sums: [{ currency: 'EUR', sum: '480' }], notInSums: [] }],
  credited: [{ evidence: 'alike', events: 1, rows: [], sums: [{ currency: 'EUR', sum: '-49.6' }], notInSums: [] }],
}
const without = (noRule: Valued['noRule'], events: number) => ({
  noRule,
  moneyKinds: [{ moneyKind: 'no-rule' as const, events, rows: [], sums: [] }],
})

test('bins, what came twice and tax', () => {
  expect(moneyKindWords('reduces', 1, [])).toBe('1 taken off')
  expect(moneyKindWords('charged', 3_212, [])).toBe('3,212 charged')
  expect(moneyKindWords('balance', 1, [])).toBe('1 prepaid grant')
  const missed = (property: string) => ({
    why: 'text' as const,
    eventCode: 'a',
    property,
    events: 1,
    sent: [],
    otherSent: 0,
    quantities: [],
  })
  const lacking = (...names: string[]) => [{ currency: 'GBP', parts: names.map(missed) }]
  expect(moneyKindWords('number-missing', 3, lacking('quantity'))).toBe(
    '3 events not in the total: their quantity is text',
  )
  expect(moneyKindWords('number-missing', 1, lacking('quantity'))).toBe(
    '1 event not in the total: its quantity is text',
  )
  expect(moneyKindWords('number-missing', 2, lacking('quantity', 'amount'))).toBe(
    '2 events not in the total: their number is missing',
  )
  expect(duplicatesWords({ evidence: 'key', events: 12 })).toBe('12 events with the same idempotency key')
  expect(duplicatesWords({ evidence: 'alike', events: 1 })).toBe('1 event that looks like another')
  expect([opposite('-49.6'), opposite('0'), opposite('5')]).toEqual(['49.6', '0', '-5'])
  expect(taxWords([{ tax: ['net'] }, { tax: ['gross'] }])).toBe(
    'some amounts include tax, others do not or do not say it',
  )
})

test('beside money it is said of which events all were read', () => {
  const complete = { kind: 'complete' as const, soFar: false, grounds: provedEvidence }
  const of = (verdict: object | null) =>
    ({ rows: 3_220, status: verdict === null ? { state: 'reading' } : { state: 'finished', verdict } }) as never
  expect(countedEventsWords(of(complete), 3_220, false)).toBe('All 3,220 events that the service returned')
  expect(countedEventsWords(of(complete), 178, true)).toBe('178 of all 3,220 events that the service returned')
  expect(countedEventsWords(of({ ...complete, kind: 'partial' }), null, false)).toBe(
    'Incomplete: 3,220 events that were read',
  )
  expect(countedEventsWords(of(null), null, true)).toBe('Not finished: 3,220 events that were read')
})

test('a copied sum says what is not in it', () => {
  const part = { eventCode: 'build_minutes', property: 'quantity', otherSent: 0, quantities: [] }
  const notInSums: Valued['notInSums'] = [
    {
      currency: 'EUR',
      parts: [{ ...part, why: 'text', events: 3, sent: [{ text: '150', isText: true, events: 3 }] }],
    },
  ]
  const words = 'without 3 events of build_minutes whose quantity is text: “150” 3 times'
  const [, net, invoiced] = headlineSource({ ...answer, notInSums }, true)
  expect(net?.[1]).toBe(`42,803.30 EUR (${words}), before fees, discounts, tax and payments`)
  expect(invoiced?.[1]).toBe(`42,803.30 EUR (${words})`)
  const charged = answer.charged.map((figure) => ({ ...figure, notInSums }))
  expect(headlineSource({ ...answer, charged }, true)).toContainEqual([
    'Possibly charged twice',
    `480.00 EUR (${words}); 12 events with the same idempotency key`,
  ])
})

test('a copy names the version, the net, and what may have come twice', () => {
  const lines = headlineSource(answer, false)
  expect(lines[0]?.[1]).toMatch(/^version 0123456789ab: /)
  expect(headlineSource(answer, true)[0]).toEqual(['Price rules', 'version 0123456789ab'])
  expect(lines.slice(1)).toEqual([
    ['Charged less taken off', '42,803.30 EUR, before fees, discounts, tax and payments'],
    ['Rounded by invoice line (customer, code and month), half up', '42,803.30 EUR'],
    ['Possibly charged twice', '480.00 EUR; 12 events with the same idempotency key'],
    ['Possibly credited twice', '49.60 EUR; 1 event that looks like another'],
  ])
  expect(
    headlineSource({ ...answer, ...without([{ type: 'credit', eventCode: 'r', events: 1 }], 1) }, true)[1],
  ).toEqual(['Charged less taken off', 'no total: 1 credit has no price rule'])
})
