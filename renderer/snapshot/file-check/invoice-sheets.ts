// A checked invoice as the pages that are printed: the head, every line, the equation and the lines that differ, explained; or one
// line, with its appendix.
import type { CasePages, CaseSection } from '../../../shared/case/pages.ts'
import { invoiceTable } from '../../../shared/figures/invoice.ts'
import { invoiceWords } from '../../../shared/snapshot/checked-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine, InvoiceLine, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { type CopiedSource, exportedTable } from '../../tables/save-table.ts'
import { paperTable } from '../../ui/figure-table/paper-table.ts'
import { leftOut } from '../figures/snapshot-source.ts'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
import { isProven } from './checked-words.ts'
import { type Appendix, type Explanation, explanationOf, leftOutWords, saidOf, stepsOf } from './explanation.ts'
import { equationSentences } from './invoice-equation.tsx'
import { ADDS_UP } from './invoice-words.ts'

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
