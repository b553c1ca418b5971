import { expect, test } from 'vitest'
import { differingDays } from './snapshot-closing.ts'

const day = (date: number, total: number | null) => ({
  from: `2026-11-0${date}T00:00:00Z`,
  to: `2026-11-0${date + 1}T00:00:00Z`,
  total,
})

test('a late event and one that vanished show on their days, and nothing else does', () => {
  const kept = [day(1, 5), day(2, 6), day(3, 7), day(4, 8)]
  expect(differingDays(kept, [day(1, 5), day(2, 7), day(3, 7), day(4, 7)])).toEqual([
    { from: '2026-11-02T00:00:00Z', until: '2026-11-03T00:00:00Z' },
    { from: '2026-11-04T00:00:00Z', until: '2026-11-05T00:00:00Z' },
  ])
  expect(differingDays(kept, kept)).toEqual([])
})

test('a day without a count is one that differs, and days that follow each other are one segment', () => {
  const kept = [day(1, 5), day(2, null), day(3, 7), day(4, 8)]
  expect(differingDays(kept, [day(1, 5), day(2, null), day(3, 9)])).toEqual([
    { from: '2026-11-02T00:00:00Z', until: '2026-11-05T00:00:00Z' },
  ])
})
