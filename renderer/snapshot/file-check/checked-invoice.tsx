// A checked invoice: what came of it, and its sheets while it is printed.
import { useCallback } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { CheckedInvoiceFile, FileCheckState } from '../store/file-check-state.ts'
import { invoiceSource, leftOutOf } from './copied-invoice.ts'
import { useInvoiceFacts } from './invoice-facts.tsx'
import { InvoicePrint, type Printed } from './invoice-print.tsx'
import { InvoiceResult } from './invoice-result.tsx'

interface CheckedInvoiceProps {
  snapshot: SnapshotSummary
  fileName: string
  state: FileCheckState
  checked: CheckedInvoiceFile
  /** Why it is not what would be checked now; null: it is. */
  stale: string | null
  /** What is being printed; null: nothing. */
  printed: Printed | null
  onPrint: (printed: Printed | null) => void
  onCheckAgain: () => void
}

export function CheckedInvoice({ printed, ...props }: CheckedInvoiceProps) {
  const { snapshot, fileName, checked, onPrint } = props
  const facts = useInvoiceFacts(snapshot.id, checked)
  const done = useCallback(() => onPrint(null), [onPrint])
  return (
    <>
      <InvoiceResult {...props} />
      {printed !== null && (
        <InvoicePrint
          snapshot={snapshot}
          fileName={fileName}
          facts={facts}
          checked={checked}
          printed={printed}
          source={[...invoiceSource(snapshot, fileName, checked), ...leftOutOf(checked.answer)]}
          onDone={done}
        />
      )}
    </>
  )
}
