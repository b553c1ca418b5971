// Every match of a search, read once and kept (docs/decisions/snapshots.md).
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import type { Recheck } from '../search/time-search.ts'
import { type AskedSample, sampleOrderSchema } from '../snapshot/asked-sample.ts'
import {
  type Extension,
  MOST_STEPS,
  type SnapshotList,
  type SnapshotStep,
  snapshotOrderSchema,
} from '../snapshot/snapshot.ts'
import {
  type ChangesAnswer,
  changesQuestionSchema,
  type RecheckedAnswer,
  recheckedQuestionSchema,
} from '../snapshot/snapshot-changes.ts'
import {
  type ChecksAnswer,
  checksQuestionSchema,
  type DuplicatesAnswer,
  duplicatesQuestionSchema,
} from '../snapshot/snapshot-checks.ts'
import { type PairsAnswer, pairsQuestionSchema } from '../snapshot/snapshot-pairs.ts'
import type { Asked, LoadStep } from '../snapshot/snapshot-question.ts'
import { snapshotRangeSchema } from '../snapshot/snapshot-range.ts'
import { type RowsAnswer, rowsQuestionSchema } from '../snapshot/snapshot-rows.ts'
import {
  type LearnAnswer,
  learnQuestionSchema,
  type ShapesAnswer,
  shapeRowsQuestionSchema,
  shapesQuestionSchema,
} from '../snapshot/snapshot-shapes.ts'
import { type TotalsAnswer, totalsQuestionSchema } from '../snapshot/snapshot-totals.ts'
import { type ValuesAnswer, valuesQuestionSchema } from '../snapshot/snapshot-values.ts'
import {
  type KindsAnswer,
  kindsQuestionSchema,
  type NamedRows,
  type WorthAnswer,
  type WorthRowsAnswer,
  worthQuestionSchema,
  worthRowsQuestionSchema,
} from '../snapshot/snapshot-worth.ts'
import { call, snapshotId } from './call.ts'

// What a snapshot answers over all of its rows, loaded in a worker (docs/decisions/snapshots.md).

/** `slot`: what the page asks for, as a name of its own: one table, one chart. */
const asking = <Question extends z.ZodType>(question: Question) =>
  z.object({ snapshotId, slot: z.string().min(1).max(200), question })

/**
 * A question takes the place of the one that is under way in its slot; one whose call is aborted is dropped. Failure `disk`
 * where there is no such snapshot.
 */
const questionCalls = {
  /** Loads it unless it is; a question does so too. To stop listening changes nothing. */
  load: call.input(z.object({ snapshotId })).output(eventIterator(type<LoadStep>())),
  rows: call.input(asking(rowsQuestionSchema)).output(type<Asked<RowsAnswer>>()),
  totals: call.input(asking(totalsQuestionSchema)).output(type<Asked<TotalsAnswer>>()),
  values: call.input(asking(valuesQuestionSchema)).output(type<Asked<ValuesAnswer>>()),
  duplicates: call.input(asking(duplicatesQuestionSchema)).output(type<Asked<DuplicatesAnswer>>()),
  checks: call.input(asking(checksQuestionSchema)).output(type<Asked<ChecksAnswer>>()),
  /** Against the earlier snapshot that the question names. */
  changes: call.input(asking(changesQuestionSchema)).output(type<Asked<ChangesAnswer>>()),
  /** Against the snapshots of days that the question names. */
  rechecked: call.input(asking(recheckedQuestionSchema)).output(type<Asked<RecheckedAnswer>>()),
  /** With any other snapshot, event by event. */
  pairs: call.input(asking(pairsQuestionSchema)).output(type<Asked<PairsAnswer>>()),
  kinds: call.input(asking(kindsQuestionSchema)).output(type<Asked<KindsAnswer>>()),
  worth: call.input(asking(worthQuestionSchema)).output(type<Asked<WorthAnswer>>()),
  worthRows: call.input(asking(worthRowsQuestionSchema)).output(type<Asked<WorthRowsAnswer>>()),
  shapes: call.input(asking(shapesQuestionSchema)).output(type<Asked<ShapesAnswer>>()),
  shapeRows: call.input(asking(shapeRowsQuestionSchema)).output(type<Asked<NamedRows>>()),
  learn: call.input(asking(learnQuestionSchema)).output(type<Asked<LearnAnswer>>()),
  /** Frees its memory. One that is not asked for 15 minutes is unloaded anyway, and loaded again when needed. */
  close: call.input(z.object({ snapshotId })).output(type<null>()),
}

/** What `askSample` tells; `over` is the last. `of` null: the events are still being drawn. */
export type SampleStep = { state: 'asking'; done: number; of: number | null } | { state: 'over'; sample: AskedSample }

/** As much as is kept for a connection, in UTF-16 units. */
const LONGEST_KEPT_RULES = 1024 * 1024

export const snapshotCalls = {
  /** Begins to read, at once or when its turn comes: two at a time. Failure `invalid` for a name or range that cannot be. */
  take: call.input(snapshotOrderSchema.extend({ name: z.string().optional() })).output(type<{ snapshotId: string }>()),
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
        note: z.string().max(2_000).nullable(),
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
  /** Also one that cannot be read. Failure `invalid` for a closed one, unless `evenClosed`. */
  delete: call.input(z.object({ snapshotId, evenClosed: z.boolean().optional() })).output(type<null>()),
  /** Ids of those that hold an event of the customer: every row is gone through. */
  holding: call.input(z.object({ customerId: z.string().min(1) })).output(type<string[]>()),
  questions: questionCalls,
}
