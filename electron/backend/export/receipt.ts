// The receipt of a file, of a table or of a folder of days: a Frictionless Data Package (datapackage.org, version 2)
// with what Eventscope knows of it inside. Figures of ours are strings: a reader's JSON may round numbers. The API key
// is nowhere in what this is made from.
import { z } from 'zod'
import { SUM_TYPES } from '../../../shared/exact/exact-sum.ts'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import { UNEXPECTED, type Unexpected } from '../../../shared/shape/judge-event.ts'
import type { RowKind } from '../../../shared/snapshot/account.ts'
import { EVIDENCE_LETTERS } from '../../../shared/snapshot/snapshot.ts'
import { TAX_MARKS } from '../../../shared/worth/rule.ts'
import { MONEY_KINDS, type MoneyKind, NOT_VALUED } from '../../../shared/worth/worth.ts'
import { NO_NUMBER } from '../../../shared/worth/worth-event.ts'

/** Follows the file's own name. */
export const RECEIPT_ENDING = '.datapackage.json'

/** Rises with every change after which an older `receiptSchema` refuses a receipt (docs/decisions/receipts.md). */
export const RECEIPT_FORM = '1'

/** Bounded, so that adding up a stranger's figures is little work. */
const figure = z.string().regex(/^\d{1,16}$/)
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/)
/** Bounded for the same reason: the longest numbers that are calculated with, multiplied and added up, are shorter. */
const money = z.string().regex(/^-?\d{1,5000}(\.\d{1,5000})?$/)
/** A file's own name, beside the receipt. A backslash is a letter of it on any system but Windows. */
const fileName = z.string().regex(/^[^/]+$/)
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/)
/** Each row's half of an MD5, added up. */
const fingerprint = z.string().regex(/^\d{1,40}$/)
/** Numbers with a decimal beside their text, and those that do not fit; by the decimals' column. */
const decimals = z.array(z.object({ column: z.string(), numbers: figure, without: figure }))
const count = z.object({ total: figure.nullable(), at: z.string() }).nullable()
/** Every row is of one kind; all are `received`, and `counted` is without those that came again or are gone. */
const account = z.object({
  kept: figure,
  misses: figure,
  undated: figure,
  before: figure,
  after: figure,
  storedTwice: figure,
  otherText: figure,
  cameAgain: figure,
  /** Absent: an earlier version did not tell it. */
  gone: figure.default('0'),
  received: figure,
  counted: figure,
} satisfies Record<RowKind | 'received' | 'counted', z.ZodType<string>>)

const currency = z.string().nullable()
const moneySums = z.array(z.object({ currency, events: figure, sum: money }))
/** The events of the file are worth this by rules. */
const worth = z.object({
  /** The version of the rules. */
  rules: z.string(),
  /** Its months begin in it. */
  zone: z.string(),
  /** Events; each is in one money kind. */
  bins: z.object(
    Object.fromEntries(MONEY_KINDS.map((moneyKind) => [moneyKind, figure])) as Record<MoneyKind, typeof figure>,
  ),
  currencies: z.array(
    z.object({
      /** Null: not known. */
      currency,
      /** Charged and reduces together; null while an event has no rule. */
      net: money.nullable(),
      charged: money,
      reduces: money,
      tax: z.array(z.enum(TAX_MARKS)),
      events: figure,
      /** What is not in these sums, why, and its quantity as sent. Absent: nothing, or of an earlier version. */
      without: z.string().optional(),
    }),
  ),
  /** The money kind "balance" holds these, by currency or unit. */
  granted: moneySums,
  /** Events that have a number and no money. */
  notValued: z.array(z.object({ why: z.enum(NOT_VALUED), events: figure })),
  numberMissing: z.array(z.object({ why: z.enum(NO_NUMBER), events: figure })),
  /** The codes of the money kind of that name; the first thousand. */
  noRule: z.array(z.object({ type: z.enum(SUM_TYPES), eventCode: z.string().nullable(), events: figure })),
  /** Debits below zero, which reduce. */
  negativeDebits: moneySums,
  /** Amounts are more than quantity × unit price by so much; those that are so only once rounded stand apart. */
  differs: moneySums,
  differsByRounding: moneySums,
})

/** Events that are as expected by shapes, and those that are not. */
const shapes = z.object({
  /** The version of the shapes. */
  shapes: z.string(),
  expected: figure,
  unexpected: figure,
  /** In what those are not; an event may be in several. */
  by: z.object(Object.fromEntries(UNEXPECTED.map((what) => [what, figure])) as Record<Unexpected, typeof figure>),
})

const resourceSchema = z.object({
  name: z.string(),
  path: fileName,
  format: z.enum(FILE_FORMATS),
  mediatype: z.string(),
  encoding: z.literal('utf-8'),
  bytes: z.int().min(0),
  hash,
  dialect: z.record(z.string(), z.union([z.string(), z.boolean(), z.number(), z.array(z.number()).max(10)])),
  schema: z.object({
    fields: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['string', 'number', 'boolean', 'object', 'datetime', 'any']),
        /** The property that this column holds, as the service names it. */
        property: z.string().optional(),
        decimalChar: z.enum(['.', ',']).optional(),
        /** This is what a Parquet file's column says of the value whose text is in another one. */
        beside: z.enum(['decimal', 'kind', 'instant']).optional(),
        /** The name of that other column. */
        column: z.string().optional(),
        /** Places of its decimals, all of 38 digits. */
        scale: z.int().min(0).max(38).optional(),
      }),
    ),
    missingValues: z.array(z.string()),
  }),
})

/** A Data Package of one file says this. */
const dataPackage = {
  $schema: z.literal('https://datapackage.org/profiles/2.0/datapackage.json'),
  name: z.string(),
  created: z.string(),
  resources: z.tuple([resourceSchema]),
}

export const receiptSchema = z.object({
  ...dataPackage,
  eventscope: z.object({
    receipt: z.literal(RECEIPT_FORM),
    program: z.string(),
    connection: z.object({ name: z.string(), baseUrl: z.string() }),
    /** They are as sent, apart from the range. */
    filters: z.record(z.string(), z.unknown()),
    /** Half-open: `from` belongs to it, `until` does not. */
    range: z.object({ from: z.string().nullable(), until: z.string().nullable(), zone: z.string() }),
    /** Wider than the range, so that no reading of its bounds loses an event. */
    asked: z.object({ from: z.string().nullable(), to: z.string().nullable() }),
    read: z.object({ from: z.string(), to: z.string().nullable(), asOf: z.string().nullable(), requests: figure }),
    verdict: z
      .object({
        kind: z.enum(['complete', 'partial', 'unproven']),
        soFar: z.boolean(),
        word: z.string(),
        sentence: z.string(),
        reasons: z.array(z.object({ code: z.string(), words: z.string() })),
      })
      .nullable(),
    /** This is what proves the verdict; absent where an earlier version judged it. */
    proof: z
      .object({
        /** The letters of what holds, such as "abcde". */
        evidence: z.string().regex(/^a?b?c?d?e?$/),
        grounds: z.array(z.object({ letter: z.enum(EVIDENCE_LETTERS), holds: z.boolean(), words: z.string() })),
      })
      .optional(),
    /** Absent where an earlier version read it. */
    account: account.optional(),
    /** The reading was stopped and continued at these times. */
    stops: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
    /** It says, where the service's clock and the computer's differ, what each showed, and which one is used. */
    clock: z.object({ service: z.string(), computer: z.string(), used: z.enum(['service', 'computer']) }).optional(),
    /** The snapshot begins at this instant where the service kept deleting its oldest events. */
    begins: z.string().optional(),
    /** It counts events in parts of an earlier snapshot that were taken over, and says when they were read. */
    takenOver: z.object({ events: figure, from: z.string(), to: z.string() }).optional(),
    /** A sample of the snapshot's events that was fetched by ID again after the reading; absent where none was. */
    sample: z
      .object({
        at: z.string(),
        seed: z.string(),
        /** Events that were drawn, of how many that can be asked for, and that differ. */
        drawn: figure,
        of: figure,
        differ: figure,
        /** Events that were asked because their number is large. */
        above: z.object({ property: z.string(), from: z.string(), events: figure, differ: figure }).nullable(),
        words: z.array(z.string()),
      })
      .optional(),
    totals: z.object({ start: count, end: count, afterEnd: figure.nullable() }),
    slices: z.array(
      z.object({
        from: z.string().nullable(),
        to: z.string().nullable(),
        state: z.string(),
        /** The service's count, before and after its reading. */
        total: figure.nullable(),
        after: figure.nullable().optional(),
        returned: figure,
        kept: figure,
        /** Another part keeps so many of those returned. */
        shared: figure.optional(),
        account: account.optional(),
      }),
    ),
    rows: figure,
    /** Whether only some columns were asked for. */
    chosen: z.boolean(),
    order: z.string(),
    filtered: z.object({ words: z.string(), of: figure }).nullable(),
    leftOut: z.array(z.object({ why: z.string(), rows: figure })),
    /** All in which the file differs from what the service sent. */
    altered: z.object({
      /** Apostrophes before what a spreadsheet would run. */
      guards: figure,
      /** Texts with half a surrogate pair, written as its escape. */
      halfPairs: figure,
      cut: figure,
      numbersAsText: z.array(z.object({ column: z.string(), numbers: figure })),
      withoutDateTime: figure,
    }),
    /** Said of a Parquet file, as such files can be. */
    encrypted: z.literal(false).optional(),
    /** The next two are said of a Parquet file only. */
    decimals: decimals.optional(),
    fingerprint: fingerprint.optional(),
    /** Rows with a field that is not what the interface says, which no column of it can show. */
    misfits: figure,
    sums: z.array(
      z.object({
        property: z.string(),
        /** The properties that told currencies and units apart, and whether the user confirmed that they do. */
        by: z.array(z.string()),
        /** The last of `by` is the event code of events without a known unit; absent: an earlier program. */
        byCode: z.literal(true).optional(),
        confirmed: z.boolean(),
        figures: z.array(
          z.object({
            /** The events that it is of; receipts of earlier programs have one sum over all of them. */
            type: z.enum(SUM_TYPES).optional(),
            /** Each of `by` has one; null where it is not known. */
            units: z.array(z.string().nullable()),
            sum: decimal.nullable(),
            numbers: figure,
            without: figure,
            beyond: figure,
            /** This says which events are not in it, why, and what they sent; absent: none, or an earlier program. */
            notIn: z.string().optional(),
          }),
        ),
        rowsOfOtherUnits: figure,
      }),
    ),
    /** Absent where the file was written without rules. */
    worth: worth.optional(),
    /** The file beside it whose lines add up to `worth`; absent where the file's own rows do, or hold them. */
    charges: z
      .object({
        path: fileName,
        bytes: z.int().min(0),
        hash,
        lines: figure,
      })
      .optional(),
    /** Absent where nothing was expected of the events. */
    shapes: shapes.optional(),
  }),
})
export type Receipt = z.infer<typeof receiptSchema>
export type ReceiptContent = Receipt['eventscope']
export type ReceiptSum = ReceiptContent['sums'][number]
/** A column of the file, or a member of its objects. Types are those of a Frictionless Table Schema. */
export type FileField = Receipt['resources'][0]['schema']['fields'][number]

/** The receipt of a table of figures says in words what it was made of, as its sheet "About" does. */
const tableReceiptSchema = z.object({
  ...dataPackage,
  eventscope: z.object({
    receipt: z.literal(RECEIPT_FORM),
    program: z.string(),
    table: z.object({
      /** The snapshot's name, and what the table is of it. */
      of: z.string(),
      name: z.string(),
      source: z.array(z.tuple([z.string(), z.string()])),
    }),
    rows: figure,
    /** Figures of more digits than a spreadsheet keeps. */
    numbersAsText: figure,
  }),
})
export type TableReceipt = z.infer<typeof tableReceiptSchema>

/** It is the `RECEIPT_FORM` of folders. */
export const FOLDER_RECEIPT_FORM = '2'

/** It matches what `dayFile` gives. */
export const DAY_FILE = /^dt=(\d{4}-\d{2}-\d{2}|__HIVE_DEFAULT_PARTITION__)\/part-000\.parquet$/

/** More would be a file for every few events; 13 years are fewer. */
export const MOST_DAYS = 5_000

/** The receipt of a folder of Parquet files, one a day. */
export const folderReceiptSchema = z.object({
  ...receiptSchema.shape,
  resources: z.array(resourceSchema.extend({ path: z.string().regex(DAY_FILE) })).max(MOST_DAYS),
  eventscope: z.object({
    receipt: z.literal(FOLDER_RECEIPT_FORM),
    program: z.string(),
    /** Its days begin in it. */
    zone: z.string(),
    /** Parquet files are not encrypted. */
    encrypted: z.literal(false),
    /** One for each resource, in their order. */
    days: z.array(
      z.object({
        /** Null: of events without a readable time. */
        day: z
          .string()
          .regex(/^\d{4}-\d{2}-\d{2}$/)
          .nullable(),
        rows: figure,
        fingerprint,
        decimals,
        sums: receiptSchema.shape.eventscope.shape.sums,
        /** Its place among `exports`. */
        export: z.int().min(0),
      }),
    ),
    /** This is what the receipt of each would say that any day is of: all that it wrote, replaced days too. */
    exports: z.array(receiptSchema.shape.eventscope),
    /** The rows of all days together. */
    rows: figure,
    sums: receiptSchema.shape.eventscope.shape.sums,
  }),
})
export type FolderReceipt = z.infer<typeof folderReceiptSchema>
export type FolderDay = FolderReceipt['eventscope']['days'][number]
/** Writes it as to a file: indented JSON, with a line break at its end. */
export const receiptText = (receipt: object) => `${JSON.stringify(receipt, null, 2)}\n`

// The text of a receipt as one, or why it is none: it may be a stranger's.

/** The file or its receipt is not what the other says; the message is a sentence for the user. */
export class UnreadableFile extends Error {}

/** Larger than any receipt, which is read as a whole. */
export const MOST_RECEIPT_BYTES = 64 * 1024 * 1024

/** @throws UnreadableFile with the reason, which calls it `name` */
export function readReceipt(text: string, name: string): Receipt | TableReceipt {
  const content = parsed(text, name)
  const ofTable = tableReceiptSchema.safeParse(content)
  if (ofTable.success) return ofTable.data
  const read = receiptSchema.safeParse(content)
  if (read.success) return read.data
  if (folderReceiptSchema.safeParse(content).success) {
    throw new UnreadableFile(
      `The receipt ${name} is that of a folder of days: npm run verify-receipt FOLDER checks it.`,
    )
  }
  throw notOurs(content, name, RECEIPT_FORM, read.error)
}

/** Reads the receipt of a folder of days as `readReceipt` does. */
export function readFolderReceipt(text: string, name: string): FolderReceipt {
  const content = parsed(text, name)
  const read = folderReceiptSchema.safeParse(content)
  if (read.success) return read.data
  throw notOurs(content, name, FOLDER_RECEIPT_FORM, read.error)
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UnreadableFile(`The receipt ${name} is not JSON: ${error.message}.`)
  }
}

/** @param expected the version that a receipt in this place has */
function notOurs(content: unknown, name: string, expected: string, { issues: [issue] }: z.ZodError): UnreadableFile {
  const form = formOf(content) ?? expected
  if (form !== expected) {
    return new UnreadableFile(
      `The receipt ${name} has version ${form} of Eventscope's receipts, and this Eventscope reads version ${expected}.`,
    )
  }
  const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
  return new UnreadableFile(`The receipt ${name} is not an Eventscope receipt${where}: ${issue?.message ?? 'unknown'}.`)
}

const formOf = (content: unknown) => formSchema.safeParse(content).data?.eventscope.receipt

const formSchema = z.object({ eventscope: z.object({ receipt: z.string().max(20) }) })

/** A file is known again by it. */
export interface FileMark {
  bytes: number
  /** The hash of its bytes, in hexadecimal. */
  sha256: string
}

/** The file that a receipt is about: name, bytes and hash. */
export function fileMarkOf({
  resources: [{ path, bytes, hash }],
}: Receipt | TableReceipt): FileMark & { name: string } {
  return { name: path, bytes, sha256: hash.slice('sha256:'.length) }
}
