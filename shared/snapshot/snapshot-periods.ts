// How many days a snapshot covers, which they are, what a figure is of one day; and how hours, days, weeks and months
// are keys.
import { Temporal } from 'temporal-polyfill'
import { type Decimal, percentOf, times } from '../exact/decimal.ts'
import { firstMoment, utcOf } from '../time/day-moments.ts'
import { inZone, isMidnight, utcText } from '../time/instant.ts'
import { offsetText } from '../time/zone-clock.ts'
import type { SnapshotRange, SnapshotSummary } from './snapshot.ts'
import type { Period } from './snapshot-condition.ts'

export interface PeriodDays {
  /** Whole days are 86,400,000 each, also where daylight saving makes one longer. */
  milliseconds: number
  /** "31 days", "21.67 days". */
  words: string
}

const A_DAY = 86_400_000

/** A range that has not ended counts as far as it had come. Null: it has no start or no end. */
export function periodDays({
  range: { from: asked, until: end, zone },
  until: fixed,
  begins,
  status,
  clock,
  begunAt,
}: Pick<SnapshotSummary, 'range' | 'until' | 'begins' | 'status' | 'clock' | 'begunAt'>): PeriodDays | null {
  const isSoFar = status.state === 'finished' && status.verdict.soFar
  const now = clock === null ? begunAt : clock[clock.used]
  const [from, until] = [begins ?? asked, isSoFar ? now : (end ?? fixed)]
  if (from === null || until === null) return null
  const days = isMidnightIn(zone, from) && isMidnightIn(zone, until) ? rangeDays({ from, until, zone }) : null
  if (days !== null) return { milliseconds: days.length * A_DAY, words: daysWords(String(days.length)) }
  const milliseconds = Date.parse(until) - Date.parse(from)
  return milliseconds > 0 ? { milliseconds, words: daysWords((milliseconds / A_DAY).toFixed(2)) } : null
}

const daysWords = (days: string) => `${days} ${days === '1' ? 'day' : 'days'}`

function isMidnightIn(zone: string, utc: string): boolean {
  const seen = inZone(utc, zone)
  return seen !== null && isMidnight(seen)
}

/** The figure × a day ÷ the period, rounded half up to so many places; a plain decimal. */
export function perDay(figure: Decimal, { milliseconds }: PeriodDays, places: number): string | null {
  // `percentOf` divides and rounds exactly, and multiplies by 100, which the divisor takes back.
  const divisor = { digits: BigInt(milliseconds) * 100n, scale: 0 }
  return percentOf(times(figure, { digits: BigInt(A_DAY), scale: 0 }), divisor, places)
}

/** More than a year and a month: a question for each would be too many. */
export const MOST_DAYS = 400

/**
 * The days of a range in its zone, each with the bounds by which a service is asked for it: in order of time, the first
 * and the last cut where the range is; days that a zone skipped are not there. Null where the range has no beginning or
 * end, or more than `MOST_DAYS`.
 */
export function rangeDays({ from, until, zone }: SnapshotRange): { from: string; to: string }[] | null {
  if (from === null || until === null) return null
  const days: { from: string; to: string }[] = []
  const end = Date.parse(until)
  let date = inZone(from, zone)?.date
  let begin = from
  while (Date.parse(begin) < end && date !== undefined) {
    if (days.length === MOST_DAYS) return null
    // Where the next day was skipped, this is the first moment of the one after it.
    const next = firstMoment(Temporal.PlainDate.from(date).add({ days: 1 }), zone)
    days.push({ from: begin, to: next.epochMilliseconds < end ? utcOf(next) : until })
    begin = utcOf(next)
    date = next.toPlainDate().toString()
  }
  return days
}

const DAY = 86_400
/** 1970 began on a Thursday: the Monday of its week was so many days before. */
const DAYS_AFTER_MONDAY = 3

/** The period of a second since the epoch, as a `KeyValue` of kind `time`. @param offset the zone's then, in seconds */
export function periodText(every: Period, seconds: number, offset: number): string {
  const local = seconds + offset
  const day = Math.floor(local / DAY)
  switch (every) {
    case 'hour':
      return `${civil(Math.floor(local / 3_600) * 3_600).slice(0, -':00Z'.length)}${offsetText(offset)}`
    case 'day':
      return dateText(day)
    case 'week':
      return dateText(weekOf(day) * 7 - DAYS_AFTER_MONDAY)
    case 'month':
      return dateText(day).slice(0, -'-DD'.length)
  }
}

/** Weeks are counted by their Mondays. @param day days since the epoch */
export const weekOf = (day: number) => Math.floor((day + DAYS_AFTER_MONDAY) / 7)

/** `YYYY-MM-DDTHH:MM:SSZ`; a zone's clock can show a year before 0000, which has six digits and a sign. */
const civil = (seconds: number) => utcText(seconds, '')
const dateText = (day: number) => civil(day * DAY).slice(0, -'THH:MM:SSZ'.length)
