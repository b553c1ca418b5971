import { expect, test } from 'vitest'
import { isAskedFirst, isLarge, snapshotCost } from './snapshot-cost.ts'

test.each([
  // Measured over the reference service.
  [30, 7],
  [400, 14],
  [1_400, 26],
  [4_000, 61],
  [10_000, 132],
  [30_000, 373],
])('%i events are told as about the %i requests that they took', (events, took) => {
  const { requests } = snapshotCost(events, 20)
  expect(Math.abs(requests - took)).toBeLessThanOrEqual(Math.max(1, took * 0.2))
})

test('the time goes by the connection’s own answers, and is not told without one', () => {
  expect(snapshotCost(20_000, 300).ms).toBe(266 * 100 + 300)
  expect(snapshotCost(20_000, 3).ms).toBe(266 * 8 + 3)
  expect(snapshotCost(20_000, null).ms).toBeNull()
  expect(isLarge(snapshotCost(100_000, null))).toBe(false)
  expect(isLarge(snapshotCost(100_001, null))).toBe(true)
})

test('a large one is taken once that was confirmed; another one of the same search where reading takes a while', () => {
  const asked = (events: number, isRecent: boolean) => isAskedFirst(snapshotCost(events, null), isRecent)
  expect([asked(3_220, true), asked(10_000, false)]).toEqual([false, false])
  expect([asked(10_000, true), asked(312_440, false)]).toEqual([true, true])
})
