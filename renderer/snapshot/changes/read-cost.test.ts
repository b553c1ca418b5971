import { expect, test } from 'vitest'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { againWords, eventsWithin, stretchesCost } from './read-cost.ts'

test('a reading of days costs what their events do, and little beside', () => {
  const line = (text: string, count: number) =>
    ({ keys: [{ kind: 'time', text }], total: { count } }) as unknown as TotalsLine
  const days = [line('2026-11-03', 5), line('2026-11-04', 700), line('2026-11-05', 60), line('2026-11-17', 11)]
  const stretches = [
    { from: '2026-11-03T23:00:00Z', until: '2026-11-04T23:00:00Z' },
    { from: '2026-11-16T23:00:00Z', until: '2026-11-17T05:00:00Z' },
  ]
  expect(eventsWithin(days, stretches, 'Europe/Berlin')).toBe(711)
  expect(eventsWithin(days, [], 'UTC')).toBe(0)
  expect(stretchesCost(711, 2)).toBe(14)
  expect(againWords({ requests: 3_150 })).toBe('about 3,150 requests')
  expect(againWords({ requests: 0 })).toBe('about 1 request')
})
