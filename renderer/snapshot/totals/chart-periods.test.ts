import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import type { Period } from '../../../shared/snapshot/snapshot-condition.ts'
import { chartPeriods } from './chart-periods.ts'

/** Days by the calendar, hour for hour by the clock: nothing of it shared with what is tested. */
function reference(every: Period, from: string, until: string, zone: string): string[] {
  const texts = new Set<string>()
  const end = Temporal.Instant.from(until).epochMilliseconds
  for (let at = Temporal.Instant.from(from).epochMilliseconds; at < end; at += 900_000) {
    const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    const date = here.toPlainDate()
    const text = {
      hour: () => `${date}T${String(here.hour).padStart(2, '0')}:00${here.offset}`,
      day: () => date.toString(),
      week: () => date.subtract({ days: date.dayOfWeek - 1 }).toString(),
      month: () => date.toPlainYearMonth().toString(),
    }[every]()
    texts.add(text)
  }
  return [...texts]
}

describe('periods of a chart', () => {
  const ranges = [
    ['Europe/Berlin', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
    ['Europe/Berlin', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
    // Half an hour of daylight saving.
    ['Australia/Lord_Howe', '2026-03-31T13:00:00Z', '2026-04-30T13:30:00Z'],
    ['Asia/Kathmandu', '2026-11-01T00:00:00Z', '2026-11-08T12:34:56.5Z'],
    // There was no 30 Dec 2011 there.
    ['Pacific/Apia', '2011-12-25T10:00:00Z', '2012-01-05T10:00:00Z'],
    ['UTC', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
  ] as const
  const everies = ['hour', 'day', 'week', 'month'] as const
  test.each(ranges.flatMap((range) => everies.map((every) => [every, ...range] as const)))(
    'every %s in %s from %s are those of the clock',
    (every, zone, from, until) => {
      const wanted = reference(every, from, until, zone)
      expect(chartPeriods(every, [], { from, until }, zone)).toEqual(wanted)
      // Those with events are among them, and change nothing.
      expect(chartPeriods(every, wanted.slice(1, 3), { from, until }, zone)).toEqual(wanted)
    },
  )

  test('without a range go from the first to the last that has events', () => {
    const open = { from: null, until: null }
    expect(chartPeriods('day', ['2026-11-04', '2026-11-02'], open, 'UTC')).toEqual([
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
    ])
    expect(chartPeriods('day', [], open, 'UTC')).toEqual([])
    expect(chartPeriods('month', ['2026-01', '2026-03'], open, 'America/New_York')).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
    ])
  })

  test('over thousands of years are those that have events, in the order of time', () => {
    const open = { from: null, until: null }
    expect(chartPeriods('hour', ['2026-11-04T01:00+00:00', '0001-01-01T00:00+00:00'], open, 'UTC')).toEqual([
      '0001-01-01T00:00+00:00',
      '2026-11-04T01:00+00:00',
    ])
  })
})
