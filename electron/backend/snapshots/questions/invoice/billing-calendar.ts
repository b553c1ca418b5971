// The periods of a customer's lines on one axis: the stretches between all their ends, and which period each belongs to.

import type { InvoicePeriod } from '../../../../../shared/check/checked-file.ts'
import { startOfDate } from '../../../../../shared/worth/billing-months.ts'
import type { Seconds } from './causes/line-case.ts'

/** A period, and where it lies. */
export interface PlacedPeriod extends Seconds {
  period: InvoicePeriod
}

export interface BillingCalendar {
  /** The stretch of a second; -1: in no period. */
  stretchAt(second: number): number
  /** Stretches of a period: from the first up to, not including, the last. */
  stretchesOf(period: Seconds): { from: number; until: number }
  /** The period named for a stretch whose events are on no line. */
  periodOf(stretch: number): PlacedPeriod | null
  /** Whether all of it lies in periods. */
  covers(period: Seconds): boolean
}

/** Days begin in the billing zone. */
export function placedPeriods(zone: string): (period: InvoicePeriod) => PlacedPeriod {
  const known = new Map<string, PlacedPeriod>()
  return (period) => {
    const key = `${period.from} ${period.until}`
    const made = known.get(key) ?? {
      period,
      from: startOfDate(period.from, zone),
      until: startOfDate(dayAfter(period.until), zone),
    }
    known.set(key, made)
    return made
  }
}

const dayAfter = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** Where periods overlap, a stretch is of the one that begins first, and of the longest of those. */
export function billingCalendar(periods: readonly PlacedPeriod[]): BillingCalendar {
  const ends = [...new Set(periods.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b)
  const placeOf = (second: number) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) <= second) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  const of: (PlacedPeriod | null)[] = ends.map(() => null)
  let next = 0
  for (const period of periods.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    const { from, until } = { from: placeOf(period.from), until: placeOf(period.until) }
    for (let at = Math.max(from, next); at < until; at += 1) of[at] = period
    next = Math.max(next, until)
  }
  /** How many stretches up to each are in no period. */
  const gaps = [0]
  for (const period of of) gaps.push((gaps.at(-1) ?? 0) + (period === null ? 1 : 0))
  const stretchAt = (second: number) => {
    const at = placeOf(second)
    return at >= 0 && of[at] !== null && of[at] !== undefined ? at : -1
  }
  return {
    stretchAt,
    stretchesOf: ({ from, until }) => ({ from: placeOf(from), until: placeOf(until) }),
    periodOf: (stretch) => of[stretch] ?? null,
    covers({ from, until }) {
      const [first, last] = [placeOf(from), placeOf(until - 1)]
      return first >= 0 && last < of.length && gaps[first] === gaps[last + 1]
    },
  }
}
