// A line of an invoice as it stands on the paper, read but not yet held against events.

import type { InvoiceMeaning, InvoicePeriod, ItemMeaning } from '../../../../../shared/check/checked-file.ts'
import type { Decimal } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceColumn, InvoiceName } from '../../../../../shared/snapshot/snapshot-invoice.ts'

export interface PaperLine {
  /** Of the file. */
  line: number
  item: string
  /** As the file has it; null: nothing. */
  customerSaid: string | null
  customerId: string | null
  /** Null: nothing is known of its item. */
  means: ItemMeaning | null
  /** In words: as the file has it. */
  periodSaid: string | null
  period: InvoicePeriod | null
  quantity: Decimal | null
  unitPrice: Decimal | null
  amount: Decimal | null
  /** As the rules call it. */
  currency: string | null
  /** Cells that hold something which is not read. */
  unread: InvoiceMeaning[]
}

export interface ReadInvoice {
  lines: PaperLine[]
  columns: InvoiceColumn[]
  names: InvoiceName[]
  notes: string[]
}
