// What a checked invoice is, behind its name: its lines, whose it is, of when, in which currency.
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
import { invoiceFacts } from './invoice-words.ts'
import { LINES_A_PAGE, useInvoiceLines } from './use-invoice.ts'

const FIRST_PAGE = { verdict: null, offset: 0 }

/** Lines beyond the first page are not looked at: the periods are known where there is no other. */
export function useInvoiceFacts(snapshotId: string, checked: CheckedInvoiceFile): string {
  const { lines } = useInvoiceLines(snapshotId, checked.answer.checkId, FIRST_PAGE)
  return invoiceFacts(checked, checked.answer.lines > LINES_A_PAGE ? null : lines)
}

export const InvoiceFacts = ({ snapshotId, checked }: { snapshotId: string; checked: CheckedInvoiceFile }) =>
  useInvoiceFacts(snapshotId, checked)
