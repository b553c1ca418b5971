// Pages of an invoice that was checked: its lines, what is on no line, the events behind them.
import type {
  InvoiceLinesAnswer,
  InvoiceLinesQuestion,
  InvoiceRowsAnswer,
  InvoiceRowsOf,
  InvoiceUnbilledAnswer,
  InvoiceUnbilledQuestion,
  LineVerdict,
} from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import type { Turn } from '../turn.ts'
import type { CheckedInvoice } from './checked-invoice.ts'
import { explainLine } from './explain-line.ts'
import { lineRows } from './judged-line.ts'
import { shownLine, shownUnbilled } from './shown-line.ts'

/** As many as a condition may name. */
const MOST_ROWS = 100_000

/** @param verdict null: all lines */
export const linesOfVerdict = ({ lines }: CheckedInvoice, verdict: LineVerdict | null) =>
  verdict === null ? lines : lines.filter((line) => line.verdict === verdict)

export function invoiceLines(
  invoice: CheckedInvoice,
  { verdict, offset, limit }: InvoiceLinesQuestion,
): Exclude<InvoiceLinesAnswer, { kind: 'gone' }> {
  const all = linesOfVerdict(invoice, verdict)
  const lines = all.slice(offset, offset + limit).map((line) => shownLine(line, invoice))
  return { kind: 'lines', lines, offset, count: all.length }
}

export function invoiceUnbilled(
  { unbilled }: CheckedInvoice,
  { offset, limit }: InvoiceUnbilledQuestion,
): Exclude<InvoiceUnbilledAnswer, { kind: 'gone' }> {
  const groups = unbilled.slice(offset, offset + limit).map((one, at) => shownUnbilled(one, offset + at))
  return { kind: 'unbilled', groups, offset, count: unbilled.length }
}

/** Null: there is no such line or group. */
export async function invoiceRows(
  invoice: CheckedInvoice,
  of: InvoiceRowsOf,
  snapshot: LoadedSnapshot,
  turn: Turn,
): Promise<Exclude<InvoiceRowsAnswer, { kind: 'gone' }> | null> {
  if (of.of === 'unbilled') {
    const group = invoice.unbilled[of.at]
    if (group === undefined) return null
    return named(group.ranges.flatMap(({ from, until }) => [...group.group.rows.subarray(from, until)]))
  }
  const line = invoice.lines[of.at]
  if (line === undefined) return null
  switch (of.of) {
    case 'line':
      return named(lineRows(line))
    case 'doubt':
      return named(lineRows(line).filter((row) => invoice.again.has(row)))
    case 'group': {
      const group = (await explainLine(line, invoice, snapshot, turn)).groups[of.group]
      return group === undefined ? null : named(group)
    }
    default:
      return of satisfies never
  }
}

function named(all: Iterable<number>): Exclude<InvoiceRowsAnswer, { kind: 'gone' }> {
  const rows = [...new Set(all)].sort((a, b) => a - b)
  return { kind: 'rows', events: rows.length, rows: rows.length > MOST_ROWS ? [] : rows }
}
