// Every match of a search, read once and kept (docs/decisions/snapshots.md).
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import { MOST_CHUNK_BYTES } from '../check/checked-file.ts'
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
import { LONGEST_NOTE } from '../snapshot/snapshot-checks.ts'
import { type AskStep, type LoadStep, questionSchema } from '../snapshot/snapshot-question.ts'
import { call, snapshotId } from './call.ts'

/** `askSample` tells these steps; `over` is the last. `of` null: the events are still being drawn. */
export type SampleStep = { state: 'asking'; done: number; of: number | null } | { state: 'over'; sample: AskedSample }

/** It is as much as is kept for a connection, in UTF-16 units. */
const LONGEST_KEPT_RULES = 1024 * 1024

export const snapshotCalls = {
  /**
   * Begins to read, at once or when its turn comes: two at a time. Failure `invalid` for a name or range that cannot
   * be. `madeForSnapshot`: the ID of the snapshot that needs this reading, with which it is shown and deleted.
   */
  take: call
    .input(snapshotOrderSchema.extend({ name: z.string().optional(), madeForSnapshot: snapshotId.optional() }))
    .output(type<{ snapshotId: string }>()),
  /** Tells what `take` with `extends` would cost for this range: asks for one total. Fails as `take` does. */
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
   * Continues where it was, in this run or a later one. `sameAccount`: the user confirms that the current API key is
   * for the account that it was begun with; the base URL has to be the same in any case.
   */
  resume: call.input(z.object({ snapshotId, sameAccount: z.boolean().optional() })).output(type<null>()),
  /** Stops it for good: what is there is kept as incomplete, or goes. */
  stop: call.input(z.object({ snapshotId, keep: z.boolean() })).output(type<null>()),
  rename: call.input(z.object({ snapshotId, name: z.string() })).output(type<null>()),
  /** Days from when it was started; null: never automatically. */
  deleteAfter: call.input(z.object({ snapshotId, days: z.int().min(1).nullable() })).output(type<null>()),
  /**
   * Marks it as closed, with one total a day as the service counts now, and with what events are worth; a null note
   * removes the mark. `rules`: as text, absent where nobody said any. `sameAccount`: as for `resume`.
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
   * Asks of a closed one the totals of its days again, as they were asked then: at most one request a day. What differs
   * is for a snapshot of those days, and the question `changes` within them; all else that may have changed, for a new
   * one. `sameAccount`: as for `resume`.
   */
  recheck: call.input(z.object({ snapshotId, sameAccount: z.boolean().optional() })).output(type<Recheck>()),
  /**
   * Fetches a sample of a closed one's events again, one request each, and keeps what differs with the snapshot.
   * Aborting it, or not listening any more, ends it, and nothing is kept. `sameAccount`: as for `resume`.
   */
  askSample: call
    .input(z.object({ snapshotId, order: sampleOrderSchema, sameAccount: z.boolean().optional() }))
    .output(eventIterator(type<SampleStep>())),
  /**
   * Deletes it with what was made for it, also if it cannot be read. `invalid` for a closed one, unless `evenClosed`.
   */
  delete: call.input(z.object({ snapshotId, evenClosed: z.boolean().optional() })).output(type<null>()),
  /** Ids of those that hold an event of the customer: every row is gone through. */
  holding: call.input(z.object({ customerId: z.string().min(1) })).output(type<string[]>()),
  /** Loads it into a worker unless it is there; a question does so too. To stop listening changes nothing. */
  load: call.input(z.object({ snapshotId })).output(eventIterator(type<LoadStep>())),
  /**
   * Any question, to all of its rows. It takes the place of the one that is under way in its slot; one whose call is
   * aborted, or that nobody listens to any more, is dropped. Failure `disk` where there is no such snapshot; failure
   * `invalid` names `file` where a file that the question names is not held any more. `slot`: what the page asks for,
   * as a name of its own: one table, one chart.
   */
  ask: call
    .input(z.object({ snapshotId, slot: z.string().min(1).max(200), question: questionSchema }))
    .output(eventIterator(type<AskStep>())),
  /** Frees its memory. One that is not asked for 15 minutes is unloaded anyway, and loaded again when needed. */
  unload: call.input(z.object({ snapshotId })).output(type<null>()),
}

// "Check a file": a file of the user's, held against an opened snapshot. It comes in chunks and stays in memory only.

const fileId = z.string()

/**
 * `open`, then `add` until all of it is there; then questions about it (`snapshots.ask`). A file is held until `close`,
 * until a third one is opened, or for 15 minutes after its last use. Failure `invalid` names `file`: it is too large,
 * more came than was said, or it is no longer held.
 */
export const fileCheckCalls = {
  /** `name` is shown and never opened. `bytes`: all of it; of pasted text as UTF-8. */
  open: call.input(z.object({ name: z.string().max(1_000), bytes: z.int().min(0) })).output(type<{ fileId: string }>()),
  /** The chunks come in order; `chunk` is base64 (a bridge body is at most 4 MiB). */
  add: call
    .input(z.object({ fileId, chunk: z.base64().max(Math.ceil(MOST_CHUNK_BYTES / 3) * 4) }))
    .output(type<{ bytes: number }>()),
  close: call.input(z.object({ fileId })).output(type<null>()),
}
