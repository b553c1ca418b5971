// What a snapshot answers over all of its rows, loaded in a worker (docs/decisions/snapshots.md).
import { eventIterator, type } from '@orpc/contract'
import { z } from 'zod'
import { type ChangesAnswer, changesQuestionSchema } from '../snapshot/snapshot-changes.ts'
import {
  type ChecksAnswer,
  checksQuestionSchema,
  type DuplicatesAnswer,
  duplicatesQuestionSchema,
} from '../snapshot/snapshot-checks.ts'
import type { Asked, LoadStep } from '../snapshot/snapshot-question.ts'
import { type RowsAnswer, rowsQuestionSchema } from '../snapshot/snapshot-rows.ts'
import { type TotalsAnswer, totalsQuestionSchema } from '../snapshot/snapshot-totals.ts'
import { type ValuesAnswer, valuesQuestionSchema } from '../snapshot/snapshot-values.ts'
import { call, snapshotId } from './call.ts'

/** `slot`: what the page asks for, as a name of its own: one table, one chart. */
const asking = <Question extends z.ZodType>(question: Question) =>
  z.object({ snapshotId, slot: z.string().min(1).max(200), question })

/**
 * A question takes the place of the one that is under way in its slot; one whose call is aborted is dropped. Failure `disk`
 * where there is no such snapshot.
 */
export const questionCalls = {
  /** Loads it unless it is; a question does so too. To stop listening changes nothing. */
  load: call.input(z.object({ snapshotId })).output(eventIterator(type<LoadStep>())),
  rows: call.input(asking(rowsQuestionSchema)).output(type<Asked<RowsAnswer>>()),
  totals: call.input(asking(totalsQuestionSchema)).output(type<Asked<TotalsAnswer>>()),
  values: call.input(asking(valuesQuestionSchema)).output(type<Asked<ValuesAnswer>>()),
  duplicates: call.input(asking(duplicatesQuestionSchema)).output(type<Asked<DuplicatesAnswer>>()),
  checks: call.input(asking(checksQuestionSchema)).output(type<Asked<ChecksAnswer>>()),
  /** Against the earlier snapshot that the question names. */
  changes: call.input(asking(changesQuestionSchema)).output(type<Asked<ChangesAnswer>>()),
  /** Frees its memory. One that is not asked for 15 minutes is unloaded anyway, and loaded again when needed. */
  close: call.input(z.object({ snapshotId })).output(type<null>()),
}
