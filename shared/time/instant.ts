// time/ reads and compares instants, days and zones, and puts them into words.
// RFC 3339 date-times to the nanosecond: compared, and shown in a zone.
// The service's own string is what is kept and shown; `Date` alone would truncate it and roll Feb 30 over.

import { Temporal } from 'temporal-polyfill'

/** Seconds since the epoch, and nanoseconds from 0 to 999,999,999 on top. */
export interface Instant {
  seconds: number
  nanoseconds: number
}

/**
 * A strict RFC 3339 date-time with any offset, or null. Digits past the ninth of the fraction are cut off for
 * comparing. The leap second 23:59:60Z that ends a month counts as the next second. In UTC the year must be 0000 to
 * 9999.
 */
export function parseInstant(text: string): Instant | null {
  const usual = usualInstant(text)
  if (usual !== null) return usual
  const parts = readDateTime(text)
  if (!parts) return null
  return { seconds: parts.seconds, nanoseconds: Number(parts.fraction.slice(1, 10).padEnd(9, '0')) }
}

/** Counts microseconds since 1970 of a date-time, with what is finer cut off; null as `parseInstant`. */
export function epochMicroseconds(text: string): bigint | null {
  const at = parseInstant(text)
  return at && BigInt(at.seconds) * 1_000_000n + BigInt(Math.floor(at.nanoseconds / 1_000))
}

/** Negative when `a` is earlier, positive when it is later, 0 when both are the same nanosecond. */
export function compareInstants(a: Instant, b: Instant): number {
  return a.seconds - b.seconds || a.nanoseconds - b.nanoseconds
}

/** `YYYY-MM-DDTHH:MM:SS[.fraction without trailing zeros]Z`. */
export function formatUtc(instant: Instant): string {
  const digits = String(instant.nanoseconds).padStart(9, '0').replace(/0+$/, '')
  return utcText(instant.seconds, digits === '' ? '' : `.${digits}`)
}

/** `2026-11-20`, `14:52:57`, `.133167118` exactly as sent (empty when none), and `Z` (only in zone UTC) or `+01:00`. */
export interface ZonedText {
  date: string
  time: string
  fraction: string
  offset: string
}

/** Whether a clock shows the beginning of a day, to the last fraction. */
export const isMidnight = ({ time, fraction }: ZonedText) => time === '00:00:00' && !/[1-9]/.test(fraction)

/** The parts of a date-time as seen in a zone; null when it is no RFC 3339 date-time or the zone is unknown. */
export function inZone(text: string, zone: string): ZonedText | null {
  const parts = readDateTime(text)
  if (!parts || !isZone(zone)) return null
  const { seconds, fraction, leap } = parts
  const seen = clockIn(zone, leap ? seconds - 1 : seconds)
  return { ...seen, time: leap ? seen.time.replace(/59$/, '60') : seen.time, fraction }
}

/** The first question to Intl costs a start that knows UTC alone some 15 ms. */
const knownZones = new Map([['UTC', true]])

/** Whether the runtime knows this IANA zone (or `UTC`). Bare offsets such as `+01:00` are no zones. */
export function isZone(text: string): boolean {
  let known = knownZones.get(text)
  if (known === undefined) {
    known = /^[A-Za-z]/.test(text) && isAcceptedByIntl(text)
    knownZones.set(text, known)
  }
  return known
}

/** Why a zone beside its field is refused: a sentence. */
export const UNKNOWN_ZONE = 'This time zone is not known here.'

/** The same, of one that is named. */
export const unknownZone = (zone: string) => `The time zone ${zone} is not known here.`

/** Why a day, a time or a month that was typed is refused: a sentence. @param why after a colon or comma of its own */
export const noSuch = (what: 'day' | 'time' | 'month', typed: string | number, why = '') =>
  `There is no ${what} ${typed}${why}.`

/** Every zone the runtime knows, by its current name in alphabetical order, `UTC` first. */
export function zones(): string[] {
  const others = new Set(Intl.supportedValuesOf('timeZone').map(zoneName))
  others.delete('UTC')
  return ['UTC', ...[...others].sort()]
}

function clockIn(zone: string, seconds: number): { date: string; time: string; offset: string } {
  if (zone === 'UTC') {
    const [date = '', time = ''] = utcText(seconds, '').slice(0, -1).split('T')
    return { date, time, offset: 'Z' }
  }
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
  return { date: at.toPlainDate().toString(), time: at.toPlainTime().toString(), offset: at.offset }
}

function isAcceptedByIntl(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false // a RangeError: the only way Intl says that it does not know a zone
  }
}

// The grammar of RFC 3339 date-times, and their place in UTC.

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/
const FIRST_SECOND = Date.parse('0000-01-01T00:00:00Z') / 1000
const LAST_SECOND = Date.parse('9999-12-31T23:59:59Z') / 1000

/** It says where a date-time is in UTC. `fraction` is as written, with its point; `leap` when its second is 60. */
interface DateTime {
  seconds: number
  fraction: string
  leap: boolean
  /** It is what stands after the time, as seconds east of UTC. */
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

// The way in which nearly every service writes an instant, read digit by digit: a million rows of a snapshot are put in
// order.

const ZERO = 0x30
const COLON = 0x3a
const HYPHEN = 0x2d
const POINT = 0x2e
const LARGE_T = 0x54
const LARGE_Z = 0x5a
const SHORTEST = '2026-11-20T14:52:57Z'.length
const FRACTION_AT = '2026-11-20T14:52:57.'.length
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Seconds since the epoch and nanoseconds of `YYYY-MM-DDTHH:MM:SS[.fraction]Z`; null for any other text. */
export function usualInstant(text: string): { seconds: number; nanoseconds: number } | null {
  const { length } = text
  if (length < SHORTEST || text.charCodeAt(length - 1) !== LARGE_Z || text.charCodeAt(10) !== LARGE_T) return null
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return null
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return null
  const [century, year, month, day] = [two(text, 0), two(text, 2), two(text, 5), two(text, 8)]
  const [hour, minute, second] = [two(text, 11), two(text, 14), two(text, 17)]
  if (century < 0 || year < 0 || hour < 0 || hour > 23 || minute < 0 || minute > 59) return null
  // A leap second is left to who knows where it can be.
  if (second < 0 || second > 59) return null
  const days = daysOf(century * 100 + year, month, day)
  const nanoseconds = fraction(text)
  if (days === null || nanoseconds === null) return null
  return { seconds: days * 86_400 + hour * 3600 + minute * 60 + second, nanoseconds }
}

/** Two digits as a number; below 0 where they are none. */
function two(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - ZERO, text.charCodeAt(at + 1) - ZERO]
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

/** Days since 1970-01-01; null where there is no such day. */
function daysOf(year: number, month: number, day: number): number | null {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month < 1 || month > 12 || day < 1 || day > (DAYS[month - 1] ?? 0) || (month === 2 && day === 29 && !isLeap))
    return null
  // Years that begin in March have their leap day at their end.
  const from = month > 2 ? year : year - 1
  const leaps = Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  // Five months from March on have 153 days; so have the next five.
  const inYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  return from * 365 + leaps + inYear - DAYS_TO_1970
}

/** The days are counted from 0000-03-01. */
const DAYS_TO_1970 = 719_468

/** Digits past the ninth are cut off; null where something else stands there. */
function fraction(text: string): number | null {
  const end = text.length - 1
  if (end === FRACTION_AT - 1) return 0
  if (text.charCodeAt(FRACTION_AT - 1) !== POINT || end === FRACTION_AT) return null
  let value = 0
  let scale = 100_000_000
  for (let at = FRACTION_AT; at < end; at += 1) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) return null
    value += digit * scale
    scale = Math.floor(scale / 10)
  }
  return value
}

// Time zones by their current names: browsers and Node still list some under outdated ones.

/** They are from the IANA database's list of former names (its file `backward`). */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Godthab', 'America/Nuuk'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

/** The current name of an IANA zone: `Asia/Kolkata` for `Asia/Calcutta`, else as given. */
export function zoneName(zone: string): string {
  return FORMER.get(zone) ?? zone
}

/** They are the months of the year, from January on. */
export const MONTHS: readonly string[] =
  'January February March April May June July August September October November December'.split(' ')

/** "Jan", "Feb" … */
export const SHORT_MONTHS: readonly string[] = MONTHS.map((name) => name.slice(0, 3))

/** It is said where the name of no zone has what was typed. */
export const NO_SUCH_ZONE = 'No time zone with that name'
