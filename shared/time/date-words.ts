// Dates as people write them: "3 Nov", "3.11.2026", "yesterday", "last month". A day without a year is the latest one
// that was; what can be read in two ways is both, never a guess.
import { Temporal } from 'temporal-polyfill'
import { firstMoment, lastMoment, utcOf } from './day-moments.ts'
import { formatUtc, isZone, MONTHS, noSuch, SHORT_MONTHS } from './instant.ts'

/** `first` and `last` are whole days, `YYYY-MM-DD`, both included. */
export interface Days {
  kind: 'days'
  first: string
  last: string
}

export type DateWords =
  | Days
  /** `YYYY-MM-DD HH:MM[:SS[.fff]]`, as the clock of the zone shows it. */
  | { kind: 'clock'; text: string }
  | TimeFromNow
  /** Day and month could be either: `choices` are both readings, day first. `time` as typed, or empty. */
  | { kind: 'either'; choices: [Days, Days]; time: string }
  | { kind: 'invalid'; message: string }

const MONTH_WORDS = MONTHS.map((name) => name.toLowerCase())
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
/** A number at the end of a text, which is a time of day where it has minutes, or "am" or "pm" behind it. */
const TIME =
  /(?:,| at)? (?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d)(?<fraction>\.\d{1,9})?)?)? ?(?<half>am|pm)?$/
/** Nobody writes a date longer than this. */
const LONGEST = 60

/** What the text means in the zone, where `now` (RFC 3339 UTC) is. Null where it is no date in words, as RFC 3339. */
export function readDateWords(text: string, zone: string, now: string): DateWords | null {
  if (text.length > LONGEST || !isZone(zone)) return null
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const moment = Temporal.Instant.from(now)
  const today = moment.toZonedDateTimeISO(zone).toPlainDate()
  const fromNow = readTimeFromNow(typed, moment)
  if (fromNow) return fromNow
  const timed = TIME.exec(typed)
  const { minute, half } = timed?.groups ?? {}
  // A bare number at the end is a year or a day.
  if (timed === null || (minute === undefined && half === undefined)) return dayOf(typed, today)
  const day = dayOf(typed.slice(0, timed.index), today)
  return day && atTime(day, timed.groups ?? {})
}

/** A date of a mail has at most so many words: "12th of November 2026". */
const MOST_WORDS = 4
/** It bounds how many words may begin a date, in a text of any length. */
const MOST_BEGUN = 200
/** "12.10" and "3/4" are amounts and shares as often as days. */
const NUMBER_LIKE = /^\d{1,4}[./]\d{1,2}$/

/**
 * The days within a sentence or a mail, in their order, each once, both where day and month could be either. They are
 * `most` at most. Numbers alone are none, nor are words such as "today", whose day the text does not say.
 */
export function daysWithin(text: string, zone: string, now: string, most: number): Days[] {
  const words = text.split(/\s+/)
  const found = new Map<string, Days>()
  let begun = 0
  for (let at = 0; at < words.length && found.size < most && begun < MOST_BEGUN; at++) {
    const word = words[at] ?? ''
    if (word.length > LONGEST || !mayBegin(word)) continue
    begun++
    // The longest phrase first: "3 Nov 2026" before "3 Nov". Its words begin no other date.
    for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
      const phrase = words.slice(at, at + count).join(' ')
      const read = phrase.length > LONGEST ? null : daysOf(phrase, zone, now)
      if (read === null) continue
      for (const one of read) found.set(`${one.first} ${one.last}`, one)
      at += count - 1
      break
    }
  }
  return [...found.values()].slice(0, most)
}

/** Without what stands around a word in a sentence: brackets, quotes, commas. A dot behind it stays. */
const bare = (word: string) => word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}.]+$/u, '')

const mayBegin = (word: string) =>
  /^\d/.test(bare(word)) || numberOf(MONTH_WORDS, bare(word).toLowerCase().replace(/\.$/, '')) !== null

/** Null where it is no whole day, month or either of two days. */
function daysOf(phrase: string, zone: string, now: string): readonly Days[] | null {
  // The dot of "3.11." belongs to it, that of a sentence does not.
  const typed = /^\d{1,2}\. ?\d{1,2}\.$/.test(bare(phrase)) ? bare(phrase) : bare(phrase).replace(/\.+$/, '')
  if (!/\d/.test(typed) || NUMBER_LIKE.test(typed)) return null
  const read = readDateWords(typed, zone, now)
  return read?.kind === 'days' ? [read] : read?.kind === 'either' && read.time === '' ? read.choices : null
}

/** The day at a time of it. @param half "am" or "pm"; absent: the hours are those of 24 */
function atTime(
  day: DateWords,
  { hour = '', minute = '00', second = '', fraction = '', half }: Readonly<Record<string, string | undefined>>,
): DateWords {
  if (day.kind === 'invalid') return day
  const written = Number(hour)
  const hours = half === undefined ? written : (written % 12) + (half === 'pm' ? 12 : 0)
  const isNoHour = half === undefined ? written > 23 : written < 1 || written > 12
  if (isNoHour) {
    return invalid(noSuch('time', `${hour}:${minute}${half === undefined ? '' : ` ${half}`}`))
  }
  const time = `${String(hours).padStart(2, '0')}:${minute}${second && `:${second}`}${fraction}`
  if (day.kind === 'either') return { ...day, time }
  if (day.kind === 'days' && day.first === day.last) return { kind: 'clock', text: `${day.first} ${time}` }
  return invalid('A time of day needs a single day.')
}

function dayOf(typed: string, today: Temporal.PlainDate): DateWords | null {
  return relative(typed, today) ?? named(typed, today) ?? numbered(typed, today) ?? weekdayAndDay(typed, today)
}

/** "Tue 3 Nov 2026", as this page writes it, too. A weekday that is not the day's is a slip of the pen. */
function weekdayAndDay(typed: string, today: Temporal.PlainDate): DateWords | null {
  const [, name = '', rest = ''] = /^([a-z]{3,9})\.?,? (.*\d.*)$/.exec(typed) ?? []
  const weekday = numberOf(WEEKDAYS, name)
  const day = weekday === null ? null : (named(rest, today) ?? numbered(rest, today))
  const choices = day?.kind === 'days' ? [day] : day?.kind === 'either' ? day.choices : null
  if (choices === null) return day
  const fits = choices.find(({ first, last }) => first === last && Temporal.PlainDate.from(first).dayOfWeek === weekday)
  return fits ?? invalid(`${shortDay(choices[0]?.first ?? '')} is another day of the week.`)
}

/** "yesterday", "3 weeks ago", "last 7 days", "this month", "on Monday": days that are told from today. */
function relative(typed: string, today: Temporal.PlainDate): DateWords | null {
  const near = { today: 0, yesterday: -1, tomorrow: 1 }[typed]
  if (near !== undefined) return oneDay(today.add({ days: near }))
  const ago = /^(\d{1,4}) (day|week)s? ago$/.exec(typed)
  if (ago) return oneDay(today.subtract({ days: Number(ago[1]) * (ago[2] === 'week' ? 7 : 1) }))
  const last = /^(?:the )?(?:last|past) (\d{1,4}) (day|week)s?$/.exec(typed)
  if (last && Number(last[1]) > 0) {
    return days(today.subtract({ days: Number(last[1]) * (last[2] === 'week' ? 7 : 1) - 1 }), today)
  }
  const period = /^(this|last) (week|month|year)$/.exec(typed)
  if (period) return periodOf(period[2] as 'week' | 'month' | 'year', today, period[1] === 'last')
  const { before, name = '' } = /^(?:on )?(?<before>last )?(?<name>[a-z]{3,9})$/.exec(typed)?.groups ?? {}
  const weekday = numberOf(WEEKDAYS, name)
  if (weekday === null) return null
  const back = (today.dayOfWeek - weekday + 7) % 7
  // Said on a Monday, "Monday" is today, and "last Monday" a week ago.
  return oneDay(today.subtract({ days: back === 0 && before !== undefined ? 7 : back }))
}

/** The whole week, month or year that today is in, or the one before it. */
function periodOf(unit: 'week' | 'month' | 'year', today: Temporal.PlainDate, before: boolean): Days {
  const first = {
    week: today.subtract({ days: today.dayOfWeek - 1 }),
    month: today.with({ day: 1 }),
    year: today.with({ month: 1, day: 1 }),
  }[unit]
  const start = before ? first.subtract({ [`${unit}s`]: 1 }) : first
  return days(start, start.add({ [`${unit}s`]: 1 }).subtract({ days: 1 }))
}

const DAY_FIRST =
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[ -]?(?:of )?(?<name>[a-z]{3,9})\.?(?:(?:,? |-)(?<year>\d{2,4}))?$/
const MONTH_FIRST = /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/
const WHOLE_MONTH = /^(?<name>[a-z]{3,9})\.?(?:,? (?<year>\d{4}))?$/

/** "3 Nov", "3rd of November 2026", "3-Nov-2026", "Nov 3, 2026", "Nov 2026". */
function named(typed: string, today: Temporal.PlainDate): DateWords | null {
  const oneDate = DAY_FIRST.exec(typed) ?? MONTH_FIRST.exec(typed)
  const { day, name = '', year } = (oneDate ?? WHOLE_MONTH.exec(typed))?.groups ?? {}
  const month = numberOf(MONTH_WORDS, name)
  if (month === null) return null
  if (day !== undefined) return dated(year, month, Number(day), today)
  const latest = today.year - (month > today.month ? 1 : 0)
  return wholeMonth(year === undefined ? latest : Number(year), month)
}

/** "3.11.2026", "3.11.", "2026/11/03", "2026-11", "2026-11-03", "3/11/2026", "3-11-2026". */
function numbered(typed: string, today: Temporal.PlainDate): DateWords | null {
  const dotted = /^(\d{1,2})\. ?(\d{1,2})(?:\. ?(\d{2,4})?)?$/.exec(typed)
  if (dotted) return dated(dotted[3], Number(dotted[2]), Number(dotted[1]), today)
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(typed)
  if (yearFirst) return dated(yearFirst[1], Number(yearFirst[3]), Number(yearFirst[4]), today)
  const month = /^(\d{4})[-/](\d{1,2})$/.exec(typed)
  if (month) return wholeMonth(Number(month[1]), Number(month[2]))
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(typed) ?? /^(\d{1,2})-(\d{1,2})-(\d{2,4})$/.exec(typed)
  if (!slashed) return null
  const [, one = '', two = '', year] = slashed
  const dayFirst = dated(year, Number(two), Number(one), today)
  const monthFirst = dated(year, Number(one), Number(two), today)
  if (dayFirst.kind === 'days' && monthFirst.kind === 'days' && dayFirst.first !== monthFirst.first) {
    return { kind: 'either', choices: [dayFirst, monthFirst], time: '' }
  }
  return dayFirst.kind === 'days' ? dayFirst : monthFirst
}

/** A date without a year is the latest such day that is not after today. */
function dated(year: string | undefined, month: number, day: number, today: Temporal.PlainDate): Days | Invalid {
  if (year !== undefined && year.length !== 4) return invalid('Write the year with four digits, such as 2026.')
  const years = year === undefined ? Array.from({ length: 9 }, (_, back) => today.year - back) : [Number(year)]
  for (const candidate of years) {
    const date = plainDate(candidate, month, day)
    if (date !== null && (year !== undefined || Temporal.PlainDate.compare(date, today) <= 0)) return oneDay(date)
  }
  const name = SHORT_MONTHS[month - 1]
  if (name === undefined) return invalid(noSuch('month', month))
  return invalid(noSuch('day', `${day} ${name}${year ? ` ${year}` : ''}`))
}

function shortDay(date: string): string {
  const { year, month, day } = Temporal.PlainDate.from(date)
  return `${day} ${SHORT_MONTHS[month - 1]} ${year}`
}

function wholeMonth(year: number, month: number): DateWords {
  const first = plainDate(year, month, 1)
  return first === null ? invalid(noSuch('month', month)) : days(first, first.with({ day: first.daysInMonth }))
}

function plainDate(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return null // a RangeError: there is no such day
  }
}

/** The number, from 1 on, of the name that begins so; null: none does. Three letters tell each from the others. */
function numberOf(names: readonly string[], typed: string): number | null {
  const at = names.findIndex((name) => typed.length >= 3 && name.startsWith(typed))
  return at === -1 ? null : at + 1
}

const days = (first: Temporal.PlainDate, last: Temporal.PlainDate): Days => ({
  kind: 'days',
  first: first.toString(),
  last: last.toString(),
})
const oneDay = (day: Temporal.PlainDate) => days(day, day)

type Invalid = Extract<DateWords, { kind: 'invalid' }>
const invalid = (message: string): Invalid => ({ kind: 'invalid', message })

// Times that people compute from now: "last 3 hours", "an hour ago".

type TimeFromNow =
  /** It goes from an instant to now, RFC 3339 UTC. */
  | { kind: 'span'; from: string; to: string }
  /** RFC 3339 UTC. */
  | { kind: 'moment'; utc: string }

/** `typed` is in lower case, with single spaces. Null where it is none. */
function readTimeFromNow(typed: string, now: Temporal.Instant): TimeFromNow | null {
  if (typed === 'now') return { kind: 'moment', utc: toTheSecond(now) }
  const [, lasting = '1', lastingUnit] = /^(?:the )?(?:last|past) (?:(\d{1,4}) )?(minute|hour)s?$/.exec(typed) ?? []
  if (lastingUnit !== undefined) return { kind: 'span', from: earlier(now, lasting, lastingUnit), to: toTheSecond(now) }
  const [, passed = '', passedUnit] = /^(\d{1,4}|an?) (minute|hour)s? ago$/.exec(typed) ?? []
  return passedUnit === undefined ? null : { kind: 'moment', utc: earlier(now, passed, passedUnit) }
}

/** `count` in digits; "a" and "an" are one. */
function earlier(now: Temporal.Instant, count: string, unit: string): string {
  const number = count.startsWith('a') ? 1 : Number(count)
  return toTheSecond(now.subtract(unit === 'hour' ? { hours: number } : { minutes: number }))
}

/** To the second: nobody means a fraction by "last hour". */
const toTheSecond = ({ epochMilliseconds }: Temporal.Instant) =>
  formatUtc({ seconds: Math.floor(epochMilliseconds / 1_000), nanoseconds: 0 })

// Ranges that are chosen by a word: "Today" and the like.

export const PRESETS = ['hour', 'today', 'yesterday', '7-days', 'this-month', 'last-month'] as const
export type Preset = (typeof PRESETS)[number]

/**
 * A range in UTC from "now", an RFC 3339 instant, and a zone that `isZone` knows. `hour` ends now; the others are whole
 * days of the zone, so that a range stays the same all day: `7-days` is today and the six days before.
 */
export function presetRange(preset: Preset, nowUtc: string, zone: string): { from: string; to: string } {
  const now = Temporal.Instant.from(nowUtc)
  if (preset === 'hour') return { from: utcOf(now.subtract({ hours: 1 })), to: utcOf(now) }
  const { first, last } = presetDays(preset, now.toZonedDateTimeISO(zone).toPlainDate())
  return {
    from: utcOf(firstMoment(Temporal.PlainDate.from(first), zone)),
    to: utcOf(lastMoment(Temporal.PlainDate.from(last), zone)),
  }
}

function presetDays(preset: Exclude<Preset, 'hour'>, today: Temporal.PlainDate): Days {
  switch (preset) {
    case 'today':
      return oneDay(today)
    case 'yesterday':
      return oneDay(today.subtract({ days: 1 }))
    case '7-days':
      return days(today.subtract({ days: 6 }), today)
    case 'this-month':
    case 'last-month':
      return periodOf('month', today, preset === 'last-month')
  }
}
