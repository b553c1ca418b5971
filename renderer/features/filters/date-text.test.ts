import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatUtc } from '../../../shared/instant.ts'
import { dayOf, type Edge, readDate, utcOf, withDay, writeDate } from './date-text.ts'

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Apia',
  'Antarctica/Troll',
  'Asia/Tehran',
)
const edge = fc.constantFrom<Edge>('from', 'to')
const date = (text: string) => ({ text, chosen: null })

describe('an instant is written', () => {
  test.each<[string, string, Edge, string]>([
    ['2026-11-01T00:00:00Z', 'UTC', 'from', '2026-11-01'],
    ['2026-11-01T00:00:00Z', 'UTC', 'to', '2026-11-01 00:00'],
    ['2026-11-01T23:59:59.999999999Z', 'UTC', 'to', '2026-11-01'],
    ['2026-10-31T23:00:00Z', 'Europe/Berlin', 'from', '2026-11-01'],
    ['2026-11-20T14:00:05Z', 'Europe/Berlin', 'from', '2026-11-20 15:00:05'],
    ['2026-11-20T14:00:00.5Z', 'Europe/Berlin', 'from', '2026-11-20 15:00:00.5'],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', 'from', '2026-10-25T00:30:00Z'], // the clock shows 02:30 twice
    ['2026-11-01T00:00:00.000Z', 'UTC', 'from', '2026-11-01 00:00:00.000'],
  ])('%s in %s as %s: %s', (utc, inZone, at, text) => {
    expect(writeDate(utc, inZone, at).text).toBe(text)
  })

  test('so that it reads back as itself, to the last digit', () => {
    const instant = fc.record({
      seconds: fc.integer({ min: -2_000_000_000, max: 6_000_000_000 }),
      nanoseconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_999 })),
    })
    fc.assert(
      fc.property(instant, zone, edge, (at, inZone, on) => {
        const utc = formatUtc(at)
        expect(readDate(writeDate(utc, inZone, on), inZone, on)).toEqual({ kind: 'instant', utc })
      }),
      { seed: 4, numRuns: 300 },
    )
  })
})

describe('a doubled hour', () => {
  const text = '2026-10-25 02:30'
  test('is settled by the choice', () => {
    expect(readDate(date(text), 'Europe/Berlin', 'from').kind).toBe('ambiguous')
    expect(utcOf({ text, chosen: '2026-10-25T00:30:00Z' }, 'Europe/Berlin', 'from')).toBe('2026-10-25T00:30:00Z')
  })

  test('is asked about again when the choice belonged to another text or zone', () => {
    expect(readDate({ text, chosen: '2026-10-25T00:31:00Z' }, 'Europe/Berlin', 'from').kind).toBe('ambiguous')
    expect(utcOf({ text, chosen: '2026-10-25T00:30:00Z' }, 'UTC', 'from')).toBe('2026-10-25T02:30:00Z')
  })

  test('shows its day in the calendar all the same', () => {
    expect(dayOf(date(text), 'Europe/Berlin', 'to')).toBe('2026-10-25')
    expect(dayOf(date('2026-10-24T23:30:00Z'), 'Europe/Berlin', 'to')).toBe('2026-10-25')
    expect(dayOf(date('2026-1'), 'UTC', 'to')).toBeNull()
  })
})

describe('a day picked in the calendar', () => {
  test.each([
    ['', 'UTC', '2026-11-22'],
    ['2026-11-20', 'UTC', '2026-11-22'],
    ['2026-11-20 15:00', 'UTC', '2026-11-22 15:00'],
    [' 2026-11-20T15:00:01.5 ', 'Europe/Berlin', '2026-11-22T15:00:01.5'],
    ['2026-11-20T14:00:00Z', 'Europe/Berlin', '2026-11-22 15:00'],
    ['2026-11-20T23:30:05.25+00:00', 'Europe/Berlin', '2026-11-22 00:30:05.25'],
    ['2026-11-20 25:99', 'UTC', '2026-11-22 25:99'],
    ['tomorrow', 'UTC', '2026-11-22'],
  ])('keeps the time of day of "%s" in %s: %s', (text, inZone, expected) => {
    expect(withDay(text, inZone, '2026-11-22')).toBe(expected)
  })
})
