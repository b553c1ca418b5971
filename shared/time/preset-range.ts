// Ranges that are chosen by a word: "Today" and the like.
import { Temporal } from 'temporal-polyfill'
import { firstMoment, lastMoment, utcOf } from './day-moments.ts'

export const PRESETS = ['hour', 'today', 'yesterday', '7-days', 'this-month', 'last-month'] as const
export type Preset = (typeof PRESETS)[number]

/**
 * A range in UTC from "now", an RFC 3339 instant, and a zone that `isZone` knows. `hour` ends now; the others are whole
 * days of the zone, so that a range stays the same all day: `7-days` is today and the six days before.
 */
export function presetRange(preset: Preset, nowUtc: string, zone: string): { from: string; to: string } {
  const now = Temporal.Instant.from(nowUtc)
  const today = now.toZonedDateTimeISO(zone).toPlainDate()
  const days = (first: Temporal.PlainDate, last: Temporal.PlainDate) => ({
    from: utcOf(firstMoment(first, zone)),
    to: utcOf(lastMoment(last, zone)),
  })
  const month = (day: Temporal.PlainDate) => days(day.with({ day: 1 }), day.with({ day: day.daysInMonth }))
  switch (preset) {
    case 'hour':
      return { from: utcOf(now.subtract({ hours: 1 })), to: utcOf(now) }
    case 'today':
      return days(today, today)
    case 'yesterday':
      return days(today.subtract({ days: 1 }), today.subtract({ days: 1 }))
    case '7-days':
      return days(today.subtract({ days: 6 }), today)
    case 'this-month':
      return month(today)
    case 'last-month':
      return month(today.subtract({ months: 1 }))
    default:
      return preset satisfies never
  }
}
