import { expect, test } from 'vitest'
import { costWords, isAskedFirst, isLarge, snapshotCost, takingWords } from './snapshot-cost.ts'

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

test('before a snapshot is taken its cost is said, and the billing zone where its days are not those on screen', () => {
  const cost = { events: 1_200, requests: 14, ms: 2_100 }
  const alone = costWords(cost)
  expect(alone).toMatch(/14 requests, about 2 s$/)
  expect(takingWords(cost, null, 'UTC', false)).toBe(alone)
  expect(takingWords(cost, 'Europe/Berlin', 'Europe/Berlin', false)).toBe(alone)
  expect(takingWords(cost, 'America/New_York', 'UTC', false)).toBe(
    `${alone}. Its days are those of the billing zone, America/New York`,
  )
  expect(takingWords(null, 'UTC', 'Europe/Berlin', false)).toMatch(/, UTC$/)
  expect(takingWords(cost, null, 'UTC', true)).toBe(`${alone}. Kept for this run only`)
})
