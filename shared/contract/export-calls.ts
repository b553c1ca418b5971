// Files that are written, and files held against their receipts.
import { type } from '@orpc/contract'
import { z } from 'zod'
import { audienceSchema, CASE_FORMATS, caseSchema } from '../case/case.ts'
import { MOST_PIECE_BYTES } from '../check/checked-file.ts'
import {
  type ExportedTableOutcome,
  type OpenedTable,
  tableHeadSchema,
  tableRowsSchema,
} from '../export/exported-table.ts'
import {
  type AllMatchesStart,
  type ExportEntry,
  type ExportPreview,
  type ExportStart,
  exportOptionsSchema,
  exportSubjectSchema,
  type SavedCase,
  type SavedText,
} from '../export/file-export.ts'
import type { OpenedVerification, ReceiptFacts, VerificationOutcome } from '../export/receipt-facts.ts'
import { LONGEST_SHAPES } from '../shape/expected-shapes.ts'
import { snapshotOrderSchema } from '../snapshot/snapshot.ts'
import { call } from './call.ts'

const exportId = z.string()
/** The last instant that a Date knows. */
const LAST_MS = 8.64e15

/**
 * `open`, for rows of the screen `add` in pieces (a bridge body is at most 4 MiB), `preview` as often as options change,
 * `start`. Failures: `invalid` names `export`; `disk` where a snapshot cannot be read any more.
 */
export const exportCalls = {
  /** What is opened and not started is dropped after a while. Failure `invalid` for a snapshot that is not finished. */
  open: call.input(exportSubjectSchema).output(type<{ exportId: string }>()),
  /** `sources`: events' exact JSON texts, parsed again on this side. */
  add: call.input(z.object({ exportId, sources: z.array(z.string()) })).output(type<{ rows: number }>()),
  /** A new one cancels the one before; so does aborting. */
  preview: call.input(z.object({ exportId, options: exportOptionsSchema })).output(type<ExportPreview>()),
  /** Asks the user where to (desktop), or gives an address for the browser to download from, good for this session. */
  start: call.input(z.object({ exportId, options: exportOptionsSchema })).output(type<ExportStart>()),
  /**
   * Reads every match of a search and then writes it, whatever becomes of the window; asks where to before that (desktop).
   * In the browser shell its file is `ready` then. `namedAt`: the time that its name tells where it tells one, ms since 1970; now
   * when left out. Fails as `snapshots.take`, or with `invalid` for a zone that is not known.
   */
  startAll: call
    .input(
      z.object({
        order: snapshotOrderSchema,
        options: exportOptionsSchema,
        namedAt: z.int().min(0).max(LAST_MS).optional(),
      }),
    )
    .output(type<AllMatchesStart>()),
  /** An address of a file that is `ready`, good once and for a minute. Failure `invalid` where another window was first. */
  save: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** Of any that is open or not over, from any window; nothing half is left, and no snapshot of matches half read. */
  cancel: call.input(z.object({ exportId })).output(type<null>()),
  /**
   * Of any that is over or `ready`, from any window: it is listed no more, and the matches that were read for its file are
   * deleted, unless another export is of them. Failure `invalid` where it is still being made.
   */
  remove: call.input(z.object({ exportId })).output(type<null>()),
  /** Started in this run, latest first, at most 50. */
  list: call.output(type<ExportEntry[]>()),
  /** The same rows as a new export, to be started with the same options or others. */
  again: call.input(z.object({ exportId })).output(type<{ exportId: string }>()),
  /** An address of the receipt, good once and for a minute, where the file was handed to the browser. */
  receipt: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** The same of the file of charges that the receipt names. */
  charges: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** What the receipt of a written file says, to be added to the case of its connection. Failure `invalid`: it is kept no more. */
  receiptFacts: call.input(z.object({ exportId })).output(type<{ connectionId: string; receipt: ReceiptFacts }>()),
  /**
   * A table of figures as an Excel file, with where it comes from on a sheet of its own. Asks the user where to (desktop), or
   * gives an address for the browser to download from at once; its lines follow, then `saveTable`.
   */
  openTable: call.input(tableHeadSchema).output(type<OpenedTable>()),
  /** Lines in pieces: a bridge body is at most 4 MiB. Answers once there is room for the next; failure `cancelled`, `disk`. */
  addToTable: call.input(z.object({ tableId: z.string(), rows: tableRowsSchema })).output(type<null>()),
  saveTable: call.input(z.object({ tableId: z.string() })).output(type<ExportedTableOutcome>()),
  /** Of one that is not saved; nothing half is left. */
  cancelTable: call.input(z.object({ tableId: z.string() })).output(type<null>()),
  /**
   * A case as a file for somebody, without any API key that is known here; of the requests to its connection it has those of
   * its entries. Nothing is written where an entry is `refused`.
   */
  saveCase: call
    .input(
      z.object({ connectionId: z.string(), case: caseSchema, audience: audienceSchema, format: z.enum(CASE_FORMATS) }),
    )
    .output(type<SavedCase>()),
  /** Expected shapes as a file of their own. Failure `invalid` where the text is none. */
  saveShapes: call.input(z.object({ text: z.string().max(LONGEST_SHAPES) })).output(type<SavedText>()),
  /** Only for files that this run wrote. */
  showInFolder: call.input(z.object({ exportId })).output(type<null>()),
}

// Files held against their receipts. A file comes in pieces and is not held, whatever its size.

const verificationId = z.string()
const bytes = z.int().min(0)

/**
 * `open`, `add` until all of the file is there, `end`; where that says `again`, `add` and `end` once more. It is dropped with
 * `close`, with a third one, and five minutes after its last piece. Failure `invalid` names `file`: the receipt is none, or
 * it was dropped.
 */
export const verificationCalls = {
  /** Whether a file of this size may be one whose receipt is kept on this computer. */
  expects: call.input(z.object({ bytes })).output(type<boolean>()),
  /** `receiptId`: the receipt, as `fileCheck.open` calls it; null: one that is kept is looked for by the file's hash. */
  open: call
    .input(z.object({ name: z.string().max(1_000), bytes, receiptId: z.string().nullable() }))
    .output(type<OpenedVerification>()),
  /** In order; `piece` is base64. */
  add: call
    .input(z.object({ verificationId, piece: z.base64().max(Math.ceil(MOST_PIECE_BYTES / 3) * 4) }))
    .output(type<null>()),
  end: call.input(z.object({ verificationId })).output(type<VerificationOutcome>()),
  close: call.input(z.object({ verificationId })).output(type<null>()),
}
