// Pages of an invoice that was checked: its lines, what is on no line, the events behind them, and rows of tables to be copied
// or saved.
import type { Cell } from '../../../../../shared/check/checked-file.ts'
import type { Decimal } from '../../../../../shared/exact/decimal.ts'
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
import { fieldColumn, textAt } from '../loaded-events.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import { allOrNone, MOST_ROWS_NAMED } from '../select-rows.ts'
import type { Turn } from '../turn.ts'
import { plainMoney, plainNumber } from './causes/figures.ts'
import { type CheckedInvoice, shownLine, shownUnbilled } from './checked-invoice.ts'
import { explainLine } from './explain-line.ts'
import { lineRows } from './judged-line.ts'

/** @param verdict null: all lines */
const linesOfVerdict = ({ lines }: CheckedInvoice, verdict: LineVerdict | null) =>
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
  return { kind: 'rows', events: rows.length, rows: allOrNone(rows, MOST_ROWS_NAMED) }
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
  const onlyCause = only === undefined ? null : only.sentence
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
    [...line.paper, onlyCause, line.why].filter((one) => one !== null && one !== '').join(' ') || null,
  ]
}

const UNBILLED_HEADS = ['Customer', 'Event code', 'From', 'Until', 'Events', 'Quantity', 'Price', 'Worth', 'Currency']

/** The heads come with every page. The events of a line that there is not are an empty table. */
export function invoiceTable(
  invoice: CheckedInvoice,
  snapshot: LoadedSnapshot,
  { table, isWhole, offset, limit }: InvoiceTableQuestion,
): Exclude<InvoiceTableAnswer, { kind: 'gone' }> {
  if (table.of === 'events') return eventsTable(invoice, snapshot, table.at, offset, limit)
  if (table.of === 'lines') {
    const all = linesOfVerdict(invoice, table.verdict)
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

const EVENT_HEADS = [
  'Event ID',
  'Customer',
  'Event code',
  'Type',
  'Created at',
  'Quantity',
  'Price',
  'Worth',
  'Currency',
  'May be a duplicate',
]

/** The events of a line, in the order of time. */
function eventsTable(
  { lines, options }: CheckedInvoice,
  { table }: LoadedSnapshot,
  at: number,
  offset: number,
  limit: number,
): Exclude<InvoiceTableAnswer, { kind: 'gone' }> {
  const line = lines[at]
  const all = line === undefined ? new Uint32Array() : lineRows(line)
  const figure = (value: Decimal | null): Cell => value && { number: plainNumber(value) }
  const rows = Array.from(all.subarray(offset, offset + limit), (row): Cell[] => {
    const { event, currency } = options.sources.eventAt(row)
    return [
      ...EVENT_FIELDS.map((field) => textAt(fieldColumn(table, field), row)?.slice(0, LONGEST_CELL) ?? null),
      figure(event.quantity),
      figure(event.price),
      event.worth && { number: plainMoney(event.worth, currency) },
      currency,
      event.mayRepeat ? 'yes' : null,
    ]
  })
  return { kind: 'table', heads: EVENT_HEADS, rows, offset, count: all.length }
}

const EVENT_FIELDS = ['eventId', 'customerId', 'eventCode', 'eventType', 'createdAt'] as const
const LONGEST_CELL = 10_000
