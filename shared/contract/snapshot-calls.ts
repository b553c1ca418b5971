// Every match of a search, read once and kept (docs/decisions/snapshots.md).
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import { MOST_PIECE_BYTES } from '../check/checked-file.ts'
import type { Recheck } from '../search/time-search.ts'
import { type AskedSample, sampleOrderSchema } from '../snapshot/asked-sample.ts'
import {
  type Extension,
  MOST_STEPS,
  type SnapshotList,
  type SnapshotStep,
  snapshotOrderSchema,
  snapshotRangeSchema,
} from '../snapshot/snapshot.ts'
import { changesQuestionSchema, pairsQuestionSchema, recheckedQuestionSchema } from '../snapshot/snapshot-changes.ts'
import { checksQuestionSchema, duplicatesQuestionSchema, LONGEST_NOTE } from '../snapshot/snapshot-checks.ts'
import {
  type InvoiceAnswer,
  invoiceCheckQuestionSchema,
  invoiceLineQuestionSchema,
  invoiceLinesQuestionSchema,
  invoiceRowsQuestionSchema,
  invoiceTableQuestionSchema,
  invoiceUnbilledQuestionSchema,
} from '../snapshot/snapshot-invoice.ts'
import {
  type CheckProgress,
  fileCheckQuestionSchema,
  fileLinesQuestionSchema,
  fileLookQuestionSchema,
  fileRowsQuestionSchema,
  fileTableQuestionSchema,
  type LedgerAnswer,
} from '../snapshot/snapshot-ledger.ts'
import type { AnswerTo, Asked, AskedQuestion, LoadStep } from '../snapshot/snapshot-question.ts'
import { rowsQuestionSchema, valuesQuestionSchema } from '../snapshot/snapshot-rows.ts'
import { learnQuestionSchema, shapeRowsQuestionSchema, shapesQuestionSchema } from '../snapshot/snapshot-shapes.ts'
import { totalsQuestionSchema } from '../snapshot/snapshot-totals.ts'
import { kindsQuestionSchema, worthQuestionSchema, worthRowsQuestionSchema } from '../snapshot/snapshot-worth.ts'
import { call, snapshotId } from './call.ts'

// What a snapshot answers over all of its rows, loaded in a worker (docs/decisions/snapshots.md).

/** `slot`: what the page asks for, as a name of its own: one table, one chart. */
const asking = <Question extends z.ZodType>(question: Question) =>
  z.object({ snapshotId, slot: z.string().min(1).max(200), question })

const question = <Question extends z.ZodType<AskedQuestion>>(schema: Question) =>
  call.input(asking(schema)).output(type<Asked<AnswerTo<z.output<Question>>>>())

/**
 * A question takes the place of the one that is under way in its slot; one whose call is aborted is dropped. Failure `disk`
 * where there is no such snapshot.
 */
const questionCalls = {
  /** Loads it unless it is; a question does so too. To stop listening changes nothing. */
  load: call.input(z.object({ snapshotId })).output(eventIterator(type<LoadStep>())),
  rows: question(rowsQuestionSchema),
  totals: question(totalsQuestionSchema),
  values: question(valuesQuestionSchema),
  duplicates: question(duplicatesQuestionSchema),
  checks: question(checksQuestionSchema),
  /** Against the earlier snapshot that the question names. */
  changes: question(changesQuestionSchema),
  /** Against the snapshots of days that the question names. */
  rechecked: question(recheckedQuestionSchema),
  /** With any other snapshot, event by event. */
  pairs: question(pairsQuestionSchema),
  kinds: question(kindsQuestionSchema),
  worth: question(worthQuestionSchema),
  worthRows: question(worthRowsQuestionSchema),
  shapes: question(shapesQuestionSchema),
  shapeRows: question(shapeRowsQuestionSchema),
  learn: question(learnQuestionSchema),
  /** Frees its memory. One that is not asked for 15 minutes is unloaded anyway, and loaded again when needed. */
  close: call.input(z.object({ snapshotId })).output(type<null>()),
}

/** What `askSample` tells; `over` is the last. `of` null: the events are still being drawn. */
export type SampleStep = { state: 'asking'; done: number; of: number | null } | { state: 'over'; sample: AskedSample }

/** As much as is kept for a connection, in UTF-16 units. */
const LONGEST_KEPT_RULES = 1024 * 1024

export const snapshotCalls = {
  /**
   * Begins to read, at once or when its turn comes: two at a time. Failure `invalid` for a name or range that cannot be.
   * `madeForSnapshot`: the ID of the snapshot that needs this reading, with which it is shown and deleted.
   */
  take: call
    .input(snapshotOrderSchema.extend({ name: z.string().optional(), madeForSnapshot: snapshotId.optional() }))
    .output(type<{ snapshotId: string }>()),
  /** What `take` with `extends` would cost for this range: asks the service for one total. Fails as `take` does. */
  extension: call.input(z.object({ snapshotId, range: snapshotRangeSchema })).output(type<Extension>()),
  list: call.output(type<SnapshotList>()),
  /**
   * The current state of each, from memory, to be asked again and again: a stream for each reading would take the few
   * connections that a browser has. Null for one that this run has not read.
   */
  steps: call
    .input(z.object({ snapshotIds: z.array(snapshotId).max(MOST_STEPS) }))
    .output(type<(SnapshotStep | null)[]>()),
  /** What was read is kept. */
  pause: call.input(z.object({ snapshotId })).output(type<null>()),
  /**
   * Continues where it was, in this run or a later one. `sameAccount`: the user confirms that the current API key is for the
   * account that it was begun with; the base URL has to be the same in any case.
   */
  resume: call.input(z.object({ snapshotId, sameAccount: z.boolean().optional() })).output(type<null>()),
  /** For good: what is there is kept as incomplete, or goes. */
  stop: call.input(z.object({ snapshotId, keep: z.boolean() })).output(type<null>()),
  rename: call.input(z.object({ snapshotId, name: z.string() })).output(type<null>()),
  /** Days from when it was started; null: never automatically. */
  deleteAfter: call.input(z.object({ snapshotId, days: z.int().min(1).nullable() })).output(type<null>()),
  /**
   * Marks it as closed, with one total a day as the service counts now, and with what events are worth; a null note removes
   * the mark. `rules`: as text, absent where nobody said any. `sameAccount`: as for `resume`.
   */
  close: call
    .input(
      z.object({
        snapshotId,
        note: z.string().max(LONGEST_NOTE).nullable(),
        rules: z.string().max(LONGEST_KEPT_RULES).optional(),
        sameAccount: z.boolean().optional(),
      }),
    )
    .output(type<null>()),
  /** The rules that a closed one was closed with, as text; null: there were none. */
  closingRules: call.input(z.object({ snapshotId })).output(type<string | null>()),
  /**
   * Asks of a closed one the totals of its days again, as they were asked then: at most one request a day. What differs is
   * for a snapshot of those days, and `questions.changes` within them; all else that may have changed, for a new one.
   * `sameAccount`: as for `resume`.
   */
  recheck: call.input(z.object({ snapshotId, sameAccount: z.boolean().optional() })).output(type<Recheck>()),
  /**
   * Fetches a sample of a closed one's events again, one request each, and keeps what differs with the snapshot. Aborting it, or
   * not listening any more, ends it, and nothing is kept. `sameAccount`: as for `resume`.
   */
  askSample: call
    .input(z.object({ snapshotId, order: sampleOrderSchema, sameAccount: z.boolean().optional() }))
    .output(eventIterator(type<SampleStep>())),
  /** With what was made for it; also one that cannot be read. Failure `invalid` for a closed one, unless `evenClosed`. */
  delete: call.input(z.object({ snapshotId, evenClosed: z.boolean().optional() })).output(type<null>()),
  /** Ids of those that hold an event of the customer: every row is gone through. */
  holding: call.input(z.object({ customerId: z.string().min(1) })).output(type<string[]>()),
  questions: questionCalls,
}

// "Check a file": a file of the user's, held against an opened snapshot. It comes in pieces and stays in memory only.

const fileId = z.string()

/** What `check` and `checkInvoice` tell; `over` is the last. */
export type CheckStep<Answer = LedgerAnswer> =
  | ({ state: 'checking' } & CheckProgress)
  | { state: 'over'; outcome: Asked<Answer> }

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
  look: question(fileLookQuestionSchema),
  /** Aborting it, or not listening any more, cancels it. */
  check: call.input(asking(fileCheckQuestionSchema)).output(eventIterator(type<CheckStep>())),
  lines: question(fileLinesQuestionSchema),
  rows: question(fileRowsQuestionSchema),
  table: question(fileTableQuestionSchema),
  /** An invoice in place of a ledger, with questions of its own; else as `check`. */
  checkInvoice: call.input(asking(invoiceCheckQuestionSchema)).output(eventIterator(type<CheckStep<InvoiceAnswer>>())),
  invoiceLines: question(invoiceLinesQuestionSchema),
  invoiceUnbilled: question(invoiceUnbilledQuestionSchema),
  invoiceLine: question(invoiceLineQuestionSchema),
  invoiceRows: question(invoiceRowsQuestionSchema),
  invoiceTable: question(invoiceTableQuestionSchema),
}
