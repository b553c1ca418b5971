// An invoice that was checked, as it is held for the pages of its lines.
import type { InvoiceCheckQuestion, PaperTotal } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import type { JudgedLine } from './judged-line.ts'
import type { Unbilled } from './unbilled-groups.ts'

export interface CheckedInvoice {
  lines: readonly JudgedLine[]
  /** By the line of the file. */
  totals: ReadonlyMap<number, PaperTotal>
  unbilled: readonly Unbilled[]
  rules: WorthRules
  /** Of the rules; null: there were none. */
  version: string | null
  inHand: InvoiceCheckQuestion['inHand']
  shownZone: string
  /** Decimals to which the invoice rounds. */
  places: (currency: string | null) => number
  /** Rows that may be duplicates of one before them. */
  again: { has(row: number): boolean }
}
