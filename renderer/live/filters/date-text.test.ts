import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PRESETS, presetRange } from '../../../shared/time/date-words.ts'
import { compareInstants, formatUtc, parseInstant } from '../../../shared/time/instant.ts'
import { dayOf, type Edge, rangeFrom, readDate, utcOf, withDay, writeDate } from './date-text.ts'

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
/** A Sunday. */
const at = (zone: string, days = zone) => ({ zone, days, now: '2026-11-22T02:30:00Z' })

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
    expect(writeDate(utc, { zone: inZone, days: inZone }, at).text).toBe(text)
  })

  test('so that it reads back as itself, to the last digit', () => {
    const instant = fc.record({
      seconds: fc.integer({ min: -2_000_000_000, max: 6_000_000_000 }),
      nanoseconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_999 })),
    })
    fc.assert(
      fc.property(instant, zone, zone, edge, (moment, inZone, days, on) => {
        const utc = formatUtc(moment)
        const clock = at(inZone, days)
        expect(readDate(writeDate(utc, clock, on), clock, on)).toEqual({
          kind: 'instant',
          utc,
          understoodAs: null,
        })
      }),
      { seed: 4, numRuns: 300 },
    )
  })
})

test('an exact day may have its time in words, and one that does not exist says why', () => {
  expect(readDate(date('2026-11-20 2:05pm'), at('UTC'), 'from')).toMatchObject({ utc: '2026-11-20T14:05:00Z' })
  expect(readDate(date('2026-02-30 2pm'), at('UTC'), 'from')).toMatchObject({ kind: 'invalid' })
  expect(readDate(date('2026-03-29 2:30 am'), at('Europe/Berlin'), 'from')).toMatchObject({
    message: expect.stringMatching('skipped'),
  })
  expect(readDate(date('2 hours ago'), at('UTC'), 'to')).toMatchObject({
    utc: '2026-11-22T00:30:00Z',
    understoodAs: 'Until then',
  })
})

describe('a doubled hour', () => {
  const text = '2026-10-25 02:30'
  test('is settled by the choice', () => {
    expect(readDate(date(text), at('Europe/Berlin'), 'from').kind).toBe('ambiguous')
    expect(utcOf({ text, chosen: '2026-10-25T00:30:00Z' }, at('Europe/Berlin'), 'from')).toBe('2026-10-25T00:30:00Z')
  })

  test('is asked about again when the choice belonged to another text or zone', () => {
    expect(readDate({ text, chosen: '2026-10-25T00:31:00Z' }, at('Europe/Berlin'), 'from').kind).toBe('ambiguous')
    expect(utcOf({ text, chosen: '2026-10-25T00:30:00Z' }, at('UTC'), 'from')).toBe('2026-10-25T02:30:00Z')
  })

  test('shows its day in the calendar all the same', () => {
    expect(dayOf(date(text), at('Europe/Berlin'), 'to')).toBe('2026-10-25')
    expect(dayOf(date('2026-10-24T23:30:00Z'), at('Europe/Berlin'), 'to')).toBe('2026-10-25')
    expect(dayOf(date('2026-'), at('UTC'), 'to')).toBeNull()
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

describe('words are read back as a date', () => {
  const read = (text: string, on: Edge, zone = 'UTC') => readDate(date(text), at(zone), on)
  test.each<[string, Edge, string, string]>([
    ['3 Nov', 'from', '2026-11-03T00:00:00Z', 'Start of Tue 3 Nov 2026'],
    ['3 Nov', 'to', '2026-11-03T23:59:59.999999999Z', 'End of Tue 3 Nov 2026'],
    ['last month', 'from', '2026-10-01T00:00:00Z', 'Start of Thu 1 Oct 2026'],
    ['last month', 'to', '2026-10-31T23:59:59.999999999Z', 'End of Sat 31 Oct 2026'],
    ['3.11.2026 14:05', 'from', '2026-11-03T14:05:00Z', 'Tue 3 Nov 2026, 14:05'],
    ['last 2 hours', 'from', '2026-11-22T00:30:00Z', 'From then'],
    ['last 2 hours', 'to', '2026-11-22T02:30:00Z', 'Until now'],
  ])('%s, %s', (text, on, utc, understoodAs) => {
    expect(read(text, on)).toEqual({ kind: 'instant', utc, understoodAs })
  })

  test('what is read in two ways is asked, and settled by the choice', () => {
    const doubt = read('3/11/2026', 'from')
    expect(doubt).toEqual({
      kind: 'ambiguous',
      question: 'Which day do you mean?',
      choices: [
        { utc: '2026-11-03T00:00:00Z', label: 'Tue 3 Nov 2026' },
        { utc: '2026-03-11T00:00:00Z', label: 'Wed 11 Mar 2026' },
      ],
    })
    expect(utcOf({ text: '3/11/2026', chosen: '2026-03-11T00:00:00Z' }, at('UTC'), 'from')).toBe('2026-03-11T00:00:00Z')
  })

  test('a doubled hour is asked in words too', () => {
    expect(read('25.10.2026 02:30', 'from', 'Europe/Berlin')).toMatchObject({
      question: '02:30 happens twice on 25 Oct. Which one?',
      choices: [{ label: 'First (+02:00)' }, { label: 'Second (+01:00)' }],
    })
  })

  test('what is not a date says how one is written, and a day that is none says that', () => {
    expect(read('soon', 'from')).toEqual({ kind: 'invalid', message: expect.stringMatching(/^Write 3 Nov, yesterday/) })
    expect(read('2026-02-30', 'from')).toEqual({ kind: 'invalid', message: 'There is no day 2026-02-30.' })
  })
})

describe('whole days are those of the billing zone, times of day those on screen', () => {
  const clock = at('UTC', 'Europe/Berlin')
  test.each<[string, Edge, string]>([
    ['2026-11-01', 'from', '2026-10-31T23:00:00Z'],
    ['November', 'to', '2026-11-30T22:59:59.999999999Z'],
    ['last month', 'from', '2026-09-30T22:00:00Z'],
    ['2026-11-01 00:00', 'from', '2026-11-01T00:00:00Z'],
    ['3.11.2026 14:05', 'from', '2026-11-03T14:05:00Z'],
    ['last 2 hours', 'from', '2026-11-22T00:30:00Z'],
  ])('%s, %s: %s', (text, on, utc) => {
    expect(readDate(date(text), clock, on)).toMatchObject({ kind: 'instant', utc })
  })

  test('near midnight a day in words is the one that it is there', () => {
    const late = { ...clock, now: '2026-11-21T23:30:00Z' }
    expect(readDate(date('today'), late, 'from')).toMatchObject({ utc: '2026-11-21T23:00:00Z' })
    expect(readDate(date('today 14:00'), late, 'from')).toMatchObject({ utc: '2026-11-21T14:00:00Z' })
  })

  test('they are written so, and picked so', () => {
    expect(writeDate('2026-10-31T23:00:00Z', clock, 'from').text).toBe('2026-11-01')
    expect(writeDate('2026-11-01T00:00:00Z', clock, 'from').text).toBe('2026-11-01 00:00')
    expect(dayOf(date('2026-11-01'), clock, 'from')).toBe('2026-11-01')
    expect(dayOf(date('2026-11-01 23:30'), clock, 'from')).toBe('2026-11-01')
  })
})

const instant = (text: string) => parseInstant(text) ?? { seconds: Number.NaN, nanoseconds: 0 }

test('a day’s, and a month’s, last second is still of that day', () => {
  const now = '2026-01-31T22:59:59.4Z'
  const to = '2026-01-31T22:59:59.999999999Z'
  expect(rangeFrom('today', now, 'Europe/Berlin')).toEqual({ from: '2026-01-30T23:00:00Z', to })
  expect(rangeFrom('7-days', now, 'Europe/Berlin')).toEqual({ from: '2026-01-24T23:00:00Z', to })
  expect(rangeFrom('this-month', now, 'Europe/Berlin')).toEqual({ from: '2025-12-31T23:00:00Z', to })
  expect(rangeFrom('last-month', now, 'Europe/Berlin').to).toBe('2025-12-31T22:59:59.999999999Z')
})

test('the hour ends with the second', () => {
  expect(rangeFrom('hour', '2026-01-31T22:59:59Z', 'UTC').to).toBe('2026-01-31T22:59:59Z')
  expect(rangeFrom('hour', '2026-01-31T22:59:59.4Z', 'UTC')).toEqual({
    from: '2026-01-31T22:00:00Z',
    to: '2026-01-31T23:00:00Z',
  })
})

test('whatever the moment, now lies in the range, and a chip that was pressed is the one that stays pressed', () => {
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu')
  fc.assert(
    fc.property(moments, zones, fc.constantFrom(...PRESETS), (moment, zone, preset) => {
      const now = moment.toISOString()
      const { from, to } = rangeFrom(preset, now, zone)
      if (preset === 'hour') expect(to).toMatch(/:\d\dZ$/)
      else expect({ from, to }).toEqual(presetRange(preset, now, zone))
      if (preset === 'last-month' || preset === 'yesterday') return
      expect(compareInstants(instant(from), instant(now))).toBeLessThanOrEqual(0)
      expect(compareInstants(instant(to), instant(now))).toBeGreaterThanOrEqual(0)
    }),
    { seed: 20261121 },
  )
})
