// "Check a file": a file of the user's, held against an opened snapshot. It comes in pieces and stays in memory only.
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import { type FileLook, MOST_PIECE_BYTES } from '../check/checked-file.ts'
import {
  type InvoiceAnswer,
  type InvoiceLineAnswer,
  type InvoiceLinesAnswer,
  type InvoiceRowsAnswer,
  type InvoiceTableAnswer,
  type InvoiceUnbilledAnswer,
  invoiceCheckQuestionSchema,
  invoiceLineQuestionSchema,
  invoiceLinesQuestionSchema,
  invoiceRowsQuestionSchema,
  invoiceTableQuestionSchema,
  invoiceUnbilledQuestionSchema,
} from '../snapshot/snapshot-invoice.ts'
import {
  type CheckProgress,
  type FileLinesAnswer,
  type FileRowsAnswer,
  type FileTableAnswer,
  fileCheckQuestionSchema,
  fileLinesQuestionSchema,
  fileLookQuestionSchema,
  fileRowsQuestionSchema,
  fileTableQuestionSchema,
  type LedgerAnswer,
} from '../snapshot/snapshot-ledger.ts'
import type { Asked } from '../snapshot/snapshot-question.ts'
import { call, snapshotId } from './call.ts'

const fileId = z.string()

/** What `check` and `checkInvoice` tell; `over` is the last. */
export type CheckStep<Answer = LedgerAnswer> =
  | ({ state: 'checking' } & CheckProgress)
  | { state: 'over'; outcome: Asked<Answer> }

/** `slot`: as for questions to snapshots, whose outcomes these have too. */
const asking = <Question extends z.ZodType>(question: Question) =>
  z.object({ snapshotId, slot: z.string().min(1).max(200), question })

/**
 * `open`, then `add` until all of it is there, then `look` and `check` (or `checkInvoice`) as often as choices change, and `lines`, `rows` and
 * `table` of what was checked. A file is held until `close`, until a third one is opened, or for 15 minutes after its last
 * use. Failure `invalid` names `file`: it is too large, more came than was said, or it is no longer held.
 */
export const fileCheckCalls = {
  /** `name` is shown and never opened. `bytes`: all of it; of pasted text as UTF-8. */
  open: call.input(z.object({ name: z.string().max(1_000), bytes: z.int().min(0) })).output(type<{ fileId: string }>()),
  /** In order; `piece` is base64 (a bridge body is at most 4 MiB). */
  add: call
    .input(z.object({ fileId, piece: z.base64().max(Math.ceil(MOST_PIECE_BYTES / 3) * 4) }))
    .output(type<{ bytes: number }>()),
  close: call.input(z.object({ fileId })).output(type<null>()),
  look: call.input(asking(fileLookQuestionSchema)).output(type<Asked<FileLook>>()),
  /** Aborting it, or not listening any more, cancels it. */
  check: call.input(asking(fileCheckQuestionSchema)).output(eventIterator(type<CheckStep>())),
  lines: call.input(asking(fileLinesQuestionSchema)).output(type<Asked<FileLinesAnswer>>()),
  rows: call.input(asking(fileRowsQuestionSchema)).output(type<Asked<FileRowsAnswer>>()),
  table: call.input(asking(fileTableQuestionSchema)).output(type<Asked<FileTableAnswer>>()),
  /** An invoice in place of a ledger, with questions of its own; else as `check`. */
  checkInvoice: call.input(asking(invoiceCheckQuestionSchema)).output(eventIterator(type<CheckStep<InvoiceAnswer>>())),
  invoiceLines: call.input(asking(invoiceLinesQuestionSchema)).output(type<Asked<InvoiceLinesAnswer>>()),
  invoiceUnbilled: call.input(asking(invoiceUnbilledQuestionSchema)).output(type<Asked<InvoiceUnbilledAnswer>>()),
  invoiceLine: call.input(asking(invoiceLineQuestionSchema)).output(type<Asked<InvoiceLineAnswer>>()),
  invoiceRows: call.input(asking(invoiceRowsQuestionSchema)).output(type<Asked<InvoiceRowsAnswer>>()),
  invoiceTable: call.input(asking(invoiceTableQuestionSchema)).output(type<Asked<InvoiceTableAnswer>>()),
}
