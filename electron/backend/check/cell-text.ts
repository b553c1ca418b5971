// What people and spreadsheets write in cells: times and periods. What can be two of them is none, and is never guessed.
import type { InvoicePeriod, TimeStep } from '../../../shared/check/checked-file.ts'
import { type Instant, parseInstant } from '../../../shared/time/instant.ts'
import { zoneClock } from '../../../shared/time/zone-clock.ts'

/** Whether a text is a day, with or without a time, as people write them. */
export const looksLikeDate = (text: string) =>
  /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ].*)?$/.test(text)

export interface FileTime {
  /** The start of the day, minute or second that the text names. */
  at: Instant
  /** How precise the text is; `instant`: to a fraction of a second. */
  step: TimeStep
}

const PARTS =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[Tt ](?<minute>\d{2}:\d{2})(?<second>:\d{2})?(?<fraction>[.,]\d{1,30})?\s?(?<offset>Z|z|UTC|[+-]\d{2}:?\d{2})?)?$/
const LONGEST_TIME = 80

/**
 * Times as written in files: RFC 3339, also without an offset, or a day alone. A date that could mean two days is not a time.
 * @param zone for texts without an offset
 */
export function fileTimes(zone: string): (text: string) => FileTime | null {
  const offsetAt = zoneClock(zone)
  return (text) => {
    const exact = parseInstant(text)
    if (exact !== null) return { at: exact, step: text.includes('.') ? 'instant' : 'second' }
    if (text.length > LONGEST_TIME) return null
    const found = PARTS.exec(text.trim())?.groups
    if (found === undefined) return null
    const { date = '', minute, second, fraction, offset } = found
    if (fraction !== undefined && second === undefined) return null
    const isoOffset =
      offset === undefined || /^[zZ]|UTC/.test(offset) ? 'Z' : offset.replace(/(\d\d):?(\d\d)$/, '$1:$2')
    const read = parseInstant(
      `${date}T${minute ?? '00:00'}${second ?? ':00'}${(fraction ?? '').replace(',', '.')}${isoOffset}`,
    )
    if (read === null) return null
    const at = offset !== undefined ? read : minute === undefined ? startOfDay(read) : onClock(read)
    return at === null ? null : { at, step: stepOf(minute, second, fraction) }
  }

  /** A day begins when the clock shows it first, also where midnight is left out. */
  function startOfDay(midnight: Instant): Instant {
    const first = midnight.seconds - offsetAt(midnight.seconds - offsetAt(midnight.seconds))
    return onClock(midnight) ?? { seconds: first, nanoseconds: 0 }
  }

  /**
   * The instant at which the zone's clock shows this time; if there are two, the one before the clock goes back; null: the clock
   * never shows it.
   */
  function onClock({ seconds, nanoseconds }: Instant): Instant | null {
    const first = seconds - offsetAt(seconds - offsetAt(seconds))
    const earlier = seconds - offsetAt(first - 3_600)
    const shown = [first, earlier].filter((at) => at + offsetAt(at) === seconds)
    return shown.length === 0 ? null : { seconds: Math.min(...shown), nanoseconds }
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

const EPOCH_SECONDS = /^[12]?\d{9}$/
const EPOCH_MILLISECONDS = /^[12]?\d{12}$/
const EIGHT_DIGITS = /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/
const NUMBERED =
  /^(?<first>\d{1,2})(?<by>[./-])(?<second>\d{1,2})\k<by>(?<year>\d{4}|\d{2})(?:,? +| ?T)?(?<time>\d.*)?$/

/**
 * Numbers are times only where all are of one size. Day and month are settled by dots, which put the day first, or by a number above
 * 12 in one of the two places; else such days stay unread.
 * @param texts of the column of times, each once
 */
export function timeStyle(texts: Iterable<string>): TimeStyle {
  const counts = { all: 0, seconds: 0, milliseconds: 0, days: 0 }
  const order = { dayFirst: false, monthFirst: false }
  for (const raw of texts) {
    const text = raw.trim()
    if (text === '' || text.length > LONGEST_TIME) continue
    counts.all += 1
    if (EPOCH_SECONDS.test(text)) counts.seconds += 1
    if (EPOCH_MILLISECONDS.test(text)) counts.milliseconds += 1
    if (EIGHT_DIGITS.test(text)) counts.days += 1
    const { first, second, by } = NUMBERED.exec(text)?.groups ?? {}
    if (by === '.' || Number(first) > 12) order.dayFirst = true
    if (Number(second) > 12) order.monthFirst = true
  }
  if (counts.all > 0 && counts.seconds === counts.all) return 'epoch-seconds'
  if (counts.all > 0 && counts.milliseconds === counts.all) return 'epoch-milliseconds'
  if (counts.all > 0 && counts.days === counts.all) return 'days-of-digits'
  if (order.dayFirst !== order.monthFirst) return order.dayFirst ? 'day-first' : 'month-first'
  return 'as-written'
}

/** The same time as `fileTimes` reads it: a date of numbers by its order, of a named month, with a clock of twelve hours. */
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

const NAMED_DAYS = [
  /^(?<day>\d{1,2})\.? (?<name>\p{L}{3,9})\.?,? (?<year>\d{4})(?:,? (?<time>\d.*))?$/u,
  /^(?<name>\p{L}{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})(?:,? (?<time>\d.*))?$/u,
]

/** A day of a named month, on either side of it, and what stands behind; null: it is none. */
function namedDay(text: string): { year: string; month: number; day: string; time: string } | null {
  for (const pattern of NAMED_DAYS) {
    const { day = '', name = '', year = '', time = '' } = pattern.exec(text)?.groups ?? {}
    const month = NUMBERS.get(name.toLowerCase())
    if (month !== undefined) return { year, month, day, time }
  }
  return null
}

const isoInstant = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.000Z$/, 'Z')

function onDay(year: string, month: string, day: string, time: string): string {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const clock = /^(?<hour>\d{1,2})(?<rest>:\d{2}\S*?) ?(?<half>[ap])\.?m\.?(?<zone> .*)?$/i.exec(time)?.groups
  if (clock === undefined) return time === '' ? date : `${date} ${time.replace(/^(?=\d:)/, '0')}`
  const hour = (Number(clock.hour) % 12) + (clock.half?.toLowerCase() === 'p' ? 12 : 0)
  return `${date} ${String(hour).padStart(2, '0')}${clock.rest}${clock.zone ?? ''}`
}

function stepOf(minute?: string, second?: string, fraction?: string): FileTime['step'] {
  if (minute === undefined) return 'day'
  if (second === undefined) return 'minute'
  return fraction === undefined ? 'second' : 'instant'
}

/** As invoices name them, in English and German. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'januar', 'jänner', 'jan'],
  ['february', 'februar', 'feb'],
  ['march', 'märz', 'maerz', 'mar', 'mär', 'mrz'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
]
const NUMBERS = new Map(MONTHS.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))
const LONGEST_PERIOD = 100

/** @param text one period, as a cell has it */
export function readPeriod(text: string): InvoicePeriod | null {
  if (text.length > LONGEST_PERIOD) return null
  const plain = plainText(text)
  return wholeMonths(plain) ?? withinMonths(plain) ?? oneDay(plain) ?? betweenDates(plain)
}

/** One day, as a cell has it, as 2026-10-31; null: it is none, or could be two. */
export const readDay = (text: string): string | null => readPeriodBetween(text, text)?.from ?? null

/** @param from the first day, as a cell has it. @param until the last one; where both are the first of a month, it is not in it. */
export function readPeriodBetween(from: string, until: string): InvoicePeriod | null {
  if (from.length > LONGEST_PERIOD || until.length > LONGEST_PERIOD) return null
  return between(dayReadings(plainText(from)), dayReadings(plainText(until)))
}

const plainText = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‐‑‒–—−]/g, '–')

const WHOLE_MONTHS = [
  /^(?<year>\d{4})[-–/.](?<month>\d{1,2})$/,
  /^(?<month>\d{1,2})[-–/.](?<year>\d{4})$/,
  /^(?<name>\p{L}{3,9})\.?,? (?<year>\d{4})$/u,
  /^(?<year>\d{4}) (?<name>\p{L}{3,9})$/u,
  /^q(?<quarter>[1-4])[ /–-]?(?<year>\d{4})$/,
  /^(?<year>\d{4})[ /–-]?q(?<quarter>[1-4])$/,
]

function wholeMonths(text: string): InvoicePeriod | null {
  for (const pattern of WHOLE_MONTHS) {
    const { year, month, name = '', quarter } = pattern.exec(text)?.groups ?? {}
    if (quarter !== undefined) return months(Number(year), Number(quarter) * 3 - 2, 3)
    if (year !== undefined) return months(Number(year), Number(month ?? NUMBERS.get(name) ?? 0), 1)
  }
  return null
}

/** One year behind both days: "1.–31. Oktober 2026", "Oct 1 – Oct 31, 2026". */
function withinMonths(text: string): InvoicePeriod | null {
  const dayFirst =
    /^(\d{1,2})\.?(?: (\p{L}{3,9})\.?)? ?(?:[–-]|to|bis|until) ?(\d{1,2})\.? (\p{L}{3,9})\.? (\d{4})$/u.exec(text)
  if (dayFirst !== null) {
    const [, day, month, last, lastMonth, year] = dayFirst
    return inOrder(dateOf(year, month ?? lastMonth, day), dateOf(year, lastMonth, last))
  }
  const monthFirst =
    /^(\p{L}{3,9})\.? (\d{1,2}) ?(?:[–-]|to|bis|until) ?(?:(\p{L}{3,9})\.? )?(\d{1,2}),? (\d{4})$/u.exec(text)
  if (monthFirst === null) return null
  const [, month, day, lastMonth, last, year] = monthFirst
  return inOrder(dateOf(year, month, day), dateOf(year, lastMonth ?? month, last))
}

/** The first of a month alone may stand for the month as well. */
function oneDay(text: string): InvoicePeriod | null {
  const { dayFirst, monthFirst } = dayReadings(text)
  if (dayFirst === null || dayFirst !== monthFirst || dayFirst.endsWith('-01')) return null
  return { from: dayFirst, until: dayFirst }
}

function betweenDates(text: string): InvoicePeriod | null {
  const parts = text.split(/ (?:-|–|to|bis|until|through) |–|\.\.|(?<=^\d{4}-\d\d-\d\d)\/(?=\d{4}-)/)
  const [from, until] = parts
  return from === undefined || until === undefined || parts.length > 2
    ? null
    : between(dayReadings(from.trim()), dayReadings(until.trim()))
}

/** A day by either order of day and month; the same where the text settles it. */
interface DayReadings {
  dayFirst: string | null
  monthFirst: string | null
}

function dayReadings(text: string): DayReadings {
  const sure = (date: string | null) => ({ dayFirst: date, monthFirst: date })
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]00:00(?::00(?:\.0+)?)?(?:z|[+–]00:?00)?)?$/.exec(text)
  if (iso !== null) return sure(date(Number(iso[1]), Number(iso[2]), Number(iso[3])))
  const named = namedDay(text)
  if (named !== null) return sure(named.time === '' ? date(Number(named.year), named.month, Number(named.day)) : null)
  const numbers = /^(\d{1,2})([-/.–])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text)
  if (numbers === null) return sure(null)
  const [first, second] = [Number(numbers[1]), Number(numbers[3])]
  const year = Number(numbers[4]) + (numbers[4]?.length === 2 ? 2_000 : 0)
  // Dots put the day first.
  if (numbers[2] === '.') return sure(date(year, second, first))
  return { dayFirst: date(year, second, first), monthFirst: date(year, first, second) }
}

/** Of the same order of day and month; null where both orders are possible and differ. */
function between(from: DayReadings, until: DayReadings): InvoicePeriod | null {
  const dayFirst = inOrder(from.dayFirst, until.dayFirst)
  const monthFirst = inOrder(from.monthFirst, until.monthFirst)
  if (dayFirst === null || monthFirst === null) return dayFirst ?? monthFirst
  return dayFirst.from === monthFirst.from && dayFirst.until === monthFirst.until ? dayFirst : null
}

function inOrder(from: string | null, until: string | null): InvoicePeriod | null {
  if (from === null || until === null || from > until) return null
  if (from === until || !from.endsWith('-01') || !until.endsWith('-01')) return { from, until }
  return { from, until: isoDay(Date.parse(until) - 86_400_000) }
}

function months(year: number, month: number, count: number): InvoicePeriod | null {
  const from = date(year, month, 1)
  return from === null ? null : { from, until: isoDay(Date.UTC(year, month - 1 + count, 0)) }
}

const dateOf = (year: string | undefined, month: string | undefined, day: string | undefined) =>
  date(Number(year), NUMBERS.get(month ?? '') ?? 0, Number(day))

/** Null where there is no such day. */
function date(year: number, month: number, day: number): string | null {
  if (year < 1_900 || year > 2_999 || month < 1 || month > 12 || day < 1) return null
  const at = new Date(Date.UTC(year, month - 1, day))
  return at.getUTCDate() === day ? isoDay(at.getTime()) : null
}

const isoDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
