// Every match of a search, read once and kept (docs/decisions/snapshots.md).
import { type } from '@orpc/contract'
import { z } from 'zod'
import type { Recheck } from '../search/time-search.ts'
import { MOST_STEPS, type SnapshotList, type SnapshotStep, snapshotOrderSchema } from '../snapshot/snapshot.ts'
import { call, snapshotId } from './call.ts'
import { questionCalls } from './question-calls.ts'

export const snapshotCalls = {
  /** Begins to read, at once or when its turn comes: two at a time. Failure `invalid` for a name or range that cannot be. */
  take: call.input(snapshotOrderSchema.extend({ name: z.string().optional() })).output(type<{ snapshotId: string }>()),
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
   * Marks it as closed, with one total a day as the service counts now; a null note removes the mark. `sameAccount`: as for
   * `resume`.
   */
  close: call
    .input(z.object({ snapshotId, note: z.string().max(2_000).nullable(), sameAccount: z.boolean().optional() }))
    .output(type<null>()),
  /**
   * Asks of a closed one the totals of its days again, as they were asked then: at most one request a day. What differs is
   * for a snapshot of those days, and `questions.changes` within them; all else that may have changed, for a new one.
   * `sameAccount`: as for `resume`.
   */
  recheck: call.input(z.object({ snapshotId, sameAccount: z.boolean().optional() })).output(type<Recheck>()),
  /** Also one that cannot be read. Failure `invalid` for a closed one, unless `evenClosed`. */
  delete: call.input(z.object({ snapshotId, evenClosed: z.boolean().optional() })).output(type<null>()),
  /** Ids of those that hold an event of the customer: every row is gone through. */
  holding: call.input(z.object({ customerId: z.string().min(1) })).output(type<string[]>()),
  questions: questionCalls,
}
