// An instant in words, for sentences: the service's own string is elsewhere, never replaced by these.
import { inZone, MONTHS, SHORT_MONTHS } from '../../shared/time/instant.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Writes "20 Nov 2026, 15:52:57 Berlin (+01:00)", or null for a text that is no RFC 3339 date-time. */
export function momentWords(instant: string, zone: string): string | null {
  const seen = inZone(instant, zone)
  if (seen === null) return null
  const place = zone === 'UTC' ? 'UTC' : `${zoneCity(zone)} (${seen.offset})`
  return `${dayWords(seen.date)} ${seen.date.slice(0, seen.date.indexOf('-'))}, ${seen.time} ${place}`
}

/** Writes "12:03", or "20 Nov, 12:03" of another day than `now`; in UTC that is said. Both are RFC 3339. */
export function clockWords(instant: string, zone: string, now: string): string {
  const seen = inZone(instant, zone)
  if (seen === null) return instant
  const clock = `${seen.time.slice(0, 5)}${zone === 'UTC' ? ' UTC' : ''}`
  return seen.date === inZone(now, zone)?.date ? clock : `${dayWords(seen.date)}, ${clock}`
}

/** `date` is `YYYY-MM-DD`: "25 Oct". */
export function dayWords(date: string): string {
  const [, month = '', day] = date.split('-')
  return `${Number(day)} ${SHORT_MONTHS[Number(month) - 1]}`
}

/** `date` is `YYYY-MM-DD`: "Tue 3 Nov 2026". */
export function longDayWords(date: string): string {
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]
  return `${weekday} ${dayWords(date)} ${date.slice(0, 4)}`
}

/** `date` is `YYYY-MM-DD`: "November 2026". */
export const monthWords = (date: string) => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

/** `Berlin (+01:00)`: the zone as people call it, with its offset at that instant. */
export function zoneLabel(zone: string, utc: string): string {
  const offset = inZone(utc, zone)?.offset
  return offset === undefined ? zoneCity(zone) : `${zoneCity(zone)} (${offset})`
}

/** "Buenos Aires" of "America/Argentina/Buenos_Aires". */
export function zoneCity(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** Events are counted into days by it. */
export const daysWords = (zone: string): string => `in ${zone}, by the time of creation`
