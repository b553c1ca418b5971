// What is copied and saved of a checked file: its lines as the backend answers with them, and what stands under every copy.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type CopiedTable, copiedTable } from '../../../shared/figures/figure-table.ts'
import { numberValue, textValue } from '../../../shared/figures/figure-value.ts'
import { invoiceTable, unbilledTable } from '../../../shared/figures/invoice.ts'
import { checkedWords, invoiceWords } from '../../../shared/snapshot/checked-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { bridge } from '../../bridge.ts'
import type { CopiedSource } from '../../tables/save-table.ts'
import { currencyWords } from '../../worth/money-words.ts'
import { byRulesWords, figuresSource, leftOut, snapshotSource } from '../figures/snapshot-source.ts'
import type { CheckedInvoice, CheckedInvoiceFile, CheckedLedgerFile } from '../store/file-check-state.ts'
import { invoiceLinesOf, lineEventsOf, unbilledOf } from '../store/file-questions.ts'
import { isProven, ledgerEquationWords, moneyKindWords, wholeMonthsWords } from './checked-words.ts'
import { FOUND_BY, foundByWords } from './column-meanings.ts'
import { withoutEmpty } from './explanation.ts'
import { equationWords } from './invoice-equation.tsx'

/** The most lines of a ledger that are copied: nobody pastes more. A saved file has all of them. */
export const MOST_COPIED = 50_000

/** What stands under every copy of a checked ledger. */
export function ledgerSource(snapshot: SnapshotSummary, fileName: string, checked: CheckedLedgerFile): CopiedSource {
  const { answer, choices, against } = checked
  const { version, lines, events, equation } = answer
  const besides = wholeMonthsWords(answer)
  return [
    ...snapshotSource(snapshot, { scope: against.scope, events }),
    ['File', `${fileName.toWellFormed()}, ${grouped(lines)} lines`],
    [FOUND_BY, foundByWords(choices.key)],
    ['Outcome', checkedWords(answer, isProven(snapshot))],
    ...equation.map((one) => [`Difference, ${moneyKindWords(one)}`, ledgerEquationWords(one)] as const),
    ...(besides === null ? [] : [['Not in the differences', besides] as const]),
    ...figuresSource(version === null ? 'amounts as sent' : byRulesWords(version), snapshot.range.zone),
  ]
}

/** The most rows of an invoice's table, of both kinds: a file of figures has room for 50,000. */
const MOST_LINES = 45_000
const MOST_UNBILLED = 4_000

/** What stands under every copy of a checked invoice. */
export function invoiceSource(snapshot: SnapshotSummary, fileName: string, checked: CheckedInvoiceFile): CopiedSource {
  const { answer, against } = checked
  const { version, lines, events, equation } = answer
  return [
    ...snapshotSource(snapshot, { scope: against.scope, events }),
    ['File', `${fileName.toWellFormed()}, ${grouped(lines)} lines`],
    ['Outcome', invoiceWords(answer, isProven(snapshot))],
    ...equation.map((one) => [`Equation, ${currencyWords(one.currency)}`, equationWords(one)] as const),
    ...figuresSource(version === null ? 'no rules' : byRulesWords(version), snapshot.range.zone),
    ['Not compared', 'fees, tax, discounts and payments, behind which no events stand'],
  ]
}

/** What stands under the copy of an invoice that does not have every line or every group on no line. */
export const invoiceLeftOut = ({ lines, unbilled }: CheckedInvoice): CopiedSource => [
  ...leftOut('Lines', Math.min(lines, MOST_LINES), lines),
  ...leftOut('On no line', Math.min(unbilled, MOST_UNBILLED), unbilled),
]

/** All lines with their verdicts, then what is on no line. */
export async function wholeInvoice(snapshot: SnapshotSummary, { answer }: CheckedInvoiceFile): Promise<CopiedTable> {
  const { checkId, paper } = answer
  const lines = await invoiceLinesOf(bridge, snapshot.id, checkId, MOST_LINES)
  const billed = copiedTable(invoiceTable({ lines, unbilled: [], paper, isWhole: isProven(snapshot), explained: null }))
  if (answer.unbilled === 0) return billed
  const groups = await unbilledOf(bridge, snapshot.id, checkId, MOST_UNBILLED)
  const { heads, rows } = copiedTable(unbilledTable(groups))
  return { heads: billed.heads, rows: [...billed.rows, [], [textValue('On no line')], heads.map(textValue), ...rows] }
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

/** The events of a line, as they stand behind its explanation. @param most rows */
export async function lineEvents(
  snapshot: SnapshotSummary,
  { answer: { checkId } }: CheckedInvoiceFile,
  at: number,
  most: number,
): Promise<{ table: CopiedTable; count: number }> {
  const { events, count } = await lineEventsOf(bridge, snapshot.id, { checkId, at }, most)
  const rows = events.map(({ quantity, price, worth, mayRepeat, ...event }) => [
    ...[event.eventId, event.customerId, event.eventCode, event.eventType, event.createdAt].map(textValue),
    ...[quantity, price, worth].map(numberValue),
    textValue(event.currency),
    textValue(mayRepeat ? 'yes' : null),
  ])
  return { table: withoutEmpty({ heads: EVENT_HEADS, rows }), count }
}
