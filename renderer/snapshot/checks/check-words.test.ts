import { expect, test } from 'vitest'
import type { DuplicatesAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import { MISFITS } from '../../../shared/snapshot/snapshot-condition.ts'
import { amountChoice } from '../../worth/amount-choice.ts'
import { duplicatesWords, evidenceWords, identifierWords, misfitWords } from './check-words.ts'

const amount = amountChoice([], [], undefined)
const answer = (changed: Partial<DuplicatesAnswer>): DuplicatesAnswer => ({
  by: ['currency'],
  groups: [],
  offset: 0,
  groupCount: 2,
  marked: 0,
  tooMuch: [{ sign: 'debit', units: ['EUR'], groups: 2, amount: '1249.00' }],
  undated: 0,
  ...changed,
})

test('what may be there twice is said with what it comes to, apart for each currency and side', () => {
  expect(duplicatesWords(answer({}), amount)).toBe(
    '2 groups may be duplicates. If one of each is right: 1,249.00 EUR too much. Genuine events can look like this.',
  )
  const tooMuch = [
    { sign: 'debit' as const, units: ['EUR'], groups: 1, amount: '1249.00' },
    { sign: 'debit' as const, units: ['USD'], groups: 1, amount: '0.10' },
    { sign: 'credit' as const, units: [null], groups: 1, amount: '5' },
    { sign: 'neither' as const, units: ['EUR'], groups: 1, amount: null },
  ]
  expect(duplicatesWords(answer({ groupCount: 4, marked: 3, tooMuch }), amount)).toBe(
    '1 group may be duplicates. If one of each is right: 1,249.00 EUR and 0.10 USD too much; 5 (unit not known) too much credited. Genuine events can look like this. 3 groups marked as legitimate.',
  )
  expect(duplicatesWords(answer({ tooMuch: [] }), amount)).toBe(
    '2 groups may be duplicates. Genuine events can look like this.',
  )
  expect(duplicatesWords(answer({ groupCount: 0 }), amount)).toBe('No events look like duplicates.')
  expect(duplicatesWords(answer({ marked: 2 }), amount)).toContain('Nothing else')
})

test('sums of many units are not all read out', () => {
  const tooMuch = ['A', 'B', 'C', 'D', 'E', 'F'].map((unit) => ({
    sign: 'debit' as const,
    units: [unit],
    groups: 1,
    amount: '1',
  }))
  expect(duplicatesWords(answer({ tooMuch }), amount)).toContain('1 A, 1 B, 1 C, 1 D and 2 other sums too much')
})

test('evidence is said for and against', () => {
  expect((['strong', 'against', 'plain'] as const).map((evidence) => evidenceWords({ evidence }))).toEqual([
    'Same idempotency key',
    'Different idempotency keys',
    null,
  ])
  const identifiers = [
    { name: 'request_id', values: 'different' as const },
    { name: 'key', values: 'same' as const },
  ]
  expect(identifierWords({ identifiers })).toBe('request_id differs, key is the same')
})

test('every misfit has words of its own', () => {
  expect(new Set(MISFITS.map((misfit) => misfitWords(misfit, 2))).size).toBe(MISFITS.length)
  expect(misfitWords('event-id', 1)).toBe('has no valid event ID')
  expect(misfitWords('customer-id', 2)).toBe('have no valid customer ID')
})
