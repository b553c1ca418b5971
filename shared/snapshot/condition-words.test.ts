import { expect, test } from 'vitest'
import { conditionsWords, keyWords, narrowedWords } from './condition-words.ts'
import type { Condition } from './snapshot-condition.ts'

const amount = { of: 'property', name: 'amount' } as const
const text = (value: string) => ({ kind: 'string', text: value }) as const

test.each<[Condition, string]>([
  [{ is: 'one-of', key: { of: 'field', field: 'eventType' }, values: [text('credit')], zone: null }, 'type = credit'],
  [
    { is: 'one-of', key: amount, values: [{ kind: 'number', text: '0.10' }, null], zone: null },
    'amount is 0.10 or missing',
  ],
  [
    { is: 'one-of', key: amount, values: Array.from({ length: 1_000 }, () => text('a')), zone: null },
    'amount is "a" or "a" or "a" or "a" or "a" or 995 more',
  ],
  [
    { is: 'one-of', key: amount, values: Array.from({ length: 5 }, () => text('a')), zone: null },
    'amount is "a" or "a" or "a" or "a" or "a"',
  ],
  [
    { is: 'one-of', key: { of: 'time', every: 'day' }, values: [{ kind: 'time', text: '2026-11-20' }], zone: null },
    'created day = 2026-11-20',
  ],
  ...['true', '5', 'two words', '', 'a"'].map((value): [Condition, string] => [
    { is: 'one-of', key: amount, values: [text(value)], zone: null },
    `amount = "${value}"`,
  ]),
  [
    {
      is: 'units',
      by: ['currency'],
      units: [null],
      priced: { prices: ['price'], quantities: [], currencies: ['currency'] },
    },
    'currency is none',
  ],
  [{ is: 'number', key: amount, number: '1' }, 'amount is the number 1'],
  [{ is: 'number', key: amount, number: '1', not: true }, 'amount is not 1'],
  [{ is: 'one-of', key: amount, values: [text('a'), null], zone: null, not: true }, 'amount is not "a" or missing'],
  [{ is: 'between', key: amount, from: '100', to: null, beyond: true }, 'amount is more than 100'],
  [{ is: 'between', key: amount, from: null, to: '1', beyond: true }, 'amount is less than 1'],
  [{ is: 'contains', key: amount, text: `${'x'.repeat(79)}😀` }, `amount contains "${'x'.repeat(79)}…"`],
  [{ is: 'between', key: amount, from: '1', to: '2.50' }, 'amount is from 1 to 2.50'],
  [{ is: 'between', key: amount, from: null, to: '2' }, 'amount is at most 2'],
  [{ is: 'between', key: amount, from: '2', to: null }, 'amount is at least 2'],
  [{ is: 'between', key: amount, from: null, to: null }, 'amount is a number'],
  [{ is: 'created', from: '2026-11-01T00:00:00Z', until: null }, 'created from 1 Nov 2026 00:00:00 on, UTC'],
  [{ is: 'created', from: null, until: '2026-11-01T00:00:00Z' }, 'created before 1 Nov 2026 00:00:00, UTC'],
  [{ is: 'missing', key: amount }, 'amount is missing'],
  [{ is: 'present', key: amount }, 'amount is present'],
  [{ is: 'kind', key: amount, kind: 'json' }, 'amount is an object or a list'],
  [{ is: 'measured', measure: { properties: ['a', 'b'], text: false }, as: 'without' }, 'a × b has no number'],
  [{ is: 'units', by: ['currency', 'unit'], units: ['EUR', null] }, 'currency = EUR, unit is not set'],
  [{ is: 'sign', sign: 'neither' }, 'type is neither credit nor debit'],
  [{ is: 'misfit', misfit: 'not-utc' }, 'created is not in UTC'],
  [{ is: 'misfit', misfit: 'event-code' }, 'event code does not fit the interface'],
  [{ is: 'rows', rows: [1, 2] }, '2 individual events'],
])('a condition is said in words: %#', (condition, words) => {
  expect(conditionsWords({ where: [condition] }, 'UTC')).toBe(words)
})

test('several are joined, none is nothing', () => {
  const missing: Condition = { is: 'missing', key: amount }
  expect(conditionsWords({ where: [missing, missing] }, 'UTC')).toBe('amount is missing; amount is missing')
  expect(conditionsWords({ where: [] }, 'UTC')).toBe(null)
})

test('instants are said in the zone that is asked for, periods name theirs where it is not the snapshot’s', () => {
  const created: Condition = { is: 'created', from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z' }
  expect(conditionsWords({ where: [created] }, 'Europe/Berlin')).toBe(
    'created from 1 Nov 2026 00:00:00 (+01:00) up to, not including, 1 Dec 2026 00:00:00 (+01:00), Europe/Berlin',
  )
  const month = { of: 'time', every: 'month' } as const
  const values = [{ kind: 'time', text: '2026-11' } as const]
  expect(conditionsWords({ where: [{ is: 'one-of', key: month, values, zone: 'Asia/Tokyo' }] }, 'UTC')).toBe(
    'created month = 2026-11 in Asia/Tokyo',
  )
  expect(keyWords({ of: 'field', field: 'customerId' })).toBe('customer ID')
})

test('how many of how many events, and which', () => {
  const code = { of: 'field', field: 'eventCode' } as const
  const where: Condition[] = [{ is: 'one-of', key: code, values: [text('api_calls')], zone: null }]
  expect(narrowedWords({ where, misses: false }, 178, 10_078, 'UTC')).toBe(
    '178 of 10,078 events: event code = api_calls',
  )
  expect(narrowedWords({ where, misses: false }, null, 1, 'UTC')).toBe('some of 1 event: event code = api_calls')
  expect(narrowedWords({ where, misses: true }, 1_210, 10_078, 'UTC')).toBe(
    '1,210 events: event code = api_calls; also those that do not match a filter of the search',
  )
  expect(narrowedWords({ where: [], misses: false }, 10_078, 10_078, 'UTC')).toBe(null)
})
