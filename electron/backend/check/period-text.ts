// The months and days that invoices name, in English and German. What can be two periods is none.
import type { InvoicePeriod } from '../../../shared/check/checked-file.ts'

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
const LONGEST = 100

/** @param text one period, as a cell has it */
export function readPeriod(text: string): InvoicePeriod | null {
  if (text.length > LONGEST) return null
  const plain = plainText(text)
  return wholeMonths(plain) ?? withinMonths(plain) ?? oneDay(plain) ?? betweenDates(plain)
}

/** @param from the first day, as a cell has it. @param until the last one; where both are the first of a month, it is not in it. */
export function readPeriodBetween(from: string, until: string): InvoicePeriod | null {
  if (from.length > LONGEST || until.length > LONGEST) return null
  return between(dayReadings(plainText(from)), dayReadings(plainText(until)))
}

const plainText = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[‐‑‒–—−]/g, '–')

function wholeMonths(text: string): InvoicePeriod | null {
  const yearFirst = /^(\d{4})[-–/.](\d{1,2})$/.exec(text)
  if (yearFirst !== null) return months(Number(yearFirst[1]), Number(yearFirst[2]), 1)
  const yearLast = /^(\d{1,2})[-–/.](\d{4})$/.exec(text)
  if (yearLast !== null) return months(Number(yearLast[2]), Number(yearLast[1]), 1)
  const named = /^(\p{L}{3,9})\.?,? (\d{4})$/u.exec(text)
  if (named !== null) return months(Number(named[2]), NUMBERS.get(named[1] ?? '') ?? 0, 1)
  const namedLast = /^(\d{4}) (\p{L}{3,9})$/u.exec(text)
  if (namedLast !== null) return months(Number(namedLast[1]), NUMBERS.get(namedLast[2] ?? '') ?? 0, 1)
  const quarter = /^q([1-4])[ /–-]?(\d{4})$/.exec(text)
  if (quarter !== null) return months(Number(quarter[2]), Number(quarter[1]) * 3 - 2, 3)
  const quarterLast = /^(\d{4})[ /–-]?q([1-4])$/.exec(text)
  return quarterLast === null ? null : months(Number(quarterLast[1]), Number(quarterLast[2]) * 3 - 2, 3)
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
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]00:00(?::00(?:\.0+)?)?)?$/.exec(text)
  if (iso !== null) return sure(date(Number(iso[1]), Number(iso[2]), Number(iso[3])))
  const named = /^(\d{1,2})\.? (\p{L}{3,9})\.?,? (\d{4})$/u.exec(text)
  if (named !== null) return sure(dateOf(named[3], named[2], named[1]))
  const monthNamed = /^(\p{L}{3,9})\.? (\d{1,2}),? (\d{4})$/u.exec(text)
  if (monthNamed !== null) return sure(dateOf(monthNamed[3], monthNamed[1], monthNamed[2]))
  const numbers = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (numbers === null) return sure(null)
  const [first, second, year] = [Number(numbers[1]), Number(numbers[2]), Number(numbers[3])]
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
