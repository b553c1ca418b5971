// How an invoice is read before it is checked: what its columns mean, and what it calls customers and event codes.
import { z } from 'zod'
import { fileChoicesSchema, NOTHING_CHOSEN } from './checked-file.ts'
import { INVOICE_MEANINGS } from './invoice-meanings.ts'

/** Lines that no event stands behind. */
export const NOT_FROM_EVENTS = ['fee', 'tax', 'discount', 'proration', 'other'] as const
export type NotFromEvents = (typeof NOT_FROM_EVENTS)[number]

const name = z.string().min(1).max(10_000)

/** What lines with an item are: usage of an event code, nothing that events tell, or a sum of the lines before. */
export const itemMeaningSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('code'), code: name }),
  z.object({ is: z.literal('not-from-events'), what: z.enum(NOT_FROM_EVENTS) }),
  z.object({ is: z.literal('total') }),
])
export type ItemMeaning = z.infer<typeof itemMeaningSchema>

/** Both days belong to it, in the billing zone. */
export const invoicePeriodSchema = z.object({ from: z.iso.date(), until: z.iso.date() })
export type InvoicePeriod = z.infer<typeof invoicePeriodSchema>

/** All that its owner says of an invoice. Null: not said, and proposed or asked. */
export const invoiceChoicesSchema = fileChoicesSchema
  .pick({
    separator: true,
    decimal: true,
    encoding: true,
    sheet: true,
    headLine: true,
    currency: true,
    customers: true,
  })
  .extend({
    /** Null: as `look` proposes. Columns that are not named are left out. */
    columns: z
      .array(z.object({ column: z.int().min(0).max(16_384), means: z.enum(INVOICE_MEANINGS) }))
      .max(100)
      .nullable(),
    /** What is said of an item goes before what its words propose. */
    items: z.array(z.object({ said: z.string().max(10_000), means: itemMeaningSchema })).max(10_000),
    /** The customer ID of all lines, where no column says it. */
    customer: name.nullable(),
    /** Of all lines, where no column says it; null: the month that the snapshot holds, if it is one. */
    period: invoicePeriodSchema.nullable(),
  })
export type InvoiceChoices = z.infer<typeof invoiceChoicesSchema>

export const NOTHING_CHOSEN_FOR_INVOICE: InvoiceChoices = {
  separator: null,
  decimal: null,
  encoding: null,
  sheet: null,
  headLine: null,
  currency: null,
  customers: [],
  columns: null,
  items: [],
  customer: null,
  period: null,
}

/** As questions about reading take them. */
export const readingOf = ({ separator, decimal, encoding, sheet, headLine }: InvoiceChoices) => ({
  ...NOTHING_CHOSEN,
  separator,
  decimal,
  encoding,
  sheet,
  headLine,
})
