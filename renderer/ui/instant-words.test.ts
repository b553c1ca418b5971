import { expect, test } from 'vitest'
import { clockWords, momentWords, zoneLabel } from './instant-words.ts'

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

test.each([
  ['2026-11-20T14:52:57.133167118Z', 'Europe/Berlin', '20 Nov 2026, 15:52:57 Berlin (+01:00)'],
  ['2026-07-04T23:30:00Z', 'America/Argentina/Buenos_Aires', '4 Jul 2026, 20:30:00 Buenos Aires (-03:00)'],
  ['2026-11-20T14:52:57Z', 'UTC', '20 Nov 2026, 14:52:57 UTC'],
  ['yesterday', 'UTC', null],
  ['2026-02-30T00:00:00Z', 'UTC', null],
])('%s as a moment in %s: %s', (instant, zone, words) => {
  expect(momentWords(instant, zone)).toBe(words)
})

test('a zone is named as people do, with its offset at that instant', () => {
  expect(zoneLabel('Europe/Berlin', '2026-11-20T00:00:00Z')).toBe('Berlin (+01:00)')
  expect(zoneLabel('Europe/Berlin', '2026-07-20T00:00:00Z')).toBe('Berlin (+02:00)')
  expect(zoneLabel('America/Argentina/Buenos_Aires', '2026-07-20T00:00:00Z')).toBe('Buenos Aires (-03:00)')
})
