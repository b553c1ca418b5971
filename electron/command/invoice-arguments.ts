// Options of `npm run check --kind invoice` that ledgers do not have.
import {
  type FileChoices,
  INVOICE_MEANINGS,
  type InvoiceChoices,
  type InvoiceMeaning,
  type InvoicePeriod,
} from '../../shared/check/checked-file.ts'
import { isZone } from '../../shared/time/instant.ts'
import { readPeriod } from '../backend/check/period-text.ts'
import type { FileArguments } from './checked-snapshot.ts'
import { meantColumns, OptionMisfit, optionalMember } from './search-options.ts'

export interface InvoiceArguments extends FileArguments {
  kind: 'invoice'
  choices: Partial<
    Pick<
      InvoiceChoices,
      'separator' | 'decimal' | 'encoding' | 'sheet' | 'headLine' | 'currency' | 'customer' | 'period'
    >
  >
  /** Columns by their heads. */
  columns?: { head: string; means: InvoiceMeaning }[]
  /** Absent: that of this computer. */
  shownZone?: string
  /** Whether the hours around the period are read where causes need them. */
  edges: boolean
}

/** As they are typed: `unit_price`. */
const WORDS: Record<string, InvoiceMeaning> = Object.fromEntries(
  INVOICE_MEANINGS.map((meaning) => [meaning.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), meaning]),
)
export const INVOICE_MEANING_WORDS = Object.keys(WORDS)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ')

interface Typed {
  columns?: string | undefined
  customer?: string | undefined
  period?: string | undefined
  shownZone?: string | undefined
  edges?: boolean | undefined
}

/** @throws OptionMisfit */
export function invoiceArguments(
  { columns, customer, period, shownZone, edges = false }: Typed,
  choices: Partial<Pick<FileChoices, 'separator' | 'decimal' | 'encoding' | 'sheet' | 'headLine' | 'currency'>>,
): Pick<InvoiceArguments, 'kind' | 'choices' | 'columns' | 'shownZone' | 'edges'> {
  if (shownZone !== undefined && !isZone(shownZone)) {
    throw new OptionMisfit(`--shown-zone ${shownZone} is not known here: write one such as Europe/Berlin.`)
  }
  const meant = (text: string) => (Object.hasOwn(WORDS, text) ? (WORDS[text] ?? null) : null)
  return {
    kind: 'invoice',
    edges,
    ...optionalMember('shownZone', shownZone),
    ...optionalMember(
      'columns',
      columns === undefined ? undefined : meantColumns(columns, meant, INVOICE_MEANING_WORDS),
    ),
    choices: {
      ...choices,
      ...optionalMember('customer', customer),
      ...optionalMember('period', period === undefined ? undefined : invoicePeriod(period)),
    },
  }
}

/** As an invoice may name it, too; days as 2026-10-01..2026-10-15. */
function invoicePeriod(typed: string): InvoicePeriod {
  const period = readPeriod(typed)
  if (period === null) {
    throw new OptionMisfit(`--period ${typed} must be a month such as 2026-10, or days such as 2026-10-01..2026-10-15.`)
  }
  return period
}
