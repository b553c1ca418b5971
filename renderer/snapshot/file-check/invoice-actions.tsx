// Actions on a checked invoice as a whole: copy, print, save.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { InvoiceLine, LineVerdict, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { bridge } from '../../bridge.ts'
import { CopyTable } from '../../tables/copy-table.tsx'
import { saveTable } from '../../tables/save-table.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
import { explainedLineOf, invoiceLinesOf, unbilledOf } from '../store/file-questions.ts'
import { invoiceLeftOut, invoiceSource, wholeInvoice } from './file-copies.ts'
import { useInvoiceFacts } from './use-invoice.ts'

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
  const pieces = async function* () {
    yield await table()
  }
  const print = async () => {
    const [{ printPages }, { invoiceSheets }] = await Promise.all([
      import('../../case/print-pages.ts'),
      import('./invoice-sheets.ts'),
    ])
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
        onClick={() => during(saveTable({ pieces, lines: null, source }, 'invoice', 'xlsx'))}
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
