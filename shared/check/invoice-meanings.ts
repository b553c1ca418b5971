// What the columns of an invoice mean.
/**
 * What a column of an invoice holds. `item`: what a line is for, in the invoice's words. `period`: the month or the days of a
 * line, as one text; `from` and `until`: its first and its last day. `quantity`, `unitPrice`, `amount`: of the line.
 */
export const INVOICE_MEANINGS = [
  'customer',
  'item',
  'period',
  'from',
  'until',
  'quantity',
  'unitPrice',
  'amount',
  'currency',
] as const
export type InvoiceMeaning = (typeof INVOICE_MEANINGS)[number]
