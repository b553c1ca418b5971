import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDateInput } from './date-input.ts'
import { formatUtc, parseInstant } from './instant.ts'

const seed = 20261120
const FIRST = Date.parse('0000-01-01T00:00:00Z') / 1000
const LAST = Date.parse('9999-12-31T23:59:59Z') / 1000
const instants = fc.record({
  seconds: fc.oneof(fc.integer({ min: FIRST, max: LAST }), fc.integer({ min: 0, max: 4_000_000_000 })),
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
          const others = [utc.replace('Z', '+00:00'), utc.replace('Z', '-0000')]
          for (const typed of [utc, ` ${utc}\n`, utc.toLowerCase(), utc.replace('T', ' '), ...others])
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
    const kinds = new Set<string>()
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), almost),
        fc.constantFrom('UTC', 'Africa/Monrovia', 'Pacific/Apia', 'America/New_York', 'No/Where'),
        fc.constantFrom('from' as const, 'to' as const),
        (typed, zone, edge) => {
          const reading = readDateInput(typed, zone, edge)
          kinds.add(reading.kind)
          if (reading.kind === 'instant') expect(parseInstant(reading.utc)).not.toBeNull()
          if (reading.kind === 'invalid') expect(reading.message).toMatch(/^[A-Z].*\.$/)
        },
      ),
      { seed, numRuns: 500 },
    )
    expect([...kinds]).toEqual(expect.arrayContaining(['instant', 'invalid']))
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
    [
      '2026-02-20T24:00:00+01:00',
      'Europe/Berlin',
      'There is no time 24:00:00: hours go from 00 to 23, minutes and seconds from 00 to 59.',
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
