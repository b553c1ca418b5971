import { expect, test } from 'vitest'
import { conditionSchema } from '../../../shared/snapshot/snapshot-condition.ts'
import { listedKeys, nameOfKey, scopeOfCode, scopeOfKind, scopeOfValue } from './value-keys.ts'

const names = [
  { name: 'amount', rows: 9 },
  { name: 'event_id', rows: 2 },
]
const scope = { where: [], misses: true }

test('a property named like a field stands beside it, and what is typed narrows both', () => {
  expect(listedKeys(names, '').map(nameOfKey)).toEqual([
    'event_id',
    'customer_id',
    'event_code',
    'event_type',
    'created_at',
    'amount',
    'event_id',
  ])
  expect(listedKeys(names, ' EVENT_I').map(({ of }) => of)).toEqual(['field', 'property'])
})

test('each count has the condition that its events fulfil', () => {
  const key = { of: 'property' as const, name: 'amount' }
  const made = [
    scopeOfKind(scope, key, 'missing'),
    scopeOfKind(scope, key, 'repeated'),
    scopeOfValue(scope, key, { kind: 'number', text: '1.0' }),
    scopeOfCode(scope, null),
    scopeOfCode(scope, 'api_calls'),
  ]
  expect(made.map(({ where }) => where[0]?.is)).toEqual(['missing', 'kind', 'one-of', 'one-of', 'one-of'])
  for (const { where, misses } of made) {
    expect(conditionSchema.safeParse(where[0]).success).toBe(true)
    expect(misses).toBe(true)
  }
  expect(scopeOfCode(scope, undefined)).toBe(scope)
})
