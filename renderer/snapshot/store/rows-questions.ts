// Questions for rows of an opened snapshot, within one view of it: a scope and a sorting.
import type { Failure } from '../../../shared/failure/failure.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { LoadOutcome } from '../../../shared/snapshot/snapshot-question.ts'
import type { RowsAnswer, RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import { type Bridge, failureOf } from '../../bridge.ts'

export interface RowsView {
  scope: Scope
  sort: RowsQuestion['sort']
}

export type RowsTrouble =
  | { kind: 'failed'; failure: Failure }
  | { kind: 'refused'; because: Exclude<LoadOutcome, { kind: 'loaded' }> }

/** Whether both show the same rows in the same order. */
export function sameView(a: RowsView, b: RowsView): boolean {
  if (a === b || (a.scope === b.scope && a.sort === b.sort)) return true
  return JSON.stringify([a.scope, a.sort]) === JSON.stringify([b.scope, b.sort])
}

/**
 * The returned function never rejects. "dropped": another question of the same slot came after it, or what had loaded the
 * snapshot is gone.
 */
export function createRowsQuestions(bridge: Pick<Bridge, 'snapshots'>, snapshotId: string) {
  return async (
    { scope, sort }: RowsView,
    part: { offset: number; limit: number },
    slot: string,
    signal = new AbortController().signal,
  ): Promise<RowsAnswer | RowsTrouble | 'dropped'> => {
    try {
      const question: RowsQuestion = { ask: 'rows', scope, sort, ...part }
      const asked = await bridge.snapshots.questions.rows({ snapshotId, slot, question }, { signal })
      if (asked.kind === 'dropped') return 'dropped'
      return asked.kind === 'refused' ? { kind: 'refused', because: asked.because } : asked.answer
    } catch (error) {
      return { kind: 'failed', failure: failureOf(error) }
    }
  }
}
