// RFC 3339 instants as text that sorts: compared to the last digit of the fraction, never through Date,
// which drops everything below a millisecond and rolls February 30 over.
import { withoutTrailingZeros } from './exact-number.ts'

/** `key` orders instants when compared as text; `utc` is the instant as written, in UTC with `Z`, fraction unchanged. */
export type Instant = { key: string; utc: string }

export type InstantReading = { ok: true; instant: Instant } | { ok: false; problem: string }

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** Reads an RFC 3339 date-time with any offset; years 0000 to 9999 in UTC; a second 60 only where a leap second can be. */
export function readInstant(text: string): InstantReading {
  const match = SHAPE.exec(text)
  if (match === null) {
    return refuse('must be an RFC 3339 date-time with a time zone, such as 2026-03-01T09:30:00Z')
  }
  const [, years = '', months = '', days = '', hours = '', minutes = '', seconds = '', fraction, sign, ...zone] = match
  const [year, month, day, hour, minute, second] = [years, months, days, hours, minutes, seconds].map(Number) as Six
  const [zoneHours = 0, zoneMinutes = 0] = zone.map((part) => Number(part ?? 0))

  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) {
    return refuse(`names a day that does not exist: ${years}-${months}-${days}`)
  }
  if (hour > 23 || minute > 59 || second > 60) {
    return refuse(`names a time that does not exist: ${hours}:${minutes}:${seconds}`)
  }
  if (zoneHours > 23 || zoneMinutes > 59) return refuse('names an offset from UTC that does not exist')

  // A leap second is worked out as second 59 and written back as 60, so that it sorts between its neighbours.
  const leap = second === 60
  date.setUTCHours(hour, minute, leap ? 59 : second)
  const offset = (sign === '-' ? -1 : 1) * (zoneHours * 60 + zoneMinutes)
  const utc = new Date(date.getTime() - offset * 60_000)
  if (utc.getUTCFullYear() < 0 || utc.getUTCFullYear() > 9999)
    return refuse('lies outside the years 0000 to 9999 in UTC')
  if (leap && !isLastSecondOfMonth(utc)) {
    return refuse('has a second 60, which exists only as a leap second: 23:59:60 UTC on the last day of a month')
  }

  const whole = `${utc.toISOString().slice(0, 17)}${leap ? '60' : utc.toISOString().slice(17, 19)}`
  const digits = withoutTrailingZeros(fraction ?? '')
  const key = digits === '' ? whole : `${whole}.${digits}`
  return { ok: true, instant: { key, utc: `${whole}${fraction === undefined ? '' : `.${fraction}`}Z` } }
}

type Six = [number, number, number, number, number, number]

function isLastSecondOfMonth(instant: Date): boolean {
  const next = new Date(instant.getTime() + 1000)
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0 && next.getUTCSeconds() === 0
}

function refuse(problem: string): InstantReading {
  return { ok: false, problem }
}
