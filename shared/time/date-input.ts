// This is what people type as a date, as an instant in UTC: what a zone's clock shows never, or twice, is refused or
// asked about.
import { Temporal } from 'temporal-polyfill'
import { firstMoment, lastMoment, utcOf, wholeSeconds } from './day-moments.ts'
import {
  civilSeconds,
  isInYearRange,
  isZone,
  noSuch,
  offsetSeconds,
  readDateTime,
  unknownZone,
  utcText,
} from './instant.ts'

/** This is what a typed date means. `utc` is RFC 3339 with `Z`, the fraction digit for digit as typed. */
export type DateReading =
  | { kind: 'empty' }
  | { kind: 'instant'; utc: string }
  /** The clock showed this time twice: which one is meant must be asked. */
  | { kind: 'ambiguous'; choices: [{ utc: string; offset: string }, { utc: string; offset: string }] }
  | { kind: 'invalid'; message: string }

/** A date; behind it a time to the minute, the second or its fraction; behind that an offset. */
const TYPED =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:(?:[Tt]| +)(?<minute>\d{2}:\d{2})(?::(?<second>\d{2})(?<fraction>\.\d+)?)?(?<offset>[Zz]|[+-]\d{2}:?\d{2})?)?$/

/**
 * Reads RFC 3339 with an offset, its colon left out as in logs, too; `YYYY-MM-DD HH:MM[:SS[.fff]]` as the clock of
 * `zone` shows it; or `YYYY-MM-DD`, the whole day there: its first instant for `from`, its last nanosecond for `to`.
 */
export function readDateInput(text: string, zone: string, edge: 'from' | 'to'): DateReading {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  if (!isZone(zone)) return invalid(unknownZone(zone))
  const groups = TYPED.exec(typed)?.groups
  if (!groups) return invalid('Write 2026-11-20, 2026-11-20 14:52 or 2026-11-20T14:52:57Z.')
  const { date = '', minute, second = '00', fraction = '' } = groups
  if (civilSeconds(date, '00:00:00') === null) return invalid(noSuch('day', date))
  if (minute === undefined) return readWholeDay(date, zone, edge)
  const time = `${minute}:${second}`
  const offset = groups.offset ?? (zone === 'UTC' ? 'Z' : undefined)
  return offset === undefined
    ? readClockTime(date, time, fraction, zone)
    : readExactTime(date, time, fraction, offset.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2'))
}

/** A time with an offset of its own, put into UTC. */
function readExactTime(date: string, time: string, fraction: string, offset: string): DateReading {
  if (offsetSeconds(offset) === null) return invalid(`There is no offset ${offset}: it goes from -23:59 to +23:59.`)
  // A leap second is a time, if there was one then: `readDateTime` knows.
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
  // The clock skips the time: the earlier of both lies before the gap, which is the next change of the clock.
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
  return isInYears(moment) ? { kind: 'instant', utc: utcOf(moment) } : invalid(OUTSIDE_YEARS)
}

function isInYears(moment: { epochMilliseconds: number }): boolean {
  return isInYearRange(wholeSeconds(moment))
}

const OUTSIDE_YEARS = 'This lies outside the years 0000 to 9999 in UTC.'

function noSuchTime(time: string): string {
  return noSuch('time', time, ': hours go from 00 to 23, minutes and seconds from 00 to 59')
}

function clock(at: Temporal.PlainDateTime): string {
  return `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
}

function invalid(message: string): DateReading {
  return { kind: 'invalid', message }
}
