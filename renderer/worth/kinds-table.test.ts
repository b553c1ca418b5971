import { expect, test } from 'vitest'
import type { KindLine } from '../../shared/snapshot/snapshot-worth.ts'
import { outcomeWords, sumWords } from './kinds-table.tsx'

const eur = { currency: 'EUR', events: 2, sum: '16476.000' }
const kind: KindLine = {
  eventCode: 'api_calls',
  type: 'debit',
  sign: 'zero-or-above',
  property: 'amount',
  events: 2,
  sums: [eur],
  example: 0,
  offered: null,
  exampleId: null,
  otherSums: 0,
  takes: [{ rule: 0, events: 2 }],
  moneyKinds: [{ moneyKind: 'charged', events: 2 }],
  worth: [eur],
  notValued: [],
}

test('what follows from a rule is said, and where there is none', () => {
  expect(outcomeWords(kind)).toBe('Rule 1 takes 2: charged; 16,476.00 EUR')
  expect(outcomeWords({ ...kind, takes: [{ rule: null, events: 2 }] })).toBe('No total: no price rule')
  const ofMonth = { worth: [], notValued: [{ why: 'part-of-line' as const, events: 2 }] }
  expect(outcomeWords({ ...kind, ...ofMonth })).toBe('Rule 1 takes 2: charged; 2 in lines of a month')
  const mixed: KindLine = {
    ...kind,
    takes: [
      { rule: 1, events: 1 },
      { rule: null, events: 1 },
    ],
    moneyKinds: [
      { moneyKind: 'charged', events: 1 },
      { moneyKind: 'no-rule', events: 1 },
    ],
    worth: [],
    notValued: [{ why: 'no-price', events: 1 }],
  }
  expect(outcomeWords(mixed)).toBe('Rule 2 takes 1: 1 charged, 1 no price rule; 1 not valued')
})

test('sums stand one below the other, and what is left out is said', () => {
  expect(sumWords(kind)).toEqual(['16,476.00 EUR'])
  expect(sumWords({ sums: [], otherSums: 0 })).toEqual(['–'])
  const many = ['EUR', 'USD', 'GBP', 'JPY'].map((currency) => ({ currency, events: 1, sum: '1' }))
  expect(sumWords({ sums: many, otherSums: 2 }).at(-1)).toBe('and 3 more')
})
