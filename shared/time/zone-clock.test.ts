import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { runs } from '../exact/fixtures/runs.ts'
import { inZone } from './instant.ts'
import { zoneClock, zonedText } from './zone-clock.ts'

const asked = (zone: string, seconds: number) =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toZonedDateTimeISO(zone).offsetNanoseconds / 1e9

describe('the clock of a zone', () => {
  test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Pacific/Apia'])(
    'is what the zone itself says, in any order of instants: %s',
    (zone) => {
      const second = fc.integer({ min: Date.UTC(1900, 0, 1) / 1_000, max: Date.UTC(2100, 0, 1) / 1_000 })
      fc.assert(
        fc.property(fc.array(second, { minLength: 1, maxLength: 20 }), (seconds) => {
          const clock = zoneClock(zone)
          for (const at of seconds) expect(clock(at)).toBe(asked(zone, at))
        }),
        runs(18, 20),
      )
    },
  )

  test('changes with the very second of a transition', () => {
    const clock = zoneClock('Europe/Berlin')
    const back = Date.UTC(2026, 9, 25, 1) / 1_000
    expect([back - 1, back, back + 1, back - 1].map(clock)).toEqual([7_200, 3_600, 3_600, 7_200])
  })
})

describe('a date-time by the clock of a zone', () => {
  test.each([
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T01:30:00.1234567890Z', '2026-10-25T02:30:00.1234567890+01:00'],
    ['2026-06-30T20:00:00-04:00', '2026-07-01T02:00:00+02:00'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:59:60+01:00'],
    ['2026-02-30T00:00:00Z', null],
    ['', null],
  ])('%s in Berlin is %s', (sent, seen) => {
    expect(zonedText('Europe/Berlin')(sent)).toBe(seen)
  })

  test.each(['Europe/Berlin', 'America/St_Johns', 'Pacific/Apia'])('is what every other place shows: %s', (zone) => {
    const text = zonedText(zone)
    const years = { min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(years), (at) => {
        const seen = inZone(at.toISOString(), zone)
        expect(text(at.toISOString())).toBe(seen && `${seen.date}T${seen.time}${seen.fraction}${seen.offset}`)
      }),
      runs(100, 50),
    )
  })
})
