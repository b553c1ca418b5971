// check/ says how a file of somebody else's is read before it is held against events: what it is, how its columns are
// meant, and what only its owner can say.

import { z } from 'zod'
import { FIELD_KEYS } from '../event/event-fields.ts'
import { isZone, UNKNOWN_ZONE } from '../time/instant.ts'

export const MOST_FILE_BYTES = 256 * 1024 * 1024
/** It bounds one chunk on its way over the bridge, before it is written as base64. */
export const MOST_CHUNK_BYTES = 2 * 1024 * 1024
/** The heads are none of them. */
export const MOST_LINES = 1_000_000
export const MOST_COLUMNS = 500
/** It counts bytes. */
export const LONGEST_LINE = 1024 * 1024

/** A file is recognised as one of these by its first bytes, never by its name. */
export const LEDGER_FORMATS = ['delimited', 'xlsx', 'ndjson'] as const
export type LedgerFormat = (typeof LEDGER_FORMATS)[number]

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]
export const DECIMAL_SIGNS = ['.', ','] as const
export type DecimalSign = (typeof DECIMAL_SIGNS)[number]
/** Files with a byte order mark say theirs. */
export const ENCODINGS = ['utf-8', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]
/** Days such as 05/10/2026 have one of these orders. */
export const DAY_ORDERS = ['day-first', 'month-first'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]
/** Whether the last days of periods belong to them. */
export const LAST_DAYS = ['included', 'excluded'] as const
export type LastDays = (typeof LAST_DAYS)[number]
/** Amounts are in one of these, whatever their heads say: in minor units, such as cents, or as they stand. */
export const AMOUNT_UNITS = ['minor', 'as-written'] as const
export type AmountUnits = (typeof AMOUNT_UNITS)[number]

const name = z.string().min(1).max(10_000)

/**
 * A column has one of these meanings. `amount`: the money of a line; `debit` and `credit`: the same in two columns, of
 * which the second is taken off; `side`: on which of these sides the amount is; `taxes`: what the amount has too much,
 * as it includes them; `property`: a property of that name, numbers by their value.
 */
export const meaningSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('field'), field: z.enum(FIELD_KEYS) }),
  z.object({ is: z.literal('amount') }),
  z.object({ is: z.literal('debit') }),
  z.object({ is: z.literal('credit') }),
  z.object({ is: z.literal('side') }),
  z.object({ is: z.literal('taxes') }),
  z.object({ is: z.literal('currency') }),
  z.object({ is: z.literal('property'), name }),
])
export type Meaning = z.infer<typeof meaningSchema>

/** `column`: its place, from 0. */
export const meantColumnSchema = z.object({ column: z.int().min(0).max(16_384), means: meaningSchema })
export type MeantColumn = z.infer<typeof meantColumnSchema>

/** How exactly times of a key have to agree; days are those of the file's zone. */
export const TIME_STEPS = ['instant', 'second', 'minute', 'day'] as const
export type TimeStep = (typeof TIME_STEPS)[number]

/** Part of the key that finds events for lines without event IDs. `to`: how exactly created_at has to agree. */
export const keyPartSchema = z.object({ means: meaningSchema, to: z.enum(TIME_STEPS).optional() })
export type KeyPart = z.infer<typeof keyPartSchema>

/** This says what a file calls something, and what events call it. */
export const sameSchema = z.object({ said: z.string().max(10_000), is: name })
export type SameName = z.infer<typeof sameSchema>

/** The owner of a file says this of any file. Null: not said, and it is asked where the file leaves it open. */
const readingSchema = z.object({
  separator: z.enum(SEPARATORS).nullable(),
  decimal: z.enum(DECIMAL_SIGNS).nullable(),
  encoding: z.enum(ENCODINGS).nullable(),
  /** It names a sheet of a workbook. */
  sheet: z.string().max(1_000).nullable(),
  /**
   * What becomes of rows that are hidden in a workbook; null: they are read like others. Absent: of an earlier version.
   */
  hidden: z.enum(['leave-out']).nullable().default(null),
  /** The line of the heads, from 1; 0: there are none. Null: the first line that is not empty. */
  headLine: z.int().min(0).max(1_000).nullable(),
  /** All lines are in it where the file has no column of it. Null: not known, and never guessed. */
  currency: z.string().min(1).max(100).nullable(),
  /** It orders days that could be two; null: as the file settles it. */
  days: z.enum(DAY_ORDERS).nullable().default(null),
  /** Null: in minor units where the head of the amounts has a word for it. */
  units: z.enum(AMOUNT_UNITS).nullable().default(null),
  /** Which of the two sides of amounts is charged; null: the debits, where the file has the words of events. */
  charged: z.enum(['debit', 'credit']).nullable().default(null),
  /** Names in the column of customers that events call otherwise. */
  customers: z.array(sameSchema).max(10_000),
})

const NOTHING_SAID: z.infer<typeof readingSchema> = {
  separator: null,
  decimal: null,
  encoding: null,
  sheet: null,
  hidden: null,
  headLine: null,
  currency: null,
  days: null,
  units: null,
  charged: null,
  customers: [],
}

/** All that its owner says of a ledger. */
export const fileChoicesSchema = readingSchema.extend({
  /** Null: as the look at the file proposes (`FileLook`). Columns that are not named are left out. */
  columns: z.array(meantColumnSchema).max(100).nullable(),
  /** Null: lines are found by their event ID. */
  key: z.array(keyPartSchema).min(1).max(10).nullable(),
  /** Times that say no offset are in this zone; null: in the snapshot's. */
  zone: z.string().refine(isZone, { error: UNKNOWN_ZONE }).nullable(),
  /**
   * Whether amounts that the rules take off stand as the service sends them, or below zero as they count; null: as all
   * of them in the file do.
   */
  amounts: z.enum(['as-sent', 'as-counted']).nullable(),
  /** Names in the column of event codes that events call otherwise. */
  codes: z.array(sameSchema).max(10_000),
})
export type FileChoices = z.infer<typeof fileChoicesSchema>

export const NOTHING_CHOSEN: FileChoices = {
  ...NOTHING_SAID,
  columns: null,
  key: null,
  zone: null,
  amounts: null,
  codes: [],
}

/** A text, or a number as it is exactly; null: nothing. */
export type Cell = string | { number: string } | null

/**
 * It is where a cell stands. `line`: of the file, from 1; of a workbook its row, of text the line on which it begins.
 */
export interface CellSample {
  line: number
  head: string
  text: string
}

/**
 * `amounts`: of what the rules take off, some amounts stand above zero and some below. `charged`: which of the two
 * sides of amounts is charged. `days`: days could be two. `last-days`: of periods by their first and last day.
 */
export type OpenReading = 'amounts' | 'charged' | 'days' | 'last-days'

/** One of the readings that a file leaves open. */
export interface ReadingChoice {
  choose: Partial<Pick<FileChoices, 'amounts' | 'charged' | 'days'> & Pick<InvoiceChoices, 'lastDays'>>
  label: string
  /** This is what comes of the check by it; null: that is not known, as something else is asked first. */
  outcome: string | null
}

/** This is what only the owner of the file can say, each with a sentence that says what to choose. */
export type Asks =
  | { ask: 'separator'; words: string; choices: { separator: Separator; heads: string[] }[] }
  /** The same texts read by either sign. */
  | { ask: 'decimal'; words: string; samples: (CellSample & { byPoint: string; byComma: string })[] }
  /** The file settles none of these readings. */
  | { ask: OpenReading; words: string; choices: ReadingChoice[] }
  | { ask: 'encoding'; words: string; samples: { encoding: Encoding; text: string }[] }
  | { ask: 'sheet'; words: string; sheets: string[] }
  /** No column holds event IDs and no key was chosen, or two columns mean the same. */
  | { ask: 'columns'; words: string }

/**
 * Why nothing was read, each a sentence: the file is of another kind, damaged, encrypted, too large, or its columns
 * hold something else than was said. `receipt`: it is one of ours, of the file `of`; those are verified, not checked.
 */
export type Refusal =
  | { kind: 'refused'; words: string }
  | { kind: 'receipt'; words: string; of: string | null }
  | { kind: 'asks'; asks: Asks[] }

/** Why a file was not held against events: it was not read, or the price rules were not. */
export type Unchecked = Refusal | { kind: 'no-rules'; problems: string[] }

/** Rows that are hidden in a workbook or by a filter. `words`: a sentence, which is one of the notes on the file. */
export interface HiddenRows {
  words: string
  areLeftOut: boolean
}

export interface SeenColumn {
  column: number
  /** Empty where it has none. */
  head: string
  /** These are from the first lines, without those that are empty. */
  samples: string[]
  /** It is proposed by its name alone; null: none is known. */
  proposed: Meaning | null
}

/** A look tells what a file is, from its first thousand lines. */
export type FileLook =
  | Refusal
  | {
      kind: 'looked'
      format: LedgerFormat
      /** It was chosen, or is the only one that fits. */
      separator: Separator | null
      encoding: Encoding | 'utf-16' | null
      sheet: string | null
      sheets: string[]
      /** Rows with something in them that are hidden in the workbook, whether they are left out or not. */
      hiddenRows: number
      headLine: number
      columns: SeenColumn[]
      /** The first lines stand here as in the file. */
      lines: { line: number; cells: Cell[] }[]
      /** Null: there are more than were looked at. */
      lineCount: number | null
      /** All that is known so far to be needed before it can be checked; `check` reads the rest of the file. */
      asks: Asks[]
      /** Each note is a sentence that a reader has to know. */
      notes: string[]
      /** The heads as one text, by which what was chosen for such a file is remembered. */
      heads: string
      /** Its heads tell: lines of many events each, with quantities, prices and amounts, are an invoice's. */
      seems: 'ledger' | 'invoice'
      /** What the columns of an invoice would mean by their names alone, one for each column; null: none is known. */
      asInvoice: (InvoiceMeaning | null)[]
    }

/**
 * A column of an invoice has one of these meanings. `item`: what a line is for, in the invoice's words. `period`: the
 * month or the days of a line, as one text; `from` and `until`: its first and its last day. `quantity`, `unitPrice`,
 * `amount`: of the line. `taxes`: what the amount includes and is taken off it. `debit`, `credit`, `side`: as of a
 * ledger.
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
  'debit',
  'credit',
  'side',
  'taxes',
  'currency',
] as const
export type InvoiceMeaning = (typeof INVOICE_MEANINGS)[number]

// An invoice: what its columns mean, and what it calls customers and event codes.

/** Lines that no event stands behind. */
export const NOT_FROM_EVENTS = ['fee', 'tax', 'discount', 'proration', 'other'] as const
export type NotFromEvents = (typeof NOT_FROM_EVENTS)[number]

/** What lines with an item are: usage of an event code, nothing that events tell, or a sum of the lines before. */
const itemMeaningSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('code'), code: name }),
  z.object({ is: z.literal('not-from-events'), what: z.enum(NOT_FROM_EVENTS) }),
  z.object({ is: z.literal('total') }),
])
export type ItemMeaning = z.infer<typeof itemMeaningSchema>

/** Both days belong to it, in the billing zone. */
const invoicePeriodSchema = z.object({ from: z.iso.date(), until: z.iso.date() })
export type InvoicePeriod = z.infer<typeof invoicePeriodSchema>

/** All that its owner says of an invoice. Null: not said, and proposed or asked. */
export const invoiceChoicesSchema = readingSchema.extend({
  /** Null: as the look at the file proposes (`FileLook`). Columns that are not named are left out. */
  columns: z
    .array(z.object({ column: z.int().min(0).max(16_384), means: z.enum(INVOICE_MEANINGS) }))
    .max(100)
    .nullable(),
  /** What is said of an item goes before what its words propose. */
  items: z.array(z.object({ said: z.string().max(10_000), means: itemMeaningSchema })).max(10_000),
  /** The customer ID of all lines, where no column says it. */
  customer: name.nullable(),
  /** All lines have this period where no column says it; null: the month that the snapshot holds, if it is one. */
  period: invoicePeriodSchema.nullable(),
  /** Whether the last days of periods in two columns belong to them; null: as the file's dates settle it. */
  lastDays: z.enum(LAST_DAYS).nullable().default(null),
})
export type InvoiceChoices = z.infer<typeof invoiceChoicesSchema>

export const NOTHING_CHOSEN_FOR_INVOICE: InvoiceChoices = {
  ...NOTHING_SAID,
  columns: null,
  items: [],
  customer: null,
  period: null,
  lastDays: null,
}

// The user of a connection lists what its customers are called: their names are shown beside their IDs.

/** It bounds a list as text, in UTF-16 units. */
export const LONGEST_NAMES_TEXT = 256 * 1024
/** A report can mask as many besides those of checked files. */
export const MOST_CUSTOMER_NAMES = 5_000
/** It bounds one name, in UTF-16 units. */
export const LONGEST_CUSTOMER_NAME = 200

/** `message`: a sentence that names the line. */
export type CustomerNamesReading = { ok: true; names: SameName[] } | { ok: false; message: string }
