// Pages of an invoice that was checked: its lines, what is on no line, and the events behind them.
import type { EventField } from '../../../../../shared/event/event-fields.ts'
import type {
  InvoiceEventsAnswer,
  InvoiceEventsQuestion,
  InvoiceLinesAnswer,
  InvoiceLinesQuestion,
  InvoiceRowsAnswer,
  InvoiceRowsOf,
  InvoiceUnbilledAnswer,
  InvoiceUnbilledQuestion,
  LineEvent,
  LineVerdict,
} from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { plainMoney, plainNumber } from '../../../../../shared/worth/money-text.ts'
import { fieldColumn, textAt } from '../../table/loaded-events.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import { namedRows } from '../../table/select-rows.ts'
import type { Turn } from '../../table/turn.ts'
import { type CheckedInvoice, shownLine, shownUnbilled } from './checked-invoice.ts'
import { explainLine } from './explain-line.ts'
import { lineRows } from './judged-line.ts'

/** @param verdict null: all lines */
const linesOfVerdict = ({ lines }: CheckedInvoice, verdict: LineVerdict | null) =>
  verdict === null ? lines : lines.filter((line) => line.verdict === verdict)

/** A page of the lines with a verdict; null: of all lines. `count` is of all pages. */
export function invoiceLines(
  invoice: CheckedInvoice,
  { verdict, offset, limit }: InvoiceLinesQuestion,
): Exclude<InvoiceLinesAnswer, { kind: 'gone' }> {
  const all = linesOfVerdict(invoice, verdict)
  const lines = all.slice(offset, offset + limit).map((line) => shownLine(line, invoice))
  return { kind: 'lines', lines, offset, count: all.length }
}

/** A page of the groups of events that are on no line. */
export function invoiceUnbilled(
  { unbilled }: CheckedInvoice,
  { offset, limit }: InvoiceUnbilledQuestion,
): Exclude<InvoiceUnbilledAnswer, { kind: 'gone' }> {
  const groups = unbilled.slice(offset, offset + limit).map((one, at) => shownUnbilled(one, offset + at))
  return { kind: 'unbilled', groups, offset, count: unbilled.length }
}

/**
 * The events behind a line, its doubt, one of its groups, or a group on no line; null: there is no such line or group.
 */
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
      return named(lineRows(invoice.classOf.get(of.at)))
    case 'doubt':
      return named(lineRows(invoice.classOf.get(of.at)).filter((row) => invoice.repeated.has(row)))
    case 'group': {
      const group = (await explainLine(line, invoice, snapshot, turn)).groups[of.group]
      return group === undefined ? null : named(group)
    }
  }
}

const named = (all: Iterable<number>): Exclude<InvoiceRowsAnswer, { kind: 'gone' }> => ({
  kind: 'rows',
  ...namedRows(all),
})

const LONGEST_CELL = 10_000

/** A page of the events of a line; empty where the line is held against none. */
export function invoiceEvents(
  { classOf, options }: CheckedInvoice,
  { table }: LoadedSnapshot,
  { at, offset, limit }: InvoiceEventsQuestion,
): Exclude<InvoiceEventsAnswer, { kind: 'gone' }> {
  const all = lineRows(classOf.get(at))
  const events = Array.from(all.subarray(offset, offset + limit), (row): LineEvent => {
    const { event, currency } = options.sources.eventAt(row)
    const text = (field: EventField['key']) => textAt(fieldColumn(table, field), row)?.slice(0, LONGEST_CELL) ?? null
    return {
      eventId: text('eventId'),
      customerId: text('customerId'),
      eventCode: text('eventCode'),
      eventType: text('eventType'),
      createdAt: text('createdAt'),
      quantity: event.quantity && plainNumber(event.quantity),
      price: event.price && plainNumber(event.price),
      worth: event.worth && plainMoney(event.worth, currency),
      currency,
      mayRepeat: event.mayRepeat,
    }
  })
  return { kind: 'events', events, offset, count: all.length }
}
