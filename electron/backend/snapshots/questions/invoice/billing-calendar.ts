// The periods of a customer's lines on one axis: time is cut into segments where any of them begins or ends, and each
// segment belongs to one period. And which periods a snapshot holds.
import type { InvoicePeriod } from '../../../../../shared/check/checked-file.ts'
import type { SnapshotRange } from '../../../../../shared/snapshot/snapshot.ts'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { billingMonths } from '../../../../../shared/worth/billing-months.ts'
import { instantsOf } from '../../money/event-reader.ts'
import { firstPlace, type Seconds } from './causes/line-case.ts'
import { daysLater, startOf } from './causes/zone-days.ts'

/** A period, and where it lies, in seconds since the epoch. */
export interface PlacedPeriod extends Seconds {
  period: InvoicePeriod
}

export type BillingCalendar = ReturnType<typeof billingCalendar>

/** Where a period lies if its days begin in that zone. */
export const placedIn = (period: InvoicePeriod, zone: string): PlacedPeriod => ({
  period,
  from: startOf(period.from, zone),
  until: startOf(daysLater(period.until, 1), zone),
})

/**
 * Cuts time into segments. Of October and of its second half the segments are 1 to 15 and 16 to 31 October, numbered 0
 * and 1. Where periods overlap, a segment belongs to the one that begins first, and of those to the longest.
 */
export function billingCalendar(periods: readonly PlacedPeriod[]) {
  const ends = [...new Set(periods.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b)
  /** The number of the segment in which a second lies: it begins with that one of `ends`; -1: it is before all. */
  const placeOf = (second: number) => firstPlace(ends.length, (at) => (ends[at] ?? 0) > second) - 1
  /** By segment; null: it lies between periods, or behind all of them. */
  const periodOfSegment: (PlacedPeriod | null)[] = ends.map(() => null)
  /** All segments before this one have their period. */
  let next = 0
  for (const period of periods.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    const { from, until } = { from: placeOf(period.from), until: placeOf(period.until) }
    for (let at = Math.max(from, next); at < until; at += 1) periodOfSegment[at] = period
    next = Math.max(next, until)
  }
  /** By segment: how many of those before it are in no period. */
  const gapsBefore = [0]
  for (const period of periodOfSegment) gapsBefore.push((gapsBefore.at(-1) ?? 0) + (period === null ? 1 : 0))
  return {
    /** The number of the segment of a second; -1: it is in no period. */
    segmentAt: (second: number) => {
      const at = placeOf(second)
      return (periodOfSegment[at] ?? null) === null ? -1 : at
    },
    /** The numbers of a period's segments: from the first up to, not including, the last. */
    segmentsOf: ({ from, until }: Seconds) => ({ from: placeOf(from), until: placeOf(until) }),
    /** The period to which a segment belongs. */
    periodOf: (segment: number) => periodOfSegment[segment] ?? null,
    /** Whether all of a time lies in periods: it begins in a segment, and none of its segments is a gap. */
    covers({ from, until }: Seconds): boolean {
      const [first, last] = [placeOf(from), placeOf(until - 1)]
      return first >= 0 && last < periodOfSegment.length && gapsBefore[first] === gapsBefore[last + 1]
    },
  }
}

/** What a snapshot holds all events of. */
export interface WholePeriods {
  /** From the first whole second up to, not including, the last; infinite at an open end. */
  seconds: Seconds
  /** Whether it holds all of a period. */
  isHeld: (period: Seconds) => boolean
  /** The month of which it holds all events and no others; null: it is of another time. */
  month: InvoicePeriod | null
}

/** @param wholeRange of the question; null: the events are a part, and the snapshot's own range is taken */
export function wholePeriods(range: SnapshotRange, wholeRange: InvoiceCheckQuestion['wholeRange']): WholePeriods {
  const rangeInstants = instantsOf(wholeRange ?? range)
  const [from, until] = [rangeInstants?.from ?? null, rangeInstants?.until ?? null]
  const [start, end] = [
    // Of a first second that begins with a fraction a part is missing.
    from === null ? Number.NEGATIVE_INFINITY : from.seconds + (from.nanoseconds > 0 ? 1 : 0),
    until === null ? Number.POSITIVE_INFINITY : until.seconds,
  ]
  return {
    seconds: { from: start, until: end },
    isHeld: (period) => period.from >= start && period.until <= end,
    month: Number.isFinite(start) && Number.isFinite(end) ? monthOf(start, end, range.zone) : null,
  }
}

/** The month that begins and ends there; null: none does. */
function monthOf(start: number, end: number, zone: string): InvoicePeriod | null {
  const { from, until, text } = billingMonths(zone)({ seconds: start, nanoseconds: 0 })
  return from === start && until === end ? wholeMonth(text) : null
}

/** A month as a period, from its first to its last day. @param month `2026-10` */
export function wholeMonth(month: string): InvoicePeriod {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, until: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Whether a period that was chosen does not end before it begins, and lies in years that can be calculated with. */
export const isPeriod = ({ from, until }: InvoicePeriod) =>
  from <= until && from >= '1900-01-01' && until < '2999-12-31'
