import { expect, test } from 'vitest'
import { scopeWords } from './scope-words.ts'
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
    'amount is a or a or a or a or a or 995 more',
  ],
  [
    { is: 'one-of', key: { of: 'time', every: 'day' }, values: [{ kind: 'time', text: '2026-11-20' }], zone: null },
    'day = 2026-11-20',
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
  [{ is: 'contains', key: amount, text: `${'x'.repeat(79)}😀` }, `amount contains "${'x'.repeat(79)}…"`],
  [{ is: 'between', key: amount, from: '1', to: '2.50' }, 'amount is from 1 to 2.50'],
  [{ is: 'between', key: amount, from: null, to: '2' }, 'amount is at most 2'],
  [{ is: 'between', key: amount, from: '2', to: null }, 'amount is at least 2'],
  [{ is: 'created', from: '2026-11-01T00:00:00Z', until: null }, 'created from 2026-11-01T00:00:00Z'],
  [{ is: 'missing', key: amount }, 'amount is missing'],
  [{ is: 'present', key: amount }, 'amount is present'],
  [{ is: 'kind', key: amount, kind: 'json' }, 'amount is an object or a list'],
  [{ is: 'measured', measure: { properties: ['a', 'b'], text: false }, as: 'without' }, 'a × b has no number'],
  [{ is: 'units', by: ['currency', 'unit'], units: ['EUR', null] }, 'currency = EUR, unit is not known'],
  [{ is: 'sign', sign: 'neither' }, 'type is neither credit nor debit'],
  [{ is: 'misfit', misfit: 'not-utc' }, 'misfits: not utc'],
  [{ is: 'rows', rows: [1, 2] }, '2 chosen rows'],
])('a condition is said in words: %#', (condition, words) => {
  expect(scopeWords({ where: [condition] })).toBe(words)
})

test('several are joined, none is nothing', () => {
  const missing: Condition = { is: 'missing', key: amount }
  expect(scopeWords({ where: [missing, missing] })).toBe('amount is missing; amount is missing')
  expect(scopeWords({ where: [] })).toBe(null)
})
