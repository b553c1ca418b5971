// The months of a billing zone, and which of them are within the whole range from beginning to end.
import { Temporal } from 'temporal-polyfill'
import { firstMoment, wholeSeconds } from '../time/day-moments.ts'
import { compareInstants, type Instant } from '../time/instant.ts'
import { zoneClock } from '../time/zone-clock.ts'

export interface BillingMonth {
  /** `2026-11`. */
  text: string
  /** Seconds since the epoch; `until` does not belong to it. */
  from: number
  until: number
}

/** Half-open; null: without an end there. */
export interface WholeRangeInstants {
  from: Instant | null
  until: Instant | null
}

/** The first second of a date, `2026-11-01`, since the epoch. */
export const startOfDate = (date: string, zone: string) =>
  wholeSeconds(firstMoment(Temporal.PlainDate.from(date), zone))

/** Whether all of a month lies within the whole range. @param wholeRange null: a part, in which no month is whole */
export function isWholeMonth(wholeRange: WholeRangeInstants | null): (month: BillingMonth) => boolean {
  if (wholeRange === null) return () => false
  const { from, until } = wholeRange
  return (month) =>
    (from === null || compareInstants(from, whole(month.from)) <= 0) &&
    (until === null || compareInstants(until, whole(month.until)) >= 0)
}

/** Gives the month of an instant; the same object for the same month. @param zone one that `isZone` knows */
export function billingMonths(zone: string): (at: Instant) => BillingMonth {
  const ahead = zoneClock(zone)
  const months = new Map<number, BillingMonth>()

  function month(year: number, number: number): BillingMonth {
    const first = Temporal.PlainDate.from({ year, month: number, day: 1 })
    const [from, until] = [first, first.add({ months: 1 })].map((day) => wholeSeconds(firstMoment(day, zone)))
    return { text: first.toPlainYearMonth().toString(), from: from ?? 0, until: until ?? 0 }
  }

  return ({ seconds }) => {
    const here = new Date((seconds + ahead(seconds)) * 1_000)
    const [year, number] = [here.getUTCFullYear(), here.getUTCMonth() + 1]
    const key = year * 12 + number
    const known = months.get(key)
    if (known !== undefined) return known
    const made = month(year, number)
    months.set(key, made)
    return made
  }
}

const whole = (seconds: number): Instant => ({ seconds, nanoseconds: 0 })
