import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { runs } from '../exact/fixtures/runs.ts'
import { zoneClock } from './zone-clock.ts'

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
