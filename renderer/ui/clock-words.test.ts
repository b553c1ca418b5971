import { expect, test } from 'vitest'
import { clockWords } from './clock-words.ts'

test.each([
  ['2026-11-20T12:03:59.999Z', 'UTC', '2026-11-20T15:00:00Z', '12:03 UTC'],
  ['2026-11-19T12:03:00Z', 'UTC', '2026-11-20T15:00:00Z', '19 Nov, 12:03 UTC'],
  ['2026-11-19T23:30:00Z', 'Europe/Berlin', '2026-11-20T15:00:00Z', '00:30'],
  ['2026-11-20T12:03:00Z', 'Asia/Tokyo', '2026-11-20T15:00:00Z', '20 Nov, 21:03'],
])('%s in %s, seen at %s: %s', (instant, zone, now, words) => {
  expect(clockWords(instant, zone, now)).toBe(words)
})

test('a text that is no instant is shown as it is', () => {
  expect(clockWords('noon', 'UTC', '2026-11-20T15:00:00Z')).toBe('noon')
})
