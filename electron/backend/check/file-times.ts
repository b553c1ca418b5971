// Times and periods, as people and spreadsheets write them in cells. What could be two of them is not guessed.
import type { DayOrder, InvoicePeriod, LastDays, TimeStep } from '../../../shared/check/checked-file.ts'
import { firstSecond } from '../../../shared/time/day-moments.ts'
import { type Instant, parseInstant } from '../../../shared/time/instant.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'

/** Whether a text is a day of three numbers, with or without a time behind it, as people write them. */
export const looksLikeDate = (text: string) => YEAR_FIRST_OR_LAST.test(text)

/** 2026-10-01, 2026/10/1 12:30, 1.10.2026, 10/01/26 3:04 pm. */
const YEAR_FIRST_OR_LAST = /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ].*)?$/

export interface FileTime {
  /** The start of the day, minute or second that the text names. */
  at: Instant
  /** How precise the text is; `instant`: to a fraction of a second. */
  step: TimeStep
  /** The second time at which the clock shows it, where it goes back. */
  again?: Instant
}

/** A day, with a time to the minute or finer and its offset: 2026-10-01 12:30, 2026-10-01T12:30:00,5 +0200. */
const ISO_PARTS =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt ](?<minute>\d{2}:\d{2})(?<second>:\d{2})?(?<fraction>[.,]\d{1,30})?\s?(?<offset>Z|z|UTC|[+-]\d{2}:?\d{2})?)?$/
const LONGEST_TIME = 80

/**
 * Times as written in files: RFC 3339, also without an offset, or a day alone. A date that could mean two days is not a
 * time.
 * @param zone for texts without an offset
 */
export function fileTimes(zone: string): (text: string) => FileTime | null {
  const offsetAt = zoneClock(zone)
  return (text) => {
    const exact = parseInstant(text)
    if (exact !== null) return { at: exact, step: text.includes('.') ? 'instant' : 'second' }
    if (text.length > LONGEST_TIME) return null
    const found = ISO_PARTS.exec(text.trim())?.groups
    if (found === undefined) return null
    const { date = '', minute, second, fraction, offset } = found
    if (fraction !== undefined && second === undefined) return null
    const isUtc = offset === undefined || /^[zZ]|UTC/.test(offset)
    const isoOffset = isUtc ? 'Z' : offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')
    const clock = `${minute ?? '00:00'}${second ?? ':00'}${(fraction ?? '').replace(',', '.')}`
    // Without an offset it is read as if in UTC, and then put on the zone's clock.
    const read = parseInstant(`${date}T${clock}${isoOffset}`)
    if (read === null) return null
    const step = stepOf(minute, second, fraction)
    if (offset !== undefined) return { at: read, step }
    if (minute === undefined) return { at: startOfDay(date, read), step }
    const [at, again] = onClock(read)
    return at === undefined ? null : { at, step, ...(again && { again }) }
  }

  /** A day begins when the clock shows it first, also where midnight is left out. @param midnight as if in UTC */
  function startOfDay(date: string, midnight: Instant): Instant {
    const [shown] = onClock(midnight)
    // A clock leaves out midnight on few days: `firstSecond` takes far longer, and a file may have a million lines.
    return shown ?? { seconds: firstSecond(date, zone), nanoseconds: 0 }
  }

  /**
   * The instants at which the zone's clock shows a time: two where it goes back, none in what it leaves out.
   * @param shown the time as if in UTC
   */
  function onClock({ seconds, nanoseconds }: Instant): Instant[] {
    // The offset then is one of those around it: no clock is changed twice in two days.
    const possible = [-86_400, 0, 86_400].map((away) => seconds - offsetAt(seconds + away))
    return [...new Set(possible)]
      .filter((at) => at + offsetAt(at) === seconds)
      .sort((a, b) => a - b)
      .map((at) => ({ seconds: at, nanoseconds }))
  }
}

/** How a column writes its times, settled by all of its cells together. */
export type TimeStyle =
  | 'as-written'
  | 'epoch-seconds'
  | 'epoch-milliseconds'
  | 'days-of-digits'
  | 'day-first'
  | 'month-first'

/** Nine digits, or ten that begin with 1 or 2: up to the year 2065. */
const EPOCH_SECONDS = /^[12]?\d{9}$/
/** The same with three digits more. */
const EPOCH_MILLISECONDS = /^[12]?\d{12}$/
/** 20261001, where it can be a day. */
const EIGHT_DIGITS = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/
/** A day of three numbers with the year last, and what stands behind it: 1.10.2026, 10/01/26, 3:04 pm. */
const NUMBERED =
  /^(?<first>\d{1,2})(?<by>[./-])(?<second>\d{1,2})\k<by>(?<year>\d{4}|\d{2})(?:,? +| ?T)?(?<time>\d.*)?$/

/** A day of three numbers, among other words. */
const NUMBERED_DAY = /(?<![\d./-])(?<first>\d{1,2})(?<by>[./-])(?<second>\d{1,2})\k<by>(?:\d{4}|\d{2})(?![\d./-])/g

/**
 * Tells which of day and month comes first in all texts: dots put the day first, and a number above 12 shows it.
 * `open`: none does, or they contradict each other. Null: there are no such days.
 */
export function dayOrder(texts: Iterable<string>): DayOrder | 'open' | null {
  const seen = { dayFirst: false, monthFirst: false, either: false, same: false }
  for (const text of texts) {
    if (text.length > LONGEST_PERIOD) continue
    for (const { groups } of text.matchAll(NUMBERED_DAY)) {
      const [first, second] = [Number(groups?.first), Number(groups?.second)]
      if (groups?.by === '.' || first > 12) seen.dayFirst = true
      else if (second > 12) seen.monthFirst = true
      else if (first !== second) seen.either = true
      else seen.same = true
    }
  }
  if (seen.dayFirst !== seen.monthFirst) return seen.dayFirst ? 'day-first' : 'month-first'
  if (seen.dayFirst || seen.either) return 'open'
  return seen.same ? 'day-first' : null
}

/** The first day of these texts that is another by the other order, as both read it; null: there is none. */
export function twoDays(texts: Iterable<string>): { text: string; dayFirst: string; monthFirst: string } | null {
  for (const { text, dayFirst, monthFirst } of bothWays(texts))
    if (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst) return { text, dayFirst, monthFirst }
  return null
}

/** The order by which all days of these texts lie between two days, and not by the other; null: neither is that. */
export function orderWithin(texts: Iterable<string>, first: string, last: string): DayOrder | null {
  const isWithin = (day: string | null) => day !== null && day >= first && day <= last
  const all = { dayFirst: true, monthFirst: true }
  for (const { dayFirst, monthFirst } of bothWays(texts)) {
    all.dayFirst &&= isWithin(dayFirst)
    all.monthFirst &&= isWithin(monthFirst)
  }
  if (all.dayFirst === all.monthFirst) return null
  return all.dayFirst ? 'day-first' : 'month-first'
}

/** Each day of three numbers, as both orders read it. */
function* bothWays(texts: Iterable<string>): Generator<DayReadings & { text: string }> {
  for (const text of texts) {
    if (text.length > LONGEST_PERIOD) continue
    for (const [found] of text.matchAll(NUMBERED_DAY)) yield { text, ...dayReadings(plainText(found), null) }
  }
}

/**
 * Numbers are times only where all are of one size.
 * @param texts of the column of times, each once
 * @param order of its days, where it is settled
 */
export function timeStyle(texts: Iterable<string>, order: DayOrder | null): TimeStyle {
  const counts = { all: 0, seconds: 0, milliseconds: 0, days: 0 }
  for (const raw of texts) {
    const text = raw.trim()
    if (text === '' || text.length > LONGEST_TIME) continue
    counts.all += 1
    if (EPOCH_SECONDS.test(text)) counts.seconds += 1
    if (EPOCH_MILLISECONDS.test(text)) counts.milliseconds += 1
    if (EIGHT_DIGITS.test(text)) counts.days += 1
  }
  if (counts.all > 0 && counts.seconds === counts.all) return 'epoch-seconds'
  if (counts.all > 0 && counts.milliseconds === counts.all) return 'epoch-milliseconds'
  if (counts.all > 0 && counts.days === counts.all) return 'days-of-digits'
  return order ?? 'as-written'
}

/** The same time as `fileTimes` reads it: a date of numbers by its order, of a named month, by twelve hours. */
export function styledTime(text: string, style: TimeStyle): string {
  const plain = text.trim().replaceAll(/\s+/g, ' ')
  if (plain.length > LONGEST_TIME) return text
  if (style === 'epoch-seconds' && EPOCH_SECONDS.test(plain)) return isoInstant(Number(plain) * 1_000)
  if (style === 'epoch-milliseconds' && EPOCH_MILLISECONDS.test(plain)) return isoInstant(Number(plain))
  if (style === 'days-of-digits' && EIGHT_DIGITS.test(plain)) return plain.replace(/(....)(..)(..)/, '$1-$2-$3')
  const { first, second, year, time = '' } = NUMBERED.exec(plain)?.groups ?? {}
  if (first !== undefined && second !== undefined && year !== undefined) {
    if (style !== 'day-first' && style !== 'month-first') return text
    const [day, month] = style === 'day-first' ? [first, second] : [second, first]
    return onDay(year.length === 2 ? `20${year}` : year, month, day, time)
  }
  const named = namedDay(plain)
  return named === null ? text : onDay(named.year, String(named.month), named.day, named.time)
}

/** 1. Oktober 2026, 1 de octubre de 2026, 12:30; Oct 1, 2026 3:04 pm; 03-Oct-2026. */
const NAMED_DAYS = [
  /^(?<day>\d{1,2})(?:\.|er)? (?:de )?(?<name>\p{L}{3,10})\.?,? (?:del? )?(?<year>\d{4})(?:,? (?<time>\d.*))?$/u,
  /^(?<name>\p{L}{3,10})\.? (?<day>\d{1,2}),? (?<year>\d{4})(?:,? (?<time>\d.*))?$/u,
  /^(?<day>\d{1,2})[-–](?<name>\p{L}{3,10})[-–](?<year>\d{4})(?: (?<time>\d.*))?$/u,
]

/** A day with the name of its month, and what stands behind it; null: the text is none. */
function namedDay(text: string): { year: string; month: number; day: string; time: string } | null {
  for (const pattern of NAMED_DAYS) {
    const { day = '', name = '', year = '', time = '' } = pattern.exec(text)?.groups ?? {}
    const month = MONTH_NUMBERS.get(name.toLowerCase())
    if (month !== undefined) return { year, month, day, time }
  }
  return null
}

const isoInstant = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.000Z$/, 'Z')

/** 3:04:05 pm, 3:04 a.m. UTC. */
const TWELVE_HOURS = /^(?<hour>\d{1,2})(?<rest>:\d{2}\S*?) ?(?<half>[ap])\.?m\.?(?<zone> .*)?$/i

/** “2026-10-01 15:04” of the day and “3:04 pm”; a time by 24 hours stays, with two digits for its hour. */
function onDay(year: string, month: string, day: string, time: string): string {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const clock = TWELVE_HOURS.exec(time)?.groups
  if (clock === undefined) return time === '' ? date : `${date} ${time.replace(/^(?=\d:)/, '0')}`
  const hour = (Number(clock.hour) % 12) + (clock.half?.toLowerCase() === 'p' ? 12 : 0)
  return `${date} ${String(hour).padStart(2, '0')}${clock.rest}${clock.zone ?? ''}`
}

function stepOf(minute?: string, second?: string, fraction?: string): FileTime['step'] {
  if (minute === undefined) return 'day'
  if (second === undefined) return 'minute'
  return fraction === undefined ? 'second' : 'instant'
}

/** Each month's names in English, German, French and Spanish, in small letters. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner', 'jan', 'janvier', 'janv', 'enero', 'ene'],
  ['february', 'februar', 'feb', 'février', 'fevrier', 'févr', 'fév', 'febrero'],
  ['march', 'märz', 'maerz', 'mar', 'mär', 'mrz', 'mars', 'marzo'],
  ['april', 'apr', 'avril', 'avr', 'abril', 'abr'],
  ['may', 'mai', 'mayo'],
  ['june', 'juni', 'jun', 'juin', 'junio'],
  ['july', 'juli', 'jul', 'juillet', 'juil', 'julio'],
  ['august', 'aug', 'août', 'aout', 'agosto', 'ago'],
  ['september', 'sept', 'sep', 'septembre', 'septiembre', 'setiembre', 'set'],
  ['october', 'oktober', 'oct', 'okt', 'octobre', 'octubre'],
  ['november', 'nov', 'novembre', 'noviembre'],
  ['december', 'dezember', 'dec', 'dez', 'décembre', 'decembre', 'déc', 'diciembre', 'dic'],
]
/** The number of a month by each of its names. */
const MONTH_NUMBERS = new Map(MONTHS.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))
const LONGEST_PERIOD = 100

/** @param text one period, as a cell has it. @param order of days that could be two; null: those are none */
export function readPeriod(text: string, order: DayOrder | null = null): InvoicePeriod | null {
  if (text.length > LONGEST_PERIOD) return null
  const plain = plainText(text).replace(/^(?:from|vom|von|du|del|de|desde) /, '')
  return wholeMonths(plain) ?? withinMonths(plain) ?? oneDay(plain, order) ?? betweenDates(plain, order)
}

/** Whether days and months that a cell or a head names are those of UTC: by an offset of zero, or by the word. */
export const saysUtc = (text: string) =>
  /\d(?::\d\d){1,2}(?:\.\d+)?\s?(?:Z|[+-]00:?00)\b|(?<![A-Z])(?:UTC|GMT)(?![A-Z])/i.test(text)

/** A bound of a period, as a cell has it. */
export interface PeriodBound {
  day: string
  /** How the day is said: alone, or by an instant at its very beginning or end. */
  as: 'day' | 'midnight' | 'end'
}

/** A day, and a time of day behind it. */
const DAY_AND_CLOCK = /^(?<day>.*?)(?:[t ](?<clock>\d\d:.*))?$/
/** The very beginning or end of a day, of UTC where an offset stands behind it: 00:00, 23:59:59.999z. */
const EDGE_OF_DAY = /^(?:(?<midnight>00:00(?::00(?:\.0+)?)?)|23:59:59(?:\.9+)?)(?:z|[+–-]00:?00)?$/

/** Null: the text is no day, could be two, or says a time within the day. */
export function readBound(text: string, order: DayOrder | null): PeriodBound | null {
  if (text.length > LONGEST_PERIOD) return null
  const { day = '', clock } = DAY_AND_CLOCK.exec(plainText(text))?.groups ?? {}
  const edge = clock === undefined ? null : EDGE_OF_DAY.exec(clock)
  if (clock !== undefined && edge === null) return null
  const as = edge === null ? 'day' : edge.groups?.midnight === undefined ? 'end' : 'midnight'
  const { dayFirst, monthFirst } = dayReadings(day, order)
  return dayFirst === null || dayFirst !== monthFirst ? null : { day: dayFirst, as }
}

/**
 * The period between two bounds.
 * @param lastDays whether the day that ends it belongs to it; one that is said by its very end always does
 * @returns null: it ends before it begins
 */
export function periodBetween(from: PeriodBound, until: PeriodBound, lastDays: LastDays): InvoicePeriod | null {
  const last = lastDays === 'included' || until.as === 'end' ? until.day : isoDay(Date.parse(until.day) - 86_400_000)
  return last < from.day ? null : { from: from.day, until: last }
}

/**
 * A text in the one way in which the patterns of periods expect it: in small letters, with single spaces, and with one
 * dash (–) for all but the hyphen. The word for UTC goes: `saysUtc` tells of it.
 */
const plainText = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\s?\(?\b(?:utc|gmt)\b\)?/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‐‑‒–—−]/g, '–')

/** "2026-10", "10/2026", "October 2026", "2026 October"; "Q4 2026", "2026 Q4". */
const WHOLE_MONTHS = [
  /^(?<year>\d{4})[-–/.](?<month>\d{1,2})$/,
  /^(?<month>\d{1,2})[-–/.](?<year>\d{4})$/,
  /^(?<name>\p{L}{3,10})\.?,?(?: del?)?[ –-](?<year>\d{4})$/u,
  /^(?<year>\d{4}) (?<name>\p{L}{3,10})$/u,
  /^[qt](?<quarter>[1-4])[ /–-]?(?<year>\d{4})$/,
  /^(?<year>\d{4})[ /–-]?q(?<quarter>[1-4])$/,
]

function wholeMonths(text: string): InvoicePeriod | null {
  for (const pattern of WHOLE_MONTHS) {
    const { year, month, name = '', quarter } = pattern.exec(text)?.groups ?? {}
    if (quarter !== undefined) return months(Number(year), Number(quarter) * 3 - 2, 3)
    if (year !== undefined) return months(Number(year), Number(month ?? MONTH_NUMBERS.get(name) ?? 0), 1)
  }
  return null
}

/** Two days with one year behind both, of which one may have no month of its own. */
const WITHIN_MONTHS = [
  // 1.–31. oktober 2026, 1 de octubre al 31 de octubre de 2026, 28 sep to 4 oct 2026.
  /^(?<day>\d{1,2})(?:\.|er)?(?: (?:de )?(?<month>\p{L}{3,10})\.?)? ?(?:[–-]|to|bis|until|au|al) ?(?<lastDay>\d{1,2})\.? (?:de )?(?<lastMonth>\p{L}{3,10})\.? (?:del? )?(?<year>\d{4})$/u,
  // oct 1 – 31, 2026; oct 1 – oct 31, 2026.
  /^(?<month>\p{L}{3,10})\.? (?<day>\d{1,2}) ?(?:[–-]|to|bis|until) ?(?:(?<lastMonth>\p{L}{3,10})\.? )?(?<lastDay>\d{1,2}),? (?<year>\d{4})$/u,
]

function withinMonths(text: string): InvoicePeriod | null {
  for (const pattern of WITHIN_MONTHS) {
    const found = pattern.exec(text)?.groups
    if (found === undefined) continue
    const { year, month, day, lastMonth, lastDay } = found
    return periodOf(dayByMonthName(year, month ?? lastMonth, day), dayByMonthName(year, lastMonth ?? month, lastDay))
  }
  return null
}

/** A single day. The first of a month is none: it may stand for the whole month as well. */
function oneDay(text: string, order: DayOrder | null): InvoicePeriod | null {
  const { dayFirst, monthFirst } = dayReadings(text, order)
  if (dayFirst === null || dayFirst !== monthFirst || dayFirst.endsWith('-01')) return null
  return { from: dayFirst, until: dayFirst }
}

/** Between two days: a word or a hyphen with spaces, a dash, two dots, or the slash of 2026-10-01/2026-11-01. */
const BETWEEN_DAYS =
  / (?:-|–|to|bis|until|through|au|al|a|hasta) |–|\.\.|(?<=^\d{4}-\d\d-\d\d(?:t[\d:.]{5,20}(?:z|[+-]00:?00))?)\/(?=\d{4}-)/

/** Two days with a year each: "01.10.2026 – 31.10.2026", "2026-10-01/2026-11-01". */
function betweenDates(text: string, order: DayOrder | null): InvoicePeriod | null {
  const [from, until, another] = text.split(BETWEEN_DAYS)
  if (from === undefined || until === undefined || another !== undefined) return null
  return between(dayReadings(from.trim(), order), dayReadings(until.trim(), order))
}

/** A day by either order of day and month; the same where the text settles it. Null: by that order it is none. */
interface DayReadings {
  dayFirst: string | null
  monthFirst: string | null
}

/** 2026-10-01, also with the midnight of UTC: 2026-10-01t00:00:00z. */
const ISO_DAY =
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?:[t ]00:00(?::00(?:\.0+)?)?(?:z|[+–-]00:?00)?)?$/
/** 1.10.2026, 10/01/26. */
const DAY_OF_NUMBERS = /^(?<first>\d{1,2})(?<by>[-/.–])(?<second>\d{1,2})\k<by>(?<year>\d{4}|\d{2})$/

/** @param order of day and month, where it is settled */
function dayReadings(text: string, order: DayOrder | null): DayReadings {
  const sure = (date: string | null) => ({ dayFirst: date, monthFirst: date })
  const iso = ISO_DAY.exec(text)?.groups
  if (iso !== undefined) return sure(dayOf(Number(iso.year), Number(iso.month), Number(iso.day)))
  const named = namedDay(text)
  if (named !== null) return sure(named.time === '' ? dayOf(Number(named.year), named.month, Number(named.day)) : null)
  const numbers = DAY_OF_NUMBERS.exec(text)?.groups
  if (numbers === undefined) return sure(null)
  const [first, second] = [Number(numbers.first), Number(numbers.second)]
  const year = Number(numbers.year) + (numbers.year?.length === 2 ? 2_000 : 0)
  // Dots put the day first.
  if (numbers.by === '.' || order === 'day-first') return sure(dayOf(year, second, first))
  if (order === 'month-first') return sure(dayOf(year, first, second))
  return { dayFirst: dayOf(year, second, first), monthFirst: dayOf(year, first, second) }
}

/** Both days by the same order of day and month; null where both orders are possible and differ. */
function between(from: DayReadings, until: DayReadings): InvoicePeriod | null {
  const dayFirst = periodOf(from.dayFirst, until.dayFirst)
  const monthFirst = periodOf(from.monthFirst, until.monthFirst)
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst
  return dayFirst.from === monthFirst.from && dayFirst.until === monthFirst.until ? dayFirst : null
}

/**
 * The period of two days, both included. Between the firsts of two months the second is not: "1 Oct to 1 Nov" is
 * October. Null: one of them is no day, or the second is before the first.
 */
function periodOf(from: string | null, until: string | null): InvoicePeriod | null {
  if (from === null || until === null || from > until) return null
  const isMonths = from !== until && from.endsWith('-01') && until.endsWith('-01')
  return { from, until: isMonths ? isoDay(Date.parse(until) - 86_400_000) : until }
}

/** Whole months from this one on; null: there is no such month. */
function months(year: number, month: number, count: number): InvoicePeriod | null {
  const from = dayOf(year, month, 1)
  return from === null ? null : { from, until: isoDay(Date.UTC(year, month - 1 + count, 0)) }
}

const dayByMonthName = (year: string | undefined, month: string | undefined, day: string | undefined) =>
  dayOf(Number(year), MONTH_NUMBERS.get(month ?? '') ?? 0, Number(day))

/** "2026-10-31"; null where there is no such day. */
function dayOf(year: number, month: number, day: number): string | null {
  if (year < 1_900 || year > 2_999 || month < 1 || month > 12 || day < 1) return null
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCDate() === day ? isoDay(at.getTime()) : null
}

const isoDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
