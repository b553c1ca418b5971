import { expect, test } from 'vitest'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { againWords, eventsWithin, extensionRequests, extensionWords, stretchesCost } from './read-cost.ts'

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

test('what is taken over costs two requests a part, whatever is in it', () => {
  const of = (total: number | null, parts: number, events: number) => extensionRequests({ total, parts, events })
  expect(of(null, 3, 4_000)).toBeNull()
  expect(of(14_000, 10, 13_400)).toBe((of(600, 0, 0) ?? 0) + 24)
  expect(of(14_000, 10, 13_400)).toBeLessThan((of(14_000, 0, 0) ?? 0) / 4)
  // Fewer are there than were taken over: some went since.
  expect(of(13_000, 10, 13_400)).toBe((of(0, 0, 0) ?? 0) + 24)
})

test('it is said how much is taken over, or that nothing is', () => {
  expect(extensionWords({ total: 14_000, parts: 10, events: 13_400 })).toBe(
    '14,000 events. 13,400 of this snapshot are taken over in 10 parts: each part is counted again before and after, and read again where its count differs. The rest is read.',
  )
  expect(extensionWords({ total: 900, parts: 0, events: 0 })).toBe(
    '900 events. Nothing is taken over: reading all of it costs no more.',
  )
})
