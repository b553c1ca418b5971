import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Account, countedRows, NO_ROWS, ROW_KINDS } from '../../../shared/snapshot/account.ts'
import { countedNote } from './how-it-was-read.tsx'

const anyAccount = fc.record(
  Object.fromEntries(ROW_KINDS.map((rowKind) => [rowKind, fc.nat(1_000_000)])) as Record<
    keyof Account,
    fc.Arbitrary<number>
  >,
)

test('the line of the count shows how it adds up', () => {
  const account = { ...NO_ROWS, kept: 1_200, before: 3, cameAgain: 12 }
  expect(countedNote(account, 1_203)).toBe('1,215 − 12 received twice = 1,203: it adds up')
  expect(countedNote(account, 1_300)).toBe('1,215 − 12 received twice = 1,203: 97 are missing')
  expect(countedNote(account, 1_200)).toBe('1,215 − 12 received twice = 1,203: 3 too many')
  expect(countedNote({ ...NO_ROWS, kept: 3 }, 3)).toBe('3 received: it adds up')
  const gone = countedNote({ ...NO_ROWS, kept: 3, cameAgain: 2, gone: 40 }, 3)
  expect(gone).toBe('45 − 2 received twice − 40 that are gone = 3: it adds up')
  expect(countedNote(account, null)).toBe('it gave no count')
})

test('it is said to add up exactly where the service counts every row that did not come again', () => {
  fc.assert(
    fc.property(anyAccount, fc.integer({ min: -2, max: 2 }), (account, off) => {
      expect(countedNote(account, countedRows(account) + off).endsWith('it adds up')).toBe(off === 0)
    }),
  )
})
