import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  compareInstants,
  epochMicroseconds,
  formatUtc,
  inZone,
  isZone,
  parseInstant,
  readDateTime,
  usualInstant,
  zones,
} from './instant.ts'

const seed = 20261120
const FIRST = Date.parse('0000-01-01T00:00:00Z') / 1000
const LAST = Date.parse('9999-12-31T23:59:59Z') / 1000
const instants = fc.record({
  seconds: fc.oneof(fc.integer({ min: FIRST, max: LAST }), fc.integer({ min: 0, max: 4_000_000_000 })),
  nanoseconds: fc.integer({ min: 0, max: 999_999_999 }),
})

describe('parseInstant', () => {
  test('reads what formatUtc writes, and so does Temporal', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const text = formatUtc(instant)
        expect(parseInstant(text)).toEqual(instant)
        expect(Temporal.Instant.from(text).epochNanoseconds).toBe(
          BigInt(instant.seconds) * 1_000_000_000n + BigInt(instant.nanoseconds),
        )
      }),
      { seed },
    )
  })

  test('in microseconds is at or before the instant, by less than one, before 1970 as well', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const nanoseconds = BigInt(instant.seconds) * 1_000_000_000n + BigInt(instant.nanoseconds)
        const cutOff = nanoseconds - 1_000n * (epochMicroseconds(formatUtc(instant)) ?? 0n)
        expect(cutOff >= 0n && cutOff < 1_000n).toBe(true)
      }),
      { seed },
    )
    expect(epochMicroseconds('yesterday')).toBeNull()
  })

  test('orders as whole nanoseconds do', () => {
    const nanoseconds = (i: { seconds: number; nanoseconds: number }) =>
      BigInt(i.seconds) * 1_000_000_000n + BigInt(i.nanoseconds)
    const near = fc.record({ seconds: fc.integer({ min: -2, max: 2 }), nanoseconds: fc.integer({ min: 0, max: 3 }) })
    fc.assert(
      fc.property(fc.oneof(near, instants), fc.oneof(near, instants), (a, b) => {
        const wanted = nanoseconds(a) < nanoseconds(b) ? -1 : nanoseconds(a) > nanoseconds(b) ? 1 : 0
        expect(Math.sign(compareInstants(a, b))).toBe(wanted)
      }),
      { seed },
    )
  })

  test('moves any offset into UTC as Temporal does', () => {
    const minutes = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), minutes, (seconds, shift) => {
        const pad = (n: number) => String(n).padStart(2, '0')
        const offset = `${shift < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(shift) / 60))}:${pad(Math.abs(shift) % 60)}`
        const text = formatUtc({ seconds: seconds + shift * 60, nanoseconds: 0 }).replace('Z', `.5${offset}`)
        expect(parseInstant(text)).toEqual({ seconds, nanoseconds: 500_000_000 })
      }),
      { seed },
    )
  })

  test.each([
    ['2026-11-20T14:52:57Z', '2026-11-20T14:52:57Z'],
    ['2026-11-20t14:52:57z', '2026-11-20T14:52:57Z'],
    ['2026-11-20T14:52:57.1331671189999Z', '2026-11-20T14:52:57.133167118Z'],
    ['2026-11-20T14:52:57.0Z', '2026-11-20T14:52:57Z'],
    ['2026-11-20T14:52:57-00:00', '2026-11-20T14:52:57Z'],
    ['2024-02-29T00:00:00+14:00', '2024-02-28T10:00:00Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2016-12-31T23:59:60.25Z', '2017-01-01T00:00:00.25Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999999999Z', '9999-12-31T23:59:59.999999999Z'],
  ])('%s is %s', (text, utc) => {
    const instant = parseInstant(text)
    expect(instant && formatUtc(instant)).toBe(utc)
  })

  test.each([
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-11-00T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T14:60:00Z',
    '2026-11-20T14:52:61Z',
    '2026-11-20T14:52:60Z',
    '2026-11-20T23:59:60Z',
    '2016-12-31T23:59:60+01:00',
    '2026-11-20T14:52:57',
    '2026-11-20T14:52Z',
    '2026-11-20T14:52:57.Z',
    '2026-11-20T14:52:57,5Z',
    '2026-11-20 14:52:57Z',
    '2026-11-20T14:52:57+24:00',
    '2026-11-20T14:52:57+01:60',
    '2026-11-20T14:52:57+0100',
    '2026-11-20T14:52:57+01',
    '20261120T145257Z',
    '+002026-11-20T14:52:57Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '9999-12-31T23:59:60Z',
    ' 2026-11-20T14:52:57Z',
    '2026-11-20T14:52:57Z\n',
    '2026-11-20T14:52:57Z[UTC]',
    '٢٠٢٦-11-20T14:52:57Z',
    '2026-11-20',
    '',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull()
  })
})

describe('inZone', () => {
  test('in UTC the pieces are those of the string sent', () => {
    fc.assert(
      fc.property(instants, fc.stringMatching(/^(\.\d{1,30})?$/), ({ seconds }, fraction) => {
        const text = formatUtc({ seconds, nanoseconds: 0 }).replace('Z', `${fraction}Z`)
        const chunks = inZone(text, 'UTC')
        expect(`${chunks?.date}T${chunks?.time}${chunks?.fraction}${chunks?.offset}`).toBe(text)
      }),
      { seed },
    )
  })

  test.each([
    ['2026-11-20T14:52:57.1331671180001Z', 'Europe/Berlin', ['2026-11-20', '15:52:57', '.1331671180001', '+01:00']],
    ['2026-11-20T23:00:00Z', 'Asia/Kolkata', ['2026-11-21', '04:30:00', '', '+05:30']],
    ['2026-11-20T14:52:57+02:00', 'UTC', ['2026-11-20', '12:52:57', '', 'Z']],
    ['2026-07-01T00:00:00Z', 'Europe/London', ['2026-07-01', '01:00:00', '', '+01:00']],
    ['2026-01-01T00:00:00Z', 'Europe/London', ['2026-01-01', '00:00:00', '', '+00:00']],
    ['2016-12-31T23:59:60Z', 'UTC', ['2016-12-31', '23:59:60', '', 'Z']],
    ['2016-12-31T23:59:60.5Z', 'Europe/Berlin', ['2017-01-01', '00:59:60', '.5', '+01:00']],
  ])('%s in %s', (text, zone, [date, time, fraction, offset]) => {
    expect(inZone(text, zone)).toEqual({ date, time, fraction, offset })
  })

  test('is null for what is not a date-time, and for a zone that is not known', () => {
    expect(inZone('yesterday', 'UTC')).toBeNull()
    expect(inZone('2026-11-20T14:52:57Z', 'Mars/Olympus')).toBeNull()
  })
})

test('zones: UTC first, each once, each known; an offset is no zone', () => {
  const all = zones()
  expect(all[0]).toBe('UTC')
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter((zone) => !isZone(zone))).toEqual([])
  expect(['', '+01:00', 'Z', 'Mars/Olympus', 'local'].filter(isZone)).toEqual([])
})

const part = (most: number, length: number) =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(length, '0'))
const texts = fc
  .tuple(
    fc.oneof(part(9999, 4), fc.constantFrom('1900', '2000', '2024', '2026')),
    fc.oneof(part(13, 2), fc.constant('02')),
    part(32, 2),
    part(25, 2),
    part(61, 2),
    part(61, 2),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{0,12}$/)),
    fc.constantFrom('Z', 'Z', 'Z', 'z', '+00:00', ''),
  )
  .map(
    ([year, month, day, hour, minute, second, rest, zone]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${rest}${zone}`,
  )
const damaged = fc
  .tuple(texts, fc.nat(19), fc.constantFrom('/', ':', ' ', 'x', '٣'))
  .map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1))

test('reads what the whole grammar reads, or leaves it to that', () => {
  let read = 0
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: texts }, { weight: 1, arbitrary: damaged }), (text) => {
      const usual = usualInstant(text)
      if (usual === null) return
      read += 1
      const whole = readDateTime(text)
      expect(usual).toEqual({
        seconds: whole?.seconds,
        nanoseconds: Number(whole?.fraction.slice(1, 10).padEnd(9, '0')),
      })
    }),
    { numRuns: 3_000 },
  )
  expect(read).toBeGreaterThan(200)
})

test.each([
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T14:52:60Z',
  '2026-11-20T14:52:57.Z',
  '2026-11-20T14:52:57+00:00',
  '2026-11-20T14:52:5 Z',
  '',
])('leaves %s to the whole grammar', (text) => {
  expect(usualInstant(text)).toBeNull()
})
