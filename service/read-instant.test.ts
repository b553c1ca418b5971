import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { readInstant } from './read-instant.ts'

function keyOf(text: string): string {
  const reading = readInstant(text)
  if (!reading.ok) throw new Error(`${text} ${reading.problem}`)
  return reading.instant.key
}

describe('readInstant', () => {
  test.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00Z'],
    ['2026-03-01T09:30:00.120Z', '2026-03-01T09:30:00.120Z'],
    ['2026-03-01t09:30:00.123456789z', '2026-03-01T09:30:00.123456789Z'],
    ['2026-03-01T00:30:00+05:30', '2026-02-28T19:00:00Z'],
    ['2024-02-29T23:59:59.9-00:00', '2024-02-29T23:59:59.9Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:60Z'],
    ['2016-12-31T15:59:60.5-08:00', '2016-12-31T23:59:60.5Z'],
  ])('%s is %s in UTC', (text, utc) => {
    expect(readInstant(text)).toMatchObject({ ok: true, instant: { utc } })
  })

  test.each([
    ['2026-02-29T00:00:00Z', 'a day that does not exist: 2026-02-29'],
    ['2026-04-31T00:00:00Z', 'a day that does not exist'],
    ['2026-00-10T00:00:00Z', 'a day that does not exist'],
    ['2026-13-01T00:00:00Z', 'a day that does not exist'],
    ['1900-02-29T00:00:00Z', 'a day that does not exist'],
    ['2026-01-01T24:00:00Z', 'a time that does not exist'],
    ['2026-01-01T10:60:00Z', 'a time that does not exist'],
    ['2026-01-01T10:00:61Z', 'a time that does not exist'],
    ['2026-01-01T10:00:60Z', 'leap second'],
    ['2026-01-01T00:00:00+24:00', 'offset'],
    ['2026-01-01T00:00:00+01:60', 'offset'],
    ['0000-01-01T00:00:00+01:00', 'outside the years'],
    ['9999-12-31T23:59:59-01:00', 'outside the years'],
    ['2026-01-01', 'RFC 3339'],
    ['2026-01-01T00:00:00', 'RFC 3339'],
    ['2026-01-01 00:00:00Z', 'RFC 3339'],
    ['2026-01-01T00:00Z', 'RFC 3339'],
    ['2026-01-01T00:00:00.Z', 'RFC 3339'],
    ['20260101T000000Z', 'RFC 3339'],
    ['', 'RFC 3339'],
  ])('%s is refused: %s', (text, problem) => {
    expect(readInstant(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  test('keys order instants as Temporal does, whatever their offsets and fractions', () => {
    const instant = fc
      .tuple(
        fc.date({ min: new Date('0001-01-03T00:00:00Z'), max: new Date('9999-12-29T00:00:00Z'), noInvalidDate: true }),
        fc.stringMatching(/^(\.\d{1,9})?$/),
        fc.constantFrom('Z', '+00:00', '-00:00', '+05:45', '-11:00', '+23:59', '-23:59'),
      )
      .map(([date, fraction, zone]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`)
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const expected = Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other))
        const [a, b] = [keyOf(one), keyOf(other)]
        expect(a === b ? 0 : a < b ? -1 : 1).toBe(expected)
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  test('a leap second lies between its neighbours, and trailing zeros do not matter', () => {
    const keys = ['2016-12-31T23:59:59.999Z', '2016-12-31T23:59:60Z', '2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00Z']
    expect(keys.map(keyOf).toSorted()).toEqual(keys.map(keyOf))
    expect(keyOf('2026-01-01T00:00:00.100Z')).toBe(keyOf('2026-01-01T00:00:00.1Z'))
    expect(keyOf('2026-01-01T00:00:00.000Z')).toBe(keyOf('2026-01-01T00:00:00Z'))
  })
})
