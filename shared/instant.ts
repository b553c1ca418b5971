// RFC 3339 date-times to the nanosecond: compared, shown in a zone, and read from what people type.
// The service's own string is what is kept and shown; `Date` alone would truncate it and roll Feb 30 over.
import { Temporal } from 'temporal-polyfill'
import { civilSeconds, isInYearRange, offsetSeconds, readDateTime, utcText } from './rfc3339.ts'
import { usualInstant } from './usual-instant.ts'
import { zoneName } from './zone-name.ts'

/** Seconds since the epoch, and nanoseconds from 0 to 999,999,999 on top. */
export interface Instant {
  seconds: number
  nanoseconds: number
}

/**
 * A strict RFC 3339 date-time with any offset, or null. Digits past the ninth of the fraction are cut off for comparing.
 * The leap second 23:59:60Z that ends a month counts as the next second. In UTC the year must be 0000 to 9999.
 */
export function parseInstant(text: string): Instant | null {
  const usual = usualInstant(text)
  if (usual !== null) return usual
  const parts = readDateTime(text)
  if (!parts) return null
  return { seconds: parts.seconds, nanoseconds: Number(parts.fraction.slice(1, 10).padEnd(9, '0')) }
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

/** The pieces of a date-time as seen in a zone; null when it is no RFC 3339 date-time or the zone is unknown. */
export function inZone(text: string, zone: string): ZonedText | null {
  const parts = readDateTime(text)
  if (!parts || !isZone(zone)) return null
  const { seconds, fraction, leap } = parts
  const seen = clockIn(zone, leap ? seconds - 1 : seconds)
  return { ...seen, time: leap ? seen.time.replace(/59$/, '60') : seen.time, fraction }
}

/** What a typed date means. `utc` is RFC 3339 with `Z`, the fraction digit for digit as typed. */
export type DateReading =
  | { kind: 'empty' }
  | { kind: 'instant'; utc: string }
  /** The clock showed this time twice: which one is meant must be asked. */
  | { kind: 'ambiguous'; choices: [{ utc: string; offset: string }, { utc: string; offset: string }] }
  | { kind: 'invalid'; message: string }

const TYPED =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:(?:[Tt]| +)(?<minute>\d{2}:\d{2})(?::(?<second>\d{2})(?<fraction>\.\d+)?)?(?<offset>[Zz]|[+-]\d{2}:\d{2})?)?$/

/**
 * Reads RFC 3339 with an offset; `YYYY-MM-DD HH:MM[:SS[.fff]]` as the clock of `zone` shows it; or `YYYY-MM-DD`,
 * the whole day there: its first instant for `from`, its last nanosecond for `to`.
 */
export function readDateInput(text: string, zone: string, edge: 'from' | 'to'): DateReading {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  if (!isZone(zone)) return invalid(`The time zone ${zone} is not known here.`)
  const groups = TYPED.exec(typed)?.groups
  if (!groups) return invalid('Write 2026-11-20, 2026-11-20 14:52 or 2026-11-20T14:52:57Z.')
  const { date = '', minute, second = '00', fraction = '' } = groups
  if (civilSeconds(date, '00:00:00') === null) return invalid(`There is no day ${date}.`)
  if (minute === undefined) return readWholeDay(date, zone, edge)
  const time = `${minute}:${second}`
  const offset = groups.offset ?? (zone === 'UTC' ? 'Z' : undefined)
  return offset === undefined
    ? readClockTime(date, time, fraction, zone)
    : readExactTime(date, time, fraction, offset.toUpperCase())
}

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
    from: formatMoment(firstMoment(first, zone)),
    to: formatMoment(lastMoment(last, zone)),
  })
  const month = (day: Temporal.PlainDate) => days(day.with({ day: 1 }), day.with({ day: day.daysInMonth }))
  switch (preset) {
    case 'hour':
      return { from: formatMoment(now.subtract({ hours: 1 })), to: formatMoment(now) }
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

/** Every zone the runtime knows, by its current name in alphabetical order, `UTC` first. */
export function zones(): string[] {
  const others = new Set(Intl.supportedValuesOf('timeZone').map(zoneName))
  others.delete('UTC')
  return ['UTC', ...[...others].sort()]
}

/** A time with an offset of its own, put into UTC. */
function readExactTime(date: string, time: string, fraction: string, offset: string): DateReading {
  if (offsetSeconds(offset) === null) return invalid(`There is no offset ${offset}: it goes from -23:59 to +23:59.`)
  const isTime = civilSeconds(date, time.replace(/60$/, '59')) !== null
  if (!isTime) return invalid(noSuchTime(time))
  const parts = readDateTime(`${date}T${time}${fraction}${offset}`)
  if (parts) return { kind: 'instant', utc: utcText(parts.seconds, fraction) }
  return invalid(time.endsWith(':60') ? noSuchTime(time) : OUTSIDE_YEARS)
}

/** A time without an offset, as the clock of the zone shows it: once, twice or never. */
function readClockTime(date: string, time: string, fraction: string, zone: string): DateReading {
  if (civilSeconds(date, time) === null) return invalid(noSuchTime(time))
  const typed = Temporal.PlainDateTime.from(`${date}T${time}`)
  const earlier = typed.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = typed.toZonedDateTime(zone, { disambiguation: 'later' })
  if (!isInYears(earlier) || !isInYears(later)) return invalid(OUTSIDE_YEARS)
  const choice = (at: Temporal.ZonedDateTime) => ({ utc: utcText(wholeSeconds(at), fraction), offset: at.offset })
  if (earlier.epochNanoseconds === later.epochNanoseconds) return { kind: 'instant', utc: choice(earlier).utc }
  if (earlier.toPlainDateTime().equals(typed)) return { kind: 'ambiguous', choices: [choice(earlier), choice(later)] }
  const jump = earlier.getTimeZoneTransition('next') ?? later
  const after = jump.toPlainDateTime()
  const before = after.subtract({ nanoseconds: jump.offsetNanoseconds - earlier.offsetNanoseconds })
  return invalid(`${time} is skipped on ${date} in ${zone}: clocks go from ${clock(before)} to ${clock(after)}.`)
}

function readWholeDay(date: string, zone: string, edge: 'from' | 'to'): DateReading {
  const day = Temporal.PlainDate.from(date)
  const first = firstMoment(day, zone)
  if (!first.toPlainDate().equals(day)) return invalid(`The day ${date} was skipped in ${zone}.`)
  const moment = edge === 'from' ? first : lastMoment(day, zone)
  return isInYears(moment) ? { kind: 'instant', utc: formatMoment(moment) } : invalid(OUTSIDE_YEARS)
}

function firstMoment(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  return day.toZonedDateTime(zone)
}

/** The day's last nanosecond: the second midnight where it comes twice, the moment before the jump where it is skipped. */
function lastMoment(day: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime {
  const last = day.toPlainDateTime('23:59:59.999999999').toZonedDateTime(zone, { disambiguation: 'later' })
  return last.toPlainDate().equals(day) ? last : firstMoment(day.add({ days: 1 }), zone).subtract({ nanoseconds: 1 })
}

function clockIn(zone: string, seconds: number): { date: string; time: string; offset: string } {
  if (zone === 'UTC') {
    const [date = '', time = ''] = utcText(seconds, '').slice(0, -1).split('T')
    return { date, time, offset: 'Z' }
  }
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
  return { date: at.toPlainDate().toString(), time: at.toPlainTime().toString(), offset: at.offset }
}

function wholeSeconds(moment: { epochMilliseconds: number }): number {
  return Math.floor(moment.epochMilliseconds / 1000)
}

function formatMoment(moment: { epochMilliseconds: number; epochNanoseconds: bigint }): string {
  const seconds = wholeSeconds(moment)
  return formatUtc({ seconds, nanoseconds: Number(moment.epochNanoseconds - BigInt(seconds) * 1_000_000_000n) })
}

function isInYears(moment: { epochMilliseconds: number }): boolean {
  return isInYearRange(wholeSeconds(moment))
}

const OUTSIDE_YEARS = 'This lies outside the years 0000 to 9999 in UTC.'

function noSuchTime(time: string): string {
  return `There is no time ${time}: hours go from 00 to 23, minutes and seconds from 00 to 59.`
}

function clock(at: Temporal.PlainDateTime): string {
  return `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
}

function invalid(message: string): DateReading {
  return { kind: 'invalid', message }
}

function isAcceptedByIntl(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false // a RangeError: the only way Intl says that it does not know a zone
  }
}
