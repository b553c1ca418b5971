// Pages of an invoice that was checked: its lines, what is on no line, the events behind them, and rows for a table.
import type { Cell } from '../../../../../shared/check/checked-file.ts'
import type {
  InvoiceLine,
  InvoiceLinesAnswer,
  InvoiceLinesQuestion,
  InvoiceRowsAnswer,
  InvoiceRowsOf,
  InvoiceTableAnswer,
  InvoiceTableQuestion,
  InvoiceUnbilledAnswer,
  InvoiceUnbilledQuestion,
  LineVerdict,
} from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { moneyText } from '../../../../../shared/worth/money-text.ts'
import type { CheckedInvoice } from './checked-invoice.ts'
import type { JudgedLine } from './judged-line.ts'
import { shownLine, shownUnbilled } from './shown-line.ts'

/** As many as a condition may name. */
const MOST_ROWS = 100_000

const ofVerdict = ({ lines }: CheckedInvoice, verdict: LineVerdict | null) =>
  verdict === null ? lines : lines.filter((line) => line.verdict === verdict)

export function invoiceLines(
  invoice: CheckedInvoice,
  { verdict, offset, limit }: InvoiceLinesQuestion,
): Exclude<InvoiceLinesAnswer, { kind: 'gone' }> {
  const all = ofVerdict(invoice, verdict)
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

/** Rows of the loaded snapshot, in the order of time. */
export function lineRows({ group, period }: JudgedLine): Uint32Array {
  return group === null || period === null ? new Uint32Array() : group.rows.subarray(period.from, period.until)
}

/** Null: there is no such line or group. @param groupRows rows of the groups whose worth is a line's difference */
export function invoiceRows(
  invoice: CheckedInvoice,
  of: InvoiceRowsOf,
  groupRows: (line: JudgedLine) => readonly (readonly number[])[],
): Exclude<InvoiceRowsAnswer, { kind: 'gone' }> | null {
  if (of.of === 'unbilled') {
    const one = invoice.unbilled[of.at]
    if (one === undefined) return null
    return named(one.ranges.flatMap(({ from, until }) => [...one.group.rows.subarray(from, until)]))
  }
  const line = invoice.lines[of.at]
  if (line === undefined) return null
  switch (of.of) {
    case 'line':
      return named(lineRows(line))
    case 'doubt':
      return named(lineRows(line).filter((row) => invoice.again.has(row)))
    case 'group': {
      const group = groupRows(line)[of.group]
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

const LINE_HEADS = [
  'Line',
  'Customer',
  'Item',
  'Event code',
  'From',
  'Until',
  'Quantity',
  'Unit price',
  'Amount',
  'Currency',
  'Events',
  'Quantity by the rules',
  'Price by the rules',
  'By the rules',
  'Currency by the rules',
  'Difference',
  'In doubt',
  'Verdict',
  'Why',
]

const number = (text: string | null): Cell => (text === null ? null : { number: text })
const money = (text: string | null, currency: string | null): Cell =>
  text === null ? null : { number: moneyText(text, currency) }

function lineCells(line: InvoiceLine, isWhole: boolean): Cell[] {
  const { byRules, period, causes } = line
  const [only] = causes?.fits ?? []
  const said = only === undefined ? null : only.sentence
  return [
    { number: String(line.line) },
    line.customerId ?? line.customerSaid,
    line.item,
    line.eventCode,
    period?.from ?? null,
    period?.until ?? null,
    number(line.quantity),
    number(line.unitPrice),
    money(line.amount, line.currency),
    line.currency,
    byRules === null ? null : { number: String(byRules.events) },
    number(byRules?.quantity ?? null),
    number(byRules?.price ?? null),
    money(byRules?.worth ?? null, byRules?.currency ?? null),
    byRules?.currency ?? null,
    money(line.difference, line.currency),
    money(line.doubt, line.currency),
    isWhole ? line.words : `${line.words}, of what was read`,
    [...line.paper, said, line.why].filter((one) => one !== null && one !== '').join(' ') || null,
  ]
}

const UNBILLED_HEADS = ['Customer', 'Event code', 'From', 'Until', 'Events', 'Quantity', 'Price', 'Worth', 'Currency']

export function invoiceTable(
  invoice: CheckedInvoice,
  { table, isWhole, offset, limit }: InvoiceTableQuestion & { table: { of: 'lines' | 'unbilled' } },
): Exclude<InvoiceTableAnswer, { kind: 'gone' }> {
  if (table.of === 'lines') {
    const all = ofVerdict(invoice, table.verdict)
    const rows = all.slice(offset, offset + limit).map((line) => lineCells(shownLine(line, invoice), isWhole))
    return { kind: 'table', heads: LINE_HEADS, rows, offset, count: all.length }
  }
  const rows = invoice.unbilled.slice(offset, offset + limit).map((one, at): Cell[] => {
    const { customerId, eventCode, period, worth } = shownUnbilled(one, offset + at)
    return [
      customerId,
      eventCode,
      period?.from ?? null,
      period?.until ?? null,
      { number: String(worth.events) },
      number(worth.quantity),
      number(worth.price),
      money(worth.worth, worth.currency),
      worth.currency,
    ]
  })
  return { kind: 'table', heads: UNBILLED_HEADS, rows, offset, count: invoice.unbilled.length }
}
