import { expect, test } from 'vitest'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import { conditionWords } from './condition-words.ts'

const amount = { of: 'property', name: 'amount' } as const
const code = { of: 'field', field: 'eventCode' } as const
const text = (value: string) => ({ kind: 'string', text: value }) as const

test.each<[Condition, string]>([
  [{ is: 'one-of', key: code, values: [text('api')], zone: null }, 'Event code = “api”'],
  [{ is: 'one-of', key: code, values: [null], zone: null }, 'Event code is missing'],
  [
    { is: 'one-of', key: code, values: ['a', 'b', 'c', 'd', 'e'].map(text), zone: null },
    'Event code is one of “a”, “b”, “c”, +2 more',
  ],
  [{ is: 'number', key: amount, number: '0.10' }, 'amount = 0.10'],
  [{ is: 'contains', key: code, text: 'x' }, 'Event code contains “x”'],
  [{ is: 'between', key: amount, from: '1', to: '2' }, 'amount is 1 to 2'],
  [{ is: 'between', key: amount, from: null, to: '2' }, 'amount is 2 or less'],
  [{ is: 'created', from: '2026-11-01T00:00:00Z', until: null }, 'Created from 1 Nov 2026, 00:00:00 UTC on'],
  [{ is: 'kind', key: amount, kind: 'string' }, 'amount is text'],
  [{ is: 'sign', sign: 'neither' }, 'Neither credit nor debit'],
  [
    { is: 'measured', measure: { properties: ['amount', 'price'], text: false }, as: 'without' },
    'Without a number in amount × price',
  ],
  [{ is: 'units', by: ['currency', 'unit'], units: ['EUR', null] }, 'currency = “EUR”, unit = not known'],
  [{ is: 'misfit', misfit: 'not-utc' }, 'Created is not in UTC'],
  [{ is: 'rows', rows: [1] }, '1 row chosen'],
])('%j', (condition, words) => expect(conditionWords(condition, 'UTC')).toBe(words))
