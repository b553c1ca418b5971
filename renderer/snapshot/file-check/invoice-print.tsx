// An invoice as it is printed: the head, the lines, the equation and the lines that differ, explained; or one line, with its
// appendix. It stands beside the page, which paper does not show.
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine, InvoiceLine, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { CopiedSource } from '../figures/snapshot-source.ts'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
import { isProven } from './checked-words.ts'
import { type Appendix, type Explanation, explanationOf, groupWords } from './explanation.ts'
import { AppendixTable, Notes, Sums } from './explanation-parts.tsx'
import styles from './invoice.module.css'
import { InvoiceEquations } from './invoice-equation.tsx'
import { Badge, LineCells, LineHeads, placesOf, UnbilledCells } from './invoice-lines.tsx'
import { invoiceWords, itemWords, toneOf, verdictWords } from './invoice-words.ts'
import ledger from './ledger.module.css'

/** What is on the sheets. */
export type Printed =
  | {
      of: 'invoice'
      lines: readonly InvoiceLine[]
      unbilled: readonly UnbilledGroup[]
      /** Of the lines that differ or are in doubt, the first. */
      explained: readonly ExplainedLine[]
      /** How many of them there are in all. */
      toExplain: number
    }
  | { of: 'line'; explained: ExplainedLine; appendices: readonly Appendix[] }

interface InvoicePrintProps {
  snapshot: SnapshotSummary
  fileName: string
  facts: string
  checked: CheckedInvoiceFile
  printed: Printed
  source: CopiedSource
  onDone: () => void
}

export function InvoicePrint({ onDone, ...rest }: InvoicePrintProps) {
  useEffect(() => {
    const root = document.documentElement
    const { mantineColorScheme } = root.dataset
    // Paper is light.
    root.dataset.mantineColorScheme = 'light'
    addEventListener('afterprint', onDone, { once: true })
    window.print()
    return () => {
      removeEventListener('afterprint', onDone)
      if (mantineColorScheme === undefined) delete root.dataset.mantineColorScheme
      else root.dataset.mantineColorScheme = mantineColorScheme
    }
  }, [onDone])
  return createPortal(
    <article className={styles.print} aria-hidden data-printed>
      <Sheets {...rest} />
    </article>,
    document.body,
  )
}

export function Sheets({ snapshot, fileName, facts, checked, printed, source }: Omit<InvoicePrintProps, 'onDone'>) {
  return (
    <>
      <header>
        <h1>{fileName}</h1>
        <p>{facts}</p>
        {printed.of === 'invoice' && <p>{invoiceWords(checked.answer, isProven(snapshot))}</p>}
      </header>
      {printed.of === 'invoice' ? (
        <InvoiceSheets snapshot={snapshot} checked={checked} printed={printed} />
      ) : (
        <>
          <Explained explanation={explanationOf(printed.explained)} />
          {printed.appendices.map((appendix) => (
            <AppendixTable key={appendix.head} appendix={appendix} />
          ))}
        </>
      )}
      <footer>
        {source.map(([name, words]) => (
          <p key={name}>
            {name}: {words}
          </p>
        ))}
      </footer>
    </>
  )
}

interface InvoiceSheetsProps extends Pick<InvoicePrintProps, 'snapshot' | 'checked'> {
  printed: Extract<Printed, { of: 'invoice' }>
}

function InvoiceSheets({ snapshot, checked: { answer }, printed }: InvoiceSheetsProps) {
  const { lines, unbilled, explained, toExplain } = printed
  const isWhole = isProven(snapshot)
  const places = placesOf(lines, unbilled)
  return (
    <>
      <DataTable className={`${ledger.table} ${styles.lines}`} aria-label="Lines">
        <LineHeads />
        <tbody>
          {lines.map((line) => (
            <tr key={line.at}>
              <LineCells
                line={line}
                places={places}
                name={itemWords(line.item)}
                badge={<Badge tone={toneOf(line, answer.paper)}>{verdictWords(line, isWhole)}</Badge>}
              />
            </tr>
          ))}
        </tbody>
        {unbilled.length > 0 && (
          <tbody>
            <tr className={styles.section}>
              <th scope="rowgroup" colSpan={8}>
                On no line
              </th>
            </tr>
            {unbilled.map((group) => (
              <tr key={group.at}>
                <UnbilledCells group={group} places={places} isProven={isWhole} name={groupWords(group.eventCode)} />
              </tr>
            ))}
          </tbody>
        )}
      </DataTable>
      <LeftOut shown={lines.length} of={answer.lines} words="lines" />
      <LeftOut shown={unbilled.length} of={answer.unbilled} words="groups on no line" />
      <InvoiceEquations
        equation={answer.equation}
        differing={answer.lines > lines.length ? null : lines.filter(({ difference }) => difference !== null)}
        onPlace={null}
      />
      <div className={styles.printedLines}>
        {explained.map((one) => (
          <Explained key={one.line.at} explanation={explanationOf(one)} />
        ))}
      </div>
      <LeftOut shown={explained.length} of={toExplain} words="lines that differ or are in doubt" />
    </>
  )
}

const LeftOut = ({ shown, of, words }: { shown: number; of: number; words: string }) =>
  shown >= of ? null : (
    <p>
      {grouped(shown)} of {grouped(of)} {words}.
    </p>
  )

function Explained({ explanation: { title, under, sums, notes } }: { explanation: Explanation }) {
  return (
    <section className={styles.printedLine}>
      <h2>{title}</h2>
      <p className={styles.under}>{under}</p>
      <Sums sums={sums} />
      <Notes notes={notes} />
    </section>
  )
}
