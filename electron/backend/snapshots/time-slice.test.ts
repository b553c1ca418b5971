import { expect, test } from 'vitest'
import { accountSchema, NO_ROWS } from '../../../shared/snapshot/account.ts'
import { inOrderOfTime, wholeAccount } from './time-slice.ts'

test('slices are put in order of time, not of text', () => {
  const starts = ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.5Z', null, '2026-10-31T00:00:00Z']
  const slices = starts.map((from, at) => ({ id: at + 1, from }))
  expect(inOrderOfTime(slices).map(({ id }) => id)).toEqual([3, 4, 1, 2])
})

test('the account of all parts adds up, unless an earlier version read one of them', () => {
  const read = (kept: number) => ({ kept, account: { ...NO_ROWS, kept, cameAgain: 1 } })
  const unread = { kept: 0, account: null }
  expect(wholeAccount([read(3), unread, read(4)])).toEqual({ ...NO_ROWS, kept: 7, cameAgain: 2 })
  expect(wholeAccount([unread])).toBeNull()
  expect(wholeAccount([read(3), { kept: 4, account: null }])).toBeNull()
})

test('an account of an earlier version, which did not tell what was gone, has none that was', () => {
  const { gone: _, ...earlier } = { ...NO_ROWS, kept: 3 }
  expect(accountSchema.parse(earlier)).toEqual({ ...NO_ROWS, kept: 3 })
})
