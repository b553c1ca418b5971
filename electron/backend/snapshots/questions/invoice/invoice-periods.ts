// Which periods a snapshot holds for an invoice.
import type { InvoicePeriod } from '../../../../../shared/check/checked-file.ts'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { SnapshotRange } from '../../../../../shared/snapshot/snapshot-range.ts'
import { billingMonths } from '../../../../../shared/worth/billing-months.ts'
import { instantsOf } from '../snapshot-valuation.ts'
import type { Seconds } from './causes/line-case.ts'

interface HeldPeriods {
  /** From the first to the last whole second; infinite at an open end. */
  seconds: Seconds
  isHeld: (period: Seconds) => boolean
  /** The month that is held, if it is one; null: it is another stretch. */
  month: InvoicePeriod | null
}

/** @param inHand null: a part, of the snapshot's own range */
export function heldPeriods(range: SnapshotRange, inHand: InvoiceCheckQuestion['inHand']): HeldPeriods {
  const rangeInstants = instantsOf(inHand ?? range)
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
  const { from, until, text } = billingMonths(zone, null)({ seconds: start, nanoseconds: 0 })
  return from === start && until === end ? wholeMonth(text) : null
}

/** @param month `2026-10` */
function wholeMonth(month: string): InvoicePeriod {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, until: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

/** Whether what was chosen is a period. */
export const isPeriod = ({ from, until }: InvoicePeriod) =>
  from <= until && from >= '1900-01-01' && until < '2999-12-31'
