// Which column of an invoice holds what: as chosen, else as proposed; what is missing is asked.
import type { InvoiceChoices, InvoiceMeaning, Refusal } from '../../../../../shared/check/checked-file.ts'
import { proposedInvoiceMeanings } from '../../../check/propose-columns.ts'
import type { WantedColumn } from '../ledger-file.ts'

const WORDS: Record<InvoiceMeaning, string> = {
  customer: 'customer',
  item: 'item',
  period: 'period',
  from: 'first day',
  until: 'last day',
  quantity: 'quantity',
  unitPrice: 'unit price',
  amount: 'amount',
  currency: 'currency',
}

const asked = (words: string): Refusal => ({ kind: 'asks', asks: [{ ask: 'columns', words }] })

/** A refusal asks for columns: item and amount are needed, first and last day only together, and none twice. */
export function invoiceColumns(
  { columns: chosen }: InvoiceChoices,
  heads: readonly string[],
): WantedColumn<InvoiceMeaning>[] | Refusal {
  const proposed = () =>
    proposedInvoiceMeanings(heads).flatMap((means, column) => (means === null ? [] : [{ column, means }]))
  const meant = chosen ?? proposed()
  const beyond = meant.find(({ column }) => column >= heads.length)
  if (beyond !== undefined) return asked(`The file has no column ${beyond.column + 1}; it has ${heads.length}.`)
  const twice = meant.find(({ means }, at) => meant.findIndex((other) => other.means === means) !== at)
  if (twice !== undefined) return asked(`Two columns are meant as ${WORDS[twice.means]}. Choose the one that is.`)
  const has = (means: InvoiceMeaning) => meant.some((one) => one.means === means)
  if (!has('item')) return asked('No column is known to say what a line is for. Choose the one that does.')
  if (!has('amount')) return asked('No column is known to hold the amounts of lines. Choose the one that does.')
  if (has('from') !== has('until')) {
    return asked(
      `A ${WORDS[has('from') ? 'from' : 'until']} is known and no ${WORDS[has('from') ? 'until' : 'from']}. Choose both columns, or neither.`,
    )
  }
  return meant.map(({ column, means }) => ({
    column,
    means,
    head: heads[column] || `column ${column + 1}`,
    base: null,
    called: new Map(),
  }))
}
