import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  compareInstants,
  formatUtc,
  inZone,
  isZone,
  PRESETS,
  parseInstant,
  presetRange,
  readDateInput,
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
        const pieces = inZone(text, 'UTC')
        expect(`${pieces?.date}T${pieces?.time}${pieces?.fraction}${pieces?.offset}`).toBe(text)
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

  test('is null for what is no date-time, and for a zone that is not known', () => {
    expect(inZone('yesterday', 'UTC')).toBeNull()
    expect(inZone('2026-11-20T14:52:57Z', 'Mars/Olympus')).toBeNull()
  })
})

describe('readDateInput', () => {
  test('sends a typed UTC instant back digit for digit, however it was spelled', () => {
    fc.assert(
      fc.property(
        instants,
        fc.stringMatching(/^(\.\d{1,20})?$/),
        fc.constantFrom('UTC', 'Europe/Berlin'),
        ({ seconds }, fraction, zone) => {
          const utc = formatUtc({ seconds, nanoseconds: 0 }).replace('Z', `${fraction}Z`)
          for (const typed of [utc, ` ${utc}\n`, utc.toLowerCase(), utc.replace('T', ' '), utc.replace('Z', '+00:00')])
            expect(readDateInput(typed, zone, 'to')).toEqual({ kind: 'instant', utc })
          expect(readDateInput(utc.slice(0, -1), 'UTC', 'from')).toEqual({ kind: 'instant', utc })
        },
      ),
      { seed },
    )
  })

  test('never throws, whatever is typed, and an instant is always one that can be sent', () => {
    const almost = fc.stringMatching(
      /^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})?)?$/,
    )
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), almost),
        fc.constantFrom('UTC', 'Africa/Monrovia', 'Pacific/Apia', 'America/New_York', 'No/Where'),
        fc.constantFrom('from' as const, 'to' as const),
        (typed, zone, edge) => {
          const reading = readDateInput(typed, zone, edge)
          if (reading.kind === 'instant') expect(parseInstant(reading.utc)).not.toBeNull()
          if (reading.kind === 'invalid') expect(reading.message).toMatch(/^[A-Z].*\.$/)
        },
      ),
      { seed, numRuns: 500 },
    )
  })

  test.each([
    ['', 'UTC', 'from', { kind: 'empty' }],
    ['  \t', 'UTC', 'from', { kind: 'empty' }],
    ['2026-11-20', 'UTC', 'from', { kind: 'instant', utc: '2026-11-20T00:00:00Z' }],
    ['2026-11-20', 'UTC', 'to', { kind: 'instant', utc: '2026-11-20T23:59:59.999999999Z' }],
    ['2026-11-20', 'Europe/Berlin', 'from', { kind: 'instant', utc: '2026-11-19T23:00:00Z' }],
    ['2026-11-20', 'Europe/Berlin', 'to', { kind: 'instant', utc: '2026-11-20T22:59:59.999999999Z' }],
    ['2026-11-20 14:52', 'Europe/Berlin', 'to', { kind: 'instant', utc: '2026-11-20T13:52:00Z' }],
    ['2026-11-20T14:52:57.5+02:00', 'Asia/Tokyo', 'to', { kind: 'instant', utc: '2026-11-20T12:52:57.5Z' }],
    ['2026-11-20 14:52Z', 'Asia/Tokyo', 'to', { kind: 'instant', utc: '2026-11-20T14:52:00Z' }],
    ['2016-12-31 23:59:60', 'UTC', 'to', { kind: 'instant', utc: '2017-01-01T00:00:00Z' }],
    [
      '2026-10-25 02:30:00.25',
      'Europe/Berlin',
      'from',
      {
        kind: 'ambiguous',
        choices: [
          { utc: '2026-10-25T00:30:00.25Z', offset: '+02:00' },
          { utc: '2026-10-25T01:30:00.25Z', offset: '+01:00' },
        ],
      },
    ],
    // Midnight is skipped in Cairo, and comes after 23:00 twice in Nuuk; Samoa went over the date line.
    ['2026-04-24', 'Africa/Cairo', 'from', { kind: 'instant', utc: '2026-04-23T22:00:00Z' }],
    ['2026-03-28', 'America/Nuuk', 'to', { kind: 'instant', utc: '2026-03-29T00:59:59.999999999Z' }],
    ['2026-10-24', 'America/Nuuk', 'to', { kind: 'instant', utc: '2026-10-25T01:59:59.999999999Z' }],
    [
      '2011-12-30',
      'Pacific/Apia',
      'to',
      { kind: 'invalid', message: 'The day 2011-12-30 was skipped in Pacific/Apia.' },
    ],
    ['2011-12-29', 'Pacific/Apia', 'to', { kind: 'instant', utc: '2011-12-30T09:59:59.999999999Z' }],
    // At 00:01 clocks went back to 23:01 of the day before: both days are torn.
    ['1995-10-28', 'America/St_Johns', 'to', { kind: 'instant', utc: '1995-10-29T03:29:59.999999999Z' }],
    ['1995-10-29', 'America/St_Johns', 'from', { kind: 'instant', utc: '1995-10-29T02:30:00Z' }],
  ] as const)('%j in %s (%s)', (typed, zone, edge, wanted) => {
    expect(readDateInput(typed, zone, edge)).toEqual(wanted)
  })

  test.each([
    [
      '2026-03-29 02:30',
      'Europe/Berlin',
      '02:30:00 is skipped on 2026-03-29 in Europe/Berlin: clocks go from 2026-03-29 02:00 to 2026-03-29 03:00.',
    ],
    ['2026-02-30', 'UTC', 'There is no day 2026-02-30.'],
    ['2026-02-30T10:00:00Z', 'UTC', 'There is no day 2026-02-30.'],
    [
      '2026-02-20 25:00',
      'Europe/Berlin',
      'There is no time 25:00:00: hours go from 00 to 23, minutes and seconds from 00 to 59.',
    ],
    [
      '2026-02-20 10:00:60',
      'UTC',
      'There is no time 10:00:60: hours go from 00 to 23, minutes and seconds from 00 to 59.',
    ],
    ['2026-02-20T10:00:00+25:00', 'UTC', 'There is no offset +25:00: it goes from -23:59 to +23:59.'],
    ['0000-01-01T00:00:00+01:00', 'UTC', 'This lies outside the years 0000 to 9999 in UTC.'],
    ['0000-01-01 00:00', 'Asia/Tokyo', 'This lies outside the years 0000 to 9999 in UTC.'],
    ['9999-12-31', 'America/New_York', 'This lies outside the years 0000 to 9999 in UTC.'],
    ['20.11.2026', 'UTC', 'Write 2026-11-20, 2026-11-20 14:52 or 2026-11-20T14:52:57Z.'],
    ['2026-11-20', 'Mars/Olympus', 'The time zone Mars/Olympus is not known here.'],
  ])('refuses %j in %s in words', (typed, zone, message) => {
    expect(readDateInput(typed, zone, 'to')).toEqual({ kind: 'invalid', message })
  })
})

describe('presetRange', () => {
  const now = '2026-11-20T14:52:57Z'
  test.each([
    ['hour', 'UTC', '2026-11-20T13:52:57Z', '2026-11-20T14:52:57Z'],
    ['today', 'UTC', '2026-11-20T00:00:00Z', '2026-11-20T23:59:59.999999999Z'],
    ['today', 'Asia/Tokyo', '2026-11-19T15:00:00Z', '2026-11-20T14:59:59.999999999Z'],
    ['yesterday', 'Europe/Berlin', '2026-11-18T23:00:00Z', '2026-11-19T22:59:59.999999999Z'],
    ['7-days', 'UTC', '2026-11-14T00:00:00Z', '2026-11-20T23:59:59.999999999Z'],
    ['this-month', 'Europe/Berlin', '2026-10-31T23:00:00Z', '2026-11-30T22:59:59.999999999Z'],
    ['last-month', 'Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-31T22:59:59.999999999Z'],
  ] as const)('%s in %s', (preset, zone, from, to) => {
    expect(presetRange(preset, now, zone)).toEqual({ from, to })
  })

  test('holds now (last month and yesterday: end where this month and today begin), in every zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_600_000_000, max: 2_000_000_000 }),
        fc.constantFrom(...zones()),
        fc.constantFrom(...PRESETS),
        (seconds, zone, preset) => {
          const at = { seconds, nanoseconds: 0 }
          const range = presetRange(preset, formatUtc(at), zone)
          const from = parseInstant(range.from)
          const to = parseInstant(range.to)
          if (!from || !to) throw new Error(`unreadable range ${JSON.stringify(range)}`)
          expect(compareInstants(from, to)).toBeLessThan(0)
          const after = { 'last-month': 'this-month', yesterday: 'today' } as const
          if (preset === 'last-month' || preset === 'yesterday') {
            const next = parseInstant(presetRange(after[preset], formatUtc(at), zone).from)
            expect(next).toEqual({ seconds: to.seconds + 1, nanoseconds: 0 })
          } else {
            expect(compareInstants(from, at)).toBeLessThanOrEqual(0)
            expect(compareInstants(to, at)).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { seed, numRuns: 300 },
    )
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
