// A line of an invoice with what became of it.
import type { Decimal } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceLine, LineVerdict, LineWorth } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { PlacedPeriod } from './billing-calendar.ts'
import type { PaperLine } from './paper-line.ts'
import type { PeriodWorth } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

export interface JudgedLine {
  /** Its place among all lines, from 0. */
  at: number
  paper: PaperLine
  placed: PlacedPeriod | null
  /** Of the line, else that of its events. */
  currency: string | null
  verdict: LineVerdict
  /** Sentences. */
  why: string[]
  /** Problems of the line itself, a sentence each. */
  problems: string[]
  /** Its events; null: it has none, or is not held against any. */
  group: ValuedGroup | null
  period: PeriodWorth | null
  /** What it is held against; null: nothing. */
  byRules: LineWorth | null
  worth: Decimal | null
  difference: Decimal | null
  doubt: Decimal | null
  alsoOn: number | null
  causes: InvoiceLine['causes']
  /** Whether causes are to be searched. */
  isSearched: boolean
}

/** Rows of the loaded snapshot, in the order of time. */
export function lineRows({ group, period }: JudgedLine): Uint32Array {
  return group === null || period === null ? new Uint32Array() : group.rows.subarray(period.from, period.until)
}
