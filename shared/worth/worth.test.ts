import { expect, test } from 'vitest'
import type { SumType } from '../exact/exact-sum.ts'
import { noRuleWords } from './worth.ts'

const words = (events: number, ...noRule: { type: SumType; events: number }[]) =>
  noRuleWords({ moneyKinds: [{ moneyKind: 'no-rule', events }], noRule })
const credits = { type: 'credit', events: 3 } as const
const debits = { type: 'debit', events: 2 } as const

test('why nothing is netted', () => {
  expect(words(0)).toBe(null)
  expect(words(3, credits)).toBe('3 credits have no price rule')
  expect(words(1, { type: 'credit', events: 1 })).toBe('1 credit has no price rule')
  expect(words(5, debits, credits)).toBe('2 debits and 3 credits have no price rule')
  expect(words(6, debits, credits, { type: 'neither', events: 1 })).toBe(
    '2 debits, 3 credits and 1 event of neither type have no price rule',
  )
  // Codes beyond the most are in no list.
  expect(words(5_000, credits)).toBe('5,000 events have no price rule')
})
