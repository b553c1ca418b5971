// Whose and of when the lines of an invoice are, as far as its columns do not say it.
import type { InvoiceChoices, Refusal } from '../../../../../shared/check/checked-file.ts'
import { fieldColumn } from '../loaded-events.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import { type BillingCalendar, billingCalendar } from './billing-calendar.ts'
import type { Seconds } from './causes/line-case.ts'
import type { JudgedLine } from './judged-line.ts'
import type { ReadInvoice } from './paper-line.ts'

const asked = (words: string): Refusal => ({ kind: 'asks', asks: [{ ask: 'columns', words }] })

/** Whose lines these are, and of when, where no column says it. */
export function missingOwnerOrPeriod(
  { columns }: ReadInvoice,
  { customer }: InvoiceChoices,
  isOpen: boolean,
): Refusal | null {
  const has = (...wanted: string[]) => columns.some(({ means }) => wanted.includes(means))
  if (customer === null && !has('customer')) {
    return asked('No column says whose the lines are. Choose the column that does, or one customer for all lines.')
  }
  if (isOpen && !has('period', 'from')) {
    return asked(
      'No column says which period the lines are of. Choose the column that does, or one period for all lines.',
    )
  }
  return null
}

/** The customer of all rows; null: there are several, or none. */
export function onlyCustomer({ table }: LoadedSnapshot, rows: Uint32Array): string | null {
  const { codes, values } = fieldColumn(table, 'customerId')
  const first = codes[rows[0] ?? 0] ?? 0
  if (rows.length === 0 || first === 0) return null
  return rows.every((row) => codes[row] === first) ? values.text(first) : null
}

/** Of each customer that lines name, the periods of those lines. */
export function calendarsOf(
  lines: readonly JudgedLine[],
  isHeld: (period: Seconds) => boolean,
): Map<string, BillingCalendar> {
  const periods = new Map<string, Map<string, NonNullable<JudgedLine['placed']>>>()
  for (const { paper, placed, verdict } of lines) {
    if (paper.customerId === null || placed === null || verdict === 'total' || !isHeld(placed)) continue
    const periodsOfCustomer = periods.get(paper.customerId) ?? new Map()
    periods.set(paper.customerId, periodsOfCustomer)
    periodsOfCustomer.set(`${placed.from} ${placed.until}`, placed)
  }
  return new Map([...periods].map(([customer, placed]) => [customer, billingCalendar([...placed.values()])]))
}
