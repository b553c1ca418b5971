// The grammar of RFC 3339 date-times and their place in UTC: what shared/time/instant.ts is built on.

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/
const FIRST_SECOND = Date.parse('0000-01-01T00:00:00Z') / 1000
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000

/** Where a date-time is in UTC. `fraction` is as written, with its point; `leap` when its second is 60. */
export interface DateTime {
  seconds: number
  fraction: string
  leap: boolean
  /** What is after the time, as seconds east of UTC. */
  offset: number
}

/** Reads a strict RFC 3339 date-time; null when it is none, does not exist, or is outside the years 0000 to 9999. */
export function readDateTime(text: string): DateTime | null {
  const [, date = '', time = '', fraction = '', offset = ''] = DATE_TIME.exec(text) ?? []
  const leap = time.endsWith(':60')
  const local = civilSeconds(date, leap ? time.replace(/60$/, '59') : time)
  const shift = offsetSeconds(offset)
  if (local === null || shift === null) return null
  const seconds = local - shift + (leap ? 1 : 0)
  if (!isInYearRange(seconds)) return null
  if (leap && !utcText(seconds, '').endsWith('-01T00:00:00Z')) return null
  return { seconds, fraction, leap, offset: shift }
}

/** Seconds since the epoch of a date (YYYY-MM-DD) and a time (HH:MM:SS) in UTC; null when either does not exist. */
export function civilSeconds(date: string, time: string): number | null {
  const milliseconds = Date.parse(`${date}T${time}Z`)
  // Date takes Feb 30 and 24:00 for a time of another day.
  return new Date(milliseconds).getUTCDate() === Number(date.slice(8)) ? milliseconds / 1000 : null
}

/** `Z` or `+HH:MM` as seconds east of UTC; null when there is no such offset. */
export function offsetSeconds(offset: string): number | null {
  if (/^z$/i.test(offset)) return 0
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(offset) ?? []
  if (sign === undefined) return null
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
}

/** `YYYY-MM-DDTHH:MM:SS` + fraction + `Z`. */
export function utcText(seconds: number, fraction: string): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', `${fraction}Z`)
}

/** Whether RFC 3339 can write this second in UTC: years 0000 to 9999. */
export function isInYearRange(seconds: number): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND
}
