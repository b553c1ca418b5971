// This is what leaves the page of a checked file: copied and saved as a table, or printed; what stands under it; and
// the buttons of an invoice.

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { CasePages, CaseSection, PageCell, PageTable } from '../../../shared/case/pages.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import {
  type CopiedTable,
  copiedTable,
  type FigureCell,
  type FigureColumn,
  type FigureTable,
  numberValue,
  standingOn,
  textValue,
} from '../../../shared/figures/figure-description.ts'
import { invoiceTable, unbilledTable } from '../../../shared/figures/invoice.ts'
import { checkedWords, invoiceWords } from '../../../shared/snapshot/checked-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type {
  ExplainedLine,
  InvoiceLine,
  LineVerdict,
  UnbilledGroup,
} from '../../../shared/snapshot/snapshot-invoice.ts'
import { isProved, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { bridge } from '../../bridge.ts'
import { type CopiedSource, CopyTable, exportedTable, saveTable } from '../../tables/copy-table.tsx'
import { shownText } from '../../ui/figure-table/figure-row.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { currencyWords } from '../../worth/money-words.ts'
import { byRulesWords, figuresSource, leftOut, snapshotSource } from '../figures/snapshot-source.ts'
import type { CheckedInvoice, CheckedInvoiceFile, CheckedLedgerFile } from '../store/file-check-state.ts'
import { explainedLineOf, invoiceLinesOf, lineEventsOf, unbilledOf } from '../store/file-questions.ts'
import { FOUND_BY, foundByWords } from './columns-table.tsx'
import {
  type Appendix,
  type Explanation,
  explanationOf,
  leftOutWords,
  saidOf,
  stepsOf,
  withoutEmpty,
} from './explanation.ts'
import { useInvoiceFacts } from './file-check-tools.ts'
import { ADDS_UP, ledgerEquationWords, moneyKindWords, wholeMonthsWords } from './file-words.ts'
import { equationSentences, equationWords } from './invoice-equations.tsx'

/** Tells what stands under every copy of a checked ledger. */
export function ledgerSource(snapshot: SnapshotSummary, fileName: string, checked: CheckedLedgerFile): CopiedSource {
  const { answer, choices, against } = checked
  const { version, lines, events, equation } = answer
  const besides = wholeMonthsWords(answer)
  return [
    ...snapshotSource(snapshot, { scope: against.scope, events }),
    ['File', `${fileName.toWellFormed()}, ${countWords(lines, 'line')}`],
    [FOUND_BY, foundByWords(choices.key)],
    ['Outcome', checkedWords(answer, isProved(verdictOf(snapshot)))],
    ...equation.map((one) => [`Difference, ${moneyKindWords(one)}`, ledgerEquationWords(one)] as const),
    ...(besides === null ? [] : [['Not in the differences', besides] as const]),
    ...figuresSource(version === null ? 'amounts as sent' : byRulesWords(version), snapshot.range.zone),
  ]
}

/** The most rows of an invoice's table, of both kinds: a file of figures has room for 50,000. */
const MOST_LINES = 45_000
const MOST_UNBILLED = 4_000

/** Tells what stands under every copy of a checked invoice. */
export function invoiceSource(snapshot: SnapshotSummary, fileName: string, checked: CheckedInvoiceFile): CopiedSource {
  const { answer, against } = checked
  const { version, lines, events, equation } = answer
  return [
    ...snapshotSource(snapshot, { scope: against.scope, events }),
    ['File', `${fileName.toWellFormed()}, ${countWords(lines, 'line')}`],
    ['Outcome', invoiceWords(answer, isProved(verdictOf(snapshot)))],
    ...equation.map((one) => [`Equation, ${currencyWords(one.currency)}`, equationWords(one)] as const),
    ...figuresSource(version === null ? 'no rules' : byRulesWords(version), snapshot.range.zone),
    ['Not compared', 'fees, tax, discounts and payments, behind which no events stand'],
  ]
}

/** Tells what stands under the copy of an invoice that does not have every line or every group on no line. */
export const invoiceLeftOut = ({ lines, unbilled }: CheckedInvoice): CopiedSource => [
  ...leftOut('Lines', Math.min(lines, MOST_LINES), lines),
  ...leftOut('On no line', Math.min(unbilled, MOST_UNBILLED), unbilled),
]

/** All lines with their verdicts, then what is on no line. */
async function wholeInvoice(snapshot: SnapshotSummary, { answer }: CheckedInvoiceFile) {
  const { checkId, paper } = answer
  const lines = await invoiceLinesOf(bridge, snapshot.id, checkId, MOST_LINES)
  const billed = invoiceTable({ lines, unbilled: [], paper, isWhole: isProved(verdictOf(snapshot)), explained: null })
  if (answer.unbilled === 0) return billed
  const groups = await unbilledOf(bridge, snapshot.id, checkId, MOST_UNBILLED)
  const { heads, rows } = copiedTable(unbilledTable(groups))
  return { ...billed, copiedBelow: [[], [textValue('On no line')], heads.map(textValue), ...rows] }
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

/** Every row; what stands above a block is a row of its own, with its text where rows have theirs. */
function paperTable<Row, Of>(table: FigureTable<Row, Of>): PageTable {
  const { columns, blocks } = standingOn(table, 'paper')
  return {
    heads: columns.map(({ head }) => head),
    rows: blocks.flatMap(({ heading, rows }) => [
      ...(heading === undefined ? [] : [columns.map(({ isRowHead }) => (isRowHead ? heading.text : null))]),
      ...rows.map(({ of }) => columns.map((column) => paperCell(column, column.cell(of)))),
    ]),
  }
}

function paperCell<Row, Of>({ kind }: FigureColumn<Row, Of>, cell: FigureCell<Of> | null): PageCell {
  const value = cell?.value ?? null
  // What shows nothing on the screen stands for nothing.
  if (cell === null || value === null || cell.shown?.length === 0) return null
  if (value.kind === 'day') return { day: value.text }
  if (value.kind !== 'number') return cell.shown === undefined ? value.text : shownText(cell.shown)
  const number = cell.currency === undefined ? value.text : moneyText(value.text, cell.currency)
  return kind === 'difference' ? { number, isDifference: true } : { number }
}

/** These stand above and below of either. */
interface SheetFrame {
  fileName: string
  /** "10 lines, invoice of Nordlicht Logistik, October 2026, EUR". */
  facts: string
  source: CopiedSource
}

interface PrintedInvoice {
  lines: readonly InvoiceLine[]
  unbilled: readonly UnbilledGroup[]
  /** They are the first of the lines that differ or are in doubt. */
  explained: readonly ExplainedLine[]
  /** How many of them there are in all. */
  toExplain: number
}

/** Given only the first lines, groups or explanations, it says how many there are in all. */
export function invoiceSheets(
  { fileName, facts, source }: SheetFrame,
  snapshot: SnapshotSummary,
  { answer }: CheckedInvoiceFile,
  { lines, unbilled, explained, toExplain }: PrintedInvoice,
): CasePages {
  const isWhole = isProved(verdictOf(snapshot))
  const differing = answer.lines > lines.length ? null : lines.filter(({ difference }) => difference !== null)
  const left = [
    ...leftOut('Lines', lines.length, answer.lines),
    ...leftOut('Groups on no line', unbilled.length, answer.unbilled),
    ...leftOut('Lines that differ or are possibly charged twice, explained', explained.length, toExplain),
  ]
  return {
    title: fileName,
    lines: [
      ['Invoice', facts],
      ['Outcome', invoiceWords(answer, isWhole)],
    ],
    sections: [
      {
        is: 'table',
        title: 'Lines',
        ...paperTable(invoiceTable({ lines, unbilled, paper: answer.paper, isWhole, explained: null })),
        from: left,
      },
      {
        is: 'note',
        title: ADDS_UP,
        text: equationSentences(answer.equation, differing).join('\n'),
      },
      ...explained.map((one) => explainedSection(explanationOf(one))),
    ],
    // Said above already.
    remarks: remarksOf(source.filter(([name]) => name !== 'Outcome' && !name.startsWith('Equation'))),
  }
}

/** Draws up the pages that explain one line of an invoice, for paper and for a report. */
export function lineSheets(
  { fileName, facts, source }: SheetFrame,
  explained: ExplainedLine,
  appendices: readonly Appendix[],
): CasePages {
  return {
    title: fileName,
    lines: [['Invoice', facts]],
    sections: [explainedSection(explanationOf(explained)), ...appendices.map(appendixSection)],
    remarks: remarksOf(source),
  }
}

const remarksOf = (source: CopiedSource) => source.map(([name, words]) => `${name}: ${words}`)

const explainedSection = (explanation: Explanation): CaseSection => ({
  is: 'table',
  title: explanation.title,
  ...stepsOf(explanation),
  from: saidOf(explanation),
})

function appendixSection({ head, table, count }: Appendix): CaseSection {
  const { heads, rows } = exportedTable(table, [], head)
  return { is: 'table', title: `${head}${leftOutWords(table, count)}`, heads, rows, from: [] }
}

interface InvoiceActionsProps {
  snapshot: SnapshotSummary
  fileName: string
  checked: CheckedInvoiceFile
}

/** Lines on paper; a longer invoice belongs in a file. */
const MOST_PRINTED = 2_000
const MOST_EXPLAINED = 50

export function InvoiceActions({ snapshot, fileName, checked }: InvoiceActionsProps) {
  const [isBusy, setBusy] = useState(false)
  const facts = useInvoiceFacts(snapshot.id, checked)
  const source = [...invoiceSource(snapshot, fileName, checked), ...invoiceLeftOut(checked.answer)]
  const table = () => wholeInvoice(snapshot, checked)
  const batches = async function* () {
    yield copiedTable(await table())
  }
  const print = async () => {
    const { printPages } = await import('../../case/print-pages.ts')
    const printed = await printedInvoice(snapshot, checked)
    printPages(invoiceSheets({ fileName, facts, source }, snapshot, checked, printed))
  }
  const during = (work: Promise<void>) => {
    setBusy(true)
    void work.catch(notifyError).finally(() => setBusy(false))
  }
  return (
    <>
      <CopyTable title="Invoice" isInternal label="Copy the lines" words="Copy" source={source} table={table} />
      <Button variant="default" loading={isBusy} onClick={() => during(print())}>
        Print
      </Button>
      <Button
        variant="default"
        aria-label="Export the lines"
        loading={isBusy}
        onClick={() => during(saveTable({ batches, lines: null, source }, 'invoice', 'xlsx'))}
      >
        Export
      </Button>
    </>
  )
}

const EXPLAINED: ReadonlySet<LineVerdict> = new Set(['explained', 'unexplained', 'in-doubt'])

/** The lines to print, in the order of the file. */
async function printedInvoice(snapshot: SnapshotSummary, { answer: { checkId, verdicts } }: CheckedInvoiceFile) {
  const lines: InvoiceLine[] = await invoiceLinesOf(bridge, snapshot.id, checkId, MOST_PRINTED)
  const unbilled: UnbilledGroup[] = await unbilledOf(bridge, snapshot.id, checkId, MOST_PRINTED)
  const explained = []
  for (const { at } of lines.filter(({ verdict }) => EXPLAINED.has(verdict)).slice(0, MOST_EXPLAINED))
    explained.push(await explainedLineOf(bridge, snapshot.id, checkId, at))
  const toExplain = verdicts.reduce((sum, one) => sum + (EXPLAINED.has(one.verdict) ? one.lines : 0), 0)
  return { lines, unbilled, explained, toExplain }
}
