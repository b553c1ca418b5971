// The periods of a customer's lines on one axis: the segments between all their ends, and which period each belongs to;
// and which periods a snapshot holds.
import type { InvoicePeriod } from '../../../../../shared/check/checked-file.ts'
import type { SnapshotRange } from '../../../../../shared/snapshot/snapshot.ts'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { billingMonths } from '../../../../../shared/worth/billing-months.ts'
import { instantsOf } from '../../money/event-reader.ts'
import { firstPlace, type Seconds } from './causes/line-case.ts'
import { daysLater, startOf } from './causes/zone-days.ts'

/** A period, and where it lies. */
export interface PlacedPeriod extends Seconds {
  period: InvoicePeriod
}

export type BillingCalendar = ReturnType<typeof billingCalendar>

/** Where a period lies whose days begin in the zone. */
export const placedIn = (period: InvoicePeriod, zone: string): PlacedPeriod => ({
  period,
  from: startOf(period.from, zone),
  until: startOf(daysLater(period.until, 1), zone),
})

/** Where periods overlap, a segment is of the one that begins first, and of the longest of those. */
export function billingCalendar(periods: readonly PlacedPeriod[]) {
  const ends = [...new Set(periods.flatMap(({ from, until }) => [from, until]))].sort((a, b) => a - b)
  const placeOf = (second: number) => firstPlace(ends.length, (at) => (ends[at] ?? 0) > second) - 1
  const periodOfSegment: (PlacedPeriod | null)[] = ends.map(() => null)
  let next = 0
  for (const period of periods.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    const { from, until } = { from: placeOf(period.from), until: placeOf(period.until) }
    for (let at = Math.max(from, next); at < until; at += 1) periodOfSegment[at] = period
    next = Math.max(next, until)
  }
  /** How many segments up to each are in no period. */
  const gaps = [0]
  for (const period of periodOfSegment) gaps.push((gaps.at(-1) ?? 0) + (period === null ? 1 : 0))
  const segmentAt = (second: number) => {
    const at = placeOf(second)
    return at >= 0 && periodOfSegment[at] !== null && periodOfSegment[at] !== undefined ? at : -1
  }
  return {
    /** The segment of a second; -1: in no period. */
    segmentAt,
    /** Segments of a period: from the first up to, not including, the last. */
    segmentsOf: ({ from, until }: Seconds) => ({ from: placeOf(from), until: placeOf(until) }),
    /** The period named for a segment whose events are on no line. */
    periodOf: (segment: number) => periodOfSegment[segment] ?? null,
    /** Whether all of it lies in periods. */
    covers({ from, until }: Seconds): boolean {
      const [first, last] = [placeOf(from), placeOf(until - 1)]
      return first >= 0 && last < periodOfSegment.length && gaps[first] === gaps[last + 1]
    },
  }
}

interface WholePeriods {
  /** It goes from the first to the last whole second; infinite at an open end. */
  seconds: Seconds
  isHeld: (period: Seconds) => boolean
  /** The month that is held, if it is one; null: it is another segment. */
  month: InvoicePeriod | null
}

/** @param wholeRange null: a part, of the snapshot's own range */
export function wholePeriods(range: SnapshotRange, wholeRange: InvoiceCheckQuestion['wholeRange']): WholePeriods {
  const rangeInstants = instantsOf(wholeRange ?? range)
  const [from, until] = [rangeInstants?.from ?? null, rangeInstants?.until ?? null]
  const [start, end] = [
    // A fraction of its first second is not held.
    from === null ? Number.NEGATIVE_INFINITY : from.seconds + (from.nanoseconds > 0 ? 1 : 0),
    until === null ? Number.POSITIVE_INFINITY : until.seconds,
  ]
  return {
    seconds: { from: start, until: end },
    isHeld: (period) => period.from >= start && period.until <= end,
    month: Number.isFinite(start) && Number.isFinite(end) ? monthOf(start, end, range.zone) : null,
  }
}

function monthOf(start: number, end: number, zone: string): InvoicePeriod | null {
  const { from, until, text } = billingMonths(zone)({ seconds: start, nanoseconds: 0 })
  return from === start && until === end ? wholeMonth(text) : null
}

/** From its first to its last day. @param month `2026-10` */
export function wholeMonth(month: string): InvoicePeriod {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, until: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Whether what was chosen is a period. */
export const isPeriod = ({ from, until }: InvoicePeriod) =>
  from <= until && from >= '1900-01-01' && until < '2999-12-31'
