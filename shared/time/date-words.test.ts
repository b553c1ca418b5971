import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysWithin, PRESETS, presetRange, readDateWords } from './date-words.ts'
import { compareInstants, formatUtc, parseInstant, zones } from './instant.ts'

/** A Sunday, early: in Berlin it is the same day, in New York still Saturday. */
const NOW = '2026-11-22T02:30:00Z'
const read = (text: string, zone = 'UTC') => readDateWords(text, zone, NOW)
const days = (first: string, last = first) => ({ kind: 'days', first, last })

describe('days as people write them', () => {
  test.each([
    ['today', days('2026-11-22')],
    ['Yesterday', days('2026-11-21')],
    ['3 Nov', days('2026-11-03')],
    ['3. november', days('2026-11-03')],
    ['3rd of November 2025', days('2025-11-03')],
    ['Nov 3, 2026', days('2026-11-03')],
    ['November 3rd', days('2026-11-03')],
    ['3nov', days('2026-11-03')],
    ['24 Dec', days('2025-12-24')], // the next one is not yet
    ['29 Feb', days('2024-02-29')],
    ['3.11.2026', days('2026-11-03')],
    ['03.11.', days('2026-11-03')],
    ['3.11', days('2026-11-03')],
    ['2026/11/3', days('2026-11-03')],
    ['2026-11-03', days('2026-11-03')],
    ['13/11/2026', days('2026-11-13')],
    ['11/13/2026', days('2026-11-13')],
    ['11/11/2026', days('2026-11-11')],
    ['2026-11', days('2026-11-01', '2026-11-30')],
    ['Nov', days('2026-11-01', '2026-11-30')],
    ['Dec', days('2025-12-01', '2025-12-31')],
    ['February 2024', days('2024-02-01', '2024-02-29')],
    ['this month', days('2026-11-01', '2026-11-30')],
    ['last month', days('2026-10-01', '2026-10-31')],
    ['this week', days('2026-11-16', '2026-11-22')],
    ['last week', days('2026-11-09', '2026-11-15')],
    ['last year', days('2025-01-01', '2025-12-31')],
    ['last 7 days', days('2026-11-16', '2026-11-22')],
    ['2 weeks ago', days('2026-11-08')],
    ['sunday', days('2026-11-22')],
    ['last Sunday', days('2026-11-15')],
    ['fri', days('2026-11-20')],
    ['Tue 3 Nov', days('2026-11-03')],
    ['Tuesday, 3 November 2026', days('2026-11-03')],
    ['tue 3/11/2026', days('2026-11-03')],
    ['3-Nov-2026', days('2026-11-03')],
    ['13-11-2026', days('2026-11-13')],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test('"today" is the day of the zone', () => {
    expect(read('today', 'America/New_York')).toEqual(days('2026-11-21'))
  })
})

test.each([
  ['3 Nov 14:05', '2026-11-03 14:05'],
  ['3.11.2026 9:30:05.25', '2026-11-03 09:30:05.25'],
  ['yesterday at 2 pm', '2026-11-21 14:00'],
  ['Nov 3, 2026 12am', '2026-11-03 00:00'],
  ['Tue 3 Nov 2026, 14:05', '2026-11-03 14:05'],
  ['2026-11-03 2pm', '2026-11-03 14:00'],
])('%s is a time of the zone’s clock', (text, expected) => {
  expect(read(text)).toEqual({ kind: 'clock', text: expected })
})

test('the last hours end now, to the second', () => {
  expect(read('last 3 hours')).toEqual({ kind: 'span', from: '2026-11-21T23:30:00Z', to: '2026-11-22T02:30:00Z' })
})

test.each([
  ['now', '2026-11-22T02:30:00Z'],
  ['an hour ago', '2026-11-22T01:30:00Z'],
  ['0 hours ago', '2026-11-22T02:30:00Z'],
  ['90 minutes ago', '2026-11-22T01:00:00Z'],
])('%s is an instant', (text, utc) => {
  expect(read(text)).toEqual({ kind: 'moment', utc })
})

test('a day and a month that could be either are both readings', () => {
  expect(read('3/11/2026')).toEqual({ kind: 'either', choices: [days('2026-11-03'), days('2026-03-11')], time: '' })
  expect(read('3-11-2026')).toMatchObject({ kind: 'either' })
  expect(read('3/11/2026 14:05')).toMatchObject({ kind: 'either', time: '14:05' })
})

test.each([
  ['31 Feb 2026', 'There is no day 31 Feb 2026.'],
  ['30.2.', 'There is no day 30 Feb.'],
  ['13/13/2026', 'There is no month 13.'],
  ['Mon 3 Nov 2026', '3 Nov 2026 is another day of the week.'],
  ['Tue 31 Feb 2026', 'There is no day 31 Feb 2026.'],
  ['3.11.26', 'Write the year with four digits, such as 2026.'],
  ['3 Nov 25:00', 'There is no time 25:00.'],
  ['3 Nov 13 pm', 'There is no time 13:00 pm.'],
  ['3 Nov 0:30 am', 'There is no time 0:30 am.'],
  ['last month 14:00', 'A time of day needs a single day.'],
])('%s is refused: %s', (text, message) => {
  expect(read(text)).toEqual({ kind: 'invalid', message })
})

test.each([
  '',
  'evt_1',
  '3',
  '2026',
  'march on',
  'nov_3',
  '2026-11-03T10:00:00Z',
  '42 hours',
  'last 0 days',
  'x'.repeat(61),
  'marching',
])('%j is not a date in words', (text) => {
  expect(read(text)).toBeNull()
})

test('whatever is typed is read or not, without an error', () => {
  const parts = fc.constantFrom(
    'last',
    'this',
    '3',
    '31',
    '2026',
    'feb',
    '/',
    '.',
    ' ',
    'at',
    '25:00',
    'pm',
    'week',
    '-',
    '99',
  )
  let days = 0
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (typed) => {
      const found = read(typed.join(''))
      if (found?.kind !== 'days') return
      days += 1
      expect(found.first <= found.last).toBe(true)
    }),
    { seed: 3, numRuns: 500 },
  )
  expect(days).toBeGreaterThan(0)
})

const seed = 20261120

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

describe('days within a text', () => {
  const within = (text: string) =>
    daysWithin(text, 'Europe/Berlin', '2026-11-22T02:30:00Z', 3).map(({ first, last }) => `${first} ${last}`)

  test.each([
    ['Dear support, on 12 November you charged us twice.', ['2026-11-12 2026-11-12']],
    ['am 3.11. und am 4.11.2026.', ['2026-11-03 2026-11-03', '2026-11-04 2026-11-04']],
    [
      '12th of November 2026, (Nov 13); 2026-11-14!',
      ['2026-11-12 2026-11-12', '2026-11-13 2026-11-13', '2026-11-14 2026-11-14'],
    ],
    ['Tue 3 Nov 2026 at 14:00', ['2026-11-03 2026-11-03']],
    ['our invoice of October 2026', ['2026-10-01 2026-10-31']],
    ['10/11/2026', ['2026-11-10 2026-11-10', '2026-10-11 2026-10-11']],
    ['12 November and again 12 Nov', ['2026-11-12 2026-11-12']],
    ['we may pay 12.10 EUR today, 3/4 of 2026, invoice 1234, in March', []],
    ['31 November', []],
  ])('%s', (text, found) => {
    expect(within(text)).toEqual(found)
  })

  test('no more than asked for, of a text of any length', () => {
    expect(daysWithin('3 Nov, 4 Nov '.repeat(50_000), 'UTC', '2026-11-22T02:30:00Z', 1)).toHaveLength(1)
    expect(daysWithin('10/11/2026', 'UTC', '2026-11-22T02:30:00Z', 1)).toHaveLength(1)
    expect(daysWithin('3x '.repeat(100_000), 'UTC', '2026-11-22T02:30:00Z', 1)).toEqual([])
  })
})
