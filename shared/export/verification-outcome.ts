// This is what a receipt says, for people who have to know its file again and check it: every figure exactly as the
// receipt has it, and of each line whose business it is.
import { z } from 'zod'
import { exportedCellSchema } from './exported-table.ts'

/** Heads of the table that `sums` are lines of. */
export const SUM_HEADS = ['Sum of', 'Type', 'Unit', 'Sum', 'Numbers', 'Number missing', 'Too large to add']

export const MOST_RECEIPT_LINES = 500
export const MOST_RECEIPT_SUMS = 2_000
/** It bounds a text, in UTF-16 units; a stranger's receipt may have longer ones, which are cut. */
export const LONGEST_RECEIPT_TEXT = 2_000

const text = z.string().max(LONGEST_RECEIPT_TEXT)

export const receiptFactsSchema = z.object({
  /** The file's name when the receipt was written. */
  file: text,
  /** The receipt is of events, or of a table of figures. */
  of: z.enum(['events', 'figures']),
  rows: text,
  /** The connection's name, which the file's may hold; null: not said. */
  connection: text.nullable(),
  /** The one that was searched for; null: all. */
  customerId: z.string().max(10_000).nullable(),
  /** Whether no row can be another customer's than `customerId`. */
  isTheirsAlone: z.boolean(),
  lines: z
    .array(
      z.object({
        name: text,
        value: exportedCellSchema,
        /** `property`: where it may be named. */
        shown: z.union([z.literal('to-all'), z.literal('to-colleagues'), z.object({ property: text })]),
        /** Whether it says which events are in the file. */
        isCondition: z.boolean(),
      }),
    )
    .max(MOST_RECEIPT_LINES),
  /** `property`: whose sum it is; null: what the events are worth. */
  sums: z
    .array(z.object({ property: text.nullable(), cells: z.array(exportedCellSchema).length(SUM_HEADS.length) }))
    .max(MOST_RECEIPT_SUMS),
})
export type ReceiptFacts = z.infer<typeof receiptFactsSchema>
export type ReceiptLine = ReceiptFacts['lines'][number]

/** `outcome`: it is over before the file is sent, as its size shows already. */
export type OpenedVerification =
  | { verificationId: string; outcome: null }
  | { verificationId: null; outcome: Extract<VerificationOutcome, { kind: 'differs' }> }

/** The sentences quote file and receipt, which may be a stranger's. */
export type VerificationOutcome =
  | {
      kind: 'agrees'
      agrees: string[]
      /** The check does not prove these. */
      unchecked: string[]
      /** The file's name when its receipt was written, if it is another one now. */
      calledThen: string | null
      receipt: ReceiptFacts
    }
  /** `receipt`: null where it is none. */
  | { kind: 'differs'; reason: string; receipt: ReceiptFacts | null }
  /** A receipt was found by the hash: the same file is to come once more, so that its rows are looked at. */
  | { kind: 'again' }
  /** No receipt that is kept here is of this file. */
  | { kind: 'unknown' }

/** It stands before what the check of a file leaves open. */
export const NOT_PROVED = 'This does not prove:'
