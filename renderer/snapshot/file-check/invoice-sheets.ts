// A checked invoice as the pages that are printed: the head, every line, the equation and the lines that differ, explained; or one
// line, with its appendix.
import type { CasePages, CaseSection, PageCell } from '../../../shared/case/pages.ts'
import { invoiceWords } from '../../../shared/snapshot/checked-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine, InvoiceLine, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { exportedTable } from '../figures/save-table.ts'
import { type CopiedSource, leftOut } from '../figures/snapshot-source.ts'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
import { isProven } from './checked-words.ts'
import {
  type Appendix,
  type Explanation,
  explanationOf,
  groupWords,
  leftOutWords,
  missingWorth,
  saidOf,
  stepsOf,
} from './explanation.ts'
import { equationSentences } from './invoice-equation.tsx'
import { drawnDifference, INVOICE_HEADS, notBilledWords } from './invoice-lines.tsx'
import { itemWords, verdictWords } from './invoice-words.ts'

/** What stands above and below of either. */
interface SheetFrame {
  fileName: string
  /** "10 lines, invoice of Nordlicht Logistik, October 2026, EUR". */
  facts: string
  source: CopiedSource
}

interface PrintedInvoice {
  lines: readonly InvoiceLine[]
  unbilled: readonly UnbilledGroup[]
  /** Of the lines that differ or are in doubt, the first. */
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
  const isWhole = isProven(snapshot)
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
        heads: [...INVOICE_HEADS],
        rows: [
          ...lines.map((line) => rowOfLine(line, isWhole)),
          ...(unbilled.length === 0 ? [] : [[null, 'On no line', null, null, null, null, null, null]]),
          ...unbilled.map((group) => rowOfGroup(group, isWhole)),
        ],
        from: left,
      },
      {
        is: 'note',
        title: 'How the difference adds up',
        text: equationSentences(answer.equation, differing).join('\n'),
      },
      ...explained.map((one) => explainedSection(explanationOf(one))),
    ],
    // Said above already.
    remarks: remarksOf(source.filter(([name]) => name !== 'Outcome' && !name.startsWith('Equation'))),
  }
}

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

const figure = (text: string | null): PageCell => text && { number: text }
const money = (text: string | null, currency: string | null): PageCell => text && { number: moneyText(text, currency) }
const difference = (text: string, currency: string | null): PageCell => ({
  number: moneyText(text, currency),
  isDifference: true,
})

function rowOfLine(line: InvoiceLine, isWhole: boolean): PageCell[] {
  const { quantity, unitPrice, amount, currency, byRules, verdict } = line
  const differs = drawnDifference(line)
  const isTotal = verdict === 'total'
  return [
    { number: String(line.line) },
    itemWords(line.item),
    isTotal ? null : figure(quantity),
    isTotal ? null : money(unitPrice, currency),
    money(amount, currency),
    isTotal || byRules === null ? null : money(byRules.worth, byRules.currency),
    differs === null ? null : difference(differs, currency),
    verdictWords(line, isWhole),
  ]
}

function rowOfGroup({ eventCode, worth }: UnbilledGroup, isWhole: boolean): PageCell[] {
  const { quantity, price, currency } = worth
  return [
    null,
    groupWords(eventCode),
    figure(quantity),
    money(price, currency),
    null,
    money(worth.worth, currency),
    difference(missingWorth(worth.worth), currency),
    notBilledWords(isWhole),
  ]
}

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
