// RFC 3339 instants as sortable text, exact to the last digit. Date would drop everything below a millisecond and turn
// February 30 into March 2.
import { withoutTrailingZeros } from './number-key.ts'

/** `key` sorts as text in the order of time; `utc` is the instant in UTC with `Z`, its fraction unchanged. */
export type Instant = { key: string; utc: string }

export type InstantReading = { ok: true; instant: Instant } | { ok: false; problem: string }

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

/** Parses RFC 3339 of any offset, in the years 0000 to 9999 UTC; second 60 only where a leap second can be. */
export function readInstant(text: string): InstantReading {
  const match = SHAPE.exec(text)
  if (match === null) {
    return refuse('must be an RFC 3339 date-time with a time zone, such as 2026-03-01T09:30:00Z')
  }
  const [, years = '', months = '', days = '', hours = '', minutes = '', seconds = '', fraction, sign, ...zone] = match
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
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

  // A leap second is converted as second 59 and written back as 60, so that it sorts between its neighbours.
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

function isLastSecondOfMonth(instant: Date): boolean {
  const next = new Date(instant.getTime() + 1000)
  return next.getUTCDate() === 1 && next.getUTCHours() === 0 && next.getUTCMinutes() === 0 && next.getUTCSeconds() === 0
}

function refuse(problem: string): InstantReading {
  return { ok: false, problem }
}
