// A question to an open snapshot as a query. A snapshot never changes, so its answers hold for good; equal questions
// share one call, which is aborted when nobody waits for it any more.
import type { QueryFunctionContext, QueryKey } from '@tanstack/query-core'
import { askSnapshot } from '../../../shared/contract/ask-snapshot.ts'
import type { CheckProgress } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { AnswerTo, LoadOutcome, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import type { Bridge } from '../../bridge.ts'

/** An answer beside its own question, so that a figure always shows its own events. */
export interface Answered<Q extends SnapshotQuestion> {
  question: Q
  answer: AnswerTo<Q>
}

/** A question was refused: the snapshot is not loaded. */
export class NotLoadedError extends Error {
  readonly because: Exclude<LoadOutcome, { kind: 'loaded' }>
  constructor(because: NotLoadedError['because']) {
    super(`The snapshot is not loaded: ${because.kind}`)
    this.name = 'NotLoadedError'
    this.because = because
  }
}

/** Rejects with a NotLoadedError or a FailureError. @param question null: nothing is asked yet */
export function snapshotQuery<Q extends SnapshotQuestion>(
  bridge: Pick<Bridge, 'snapshots'>,
  snapshotId: string,
  question: Q | null,
) {
  return {
    queryKey: [...snapshotKey(snapshotId), question],
    enabled: question !== null,
    queryFn: async ({ signal }: QueryFunctionContext): Promise<Answered<Q>> => {
      if (question === null) throw new TypeError('There is no question.')
      return { question, answer: await ask(bridge, snapshotId, question, signal) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Until the answer comes, the one before it stays on screen, unless it is of another snapshot.
    placeholderData: (before: Answered<Q> | undefined, query: { queryKey: QueryKey } | undefined) =>
      query?.queryKey[1] === snapshotId ? before : undefined,
  }
}

/** The keys of all questions to a snapshot begin with it. */
export const snapshotKey = (snapshotId: string) => ['snapshot', snapshotId]

/**
 * Rejects with a NotLoadedError or a FailureError.
 * @param onProgress how far a check of a file is
 */
export async function ask<Q extends SnapshotQuestion>(
  { snapshots }: Pick<Bridge, 'snapshots'>,
  snapshotId: string,
  question: Q,
  signal?: AbortSignal,
  onProgress?: (progress: CheckProgress) => void,
): Promise<AnswerTo<Q>> {
  const options = signal && { signal }
  const asked = await askSnapshot(snapshots.ask, { snapshotId, slot: newSlot(), question }, options, onProgress)
  if (asked.kind === 'answered') return asked.answer
  // Dropped: unloaded in the meantime, closed in another window or evicted by another snapshot.
  throw new NotLoadedError(asked.kind === 'dropped' ? { kind: 'closed' } : asked.because)
}

/** A new one each time: a question ends the one that is under way in its slot, even from another window. */
const newSlot = () => `page ${crypto.randomUUID()}`

export type AskPage<Row> = (part: { offset: number; limit: number }) => Promise<{ rows: readonly Row[]; count: number }>

/** Page after page, until all are there, or `most`: at least one, even if it is empty. @param aPage rows */
export async function* pagesOf<Row>(most: number, aPage: number, page: AskPage<Row>): AsyncGenerator<readonly Row[]> {
  let offset = 0
  for (;;) {
    const { rows, count } = await page({ offset, limit: Math.min(aPage, most - offset) })
    yield rows
    offset += rows.length
    if (offset >= Math.min(count, most) || rows.length === 0) return
  }
}

/** The same as one list. */
export async function firstOf<Row>(most: number, aPage: number, page: AskPage<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of pagesOf(most, aPage, page)) all.push(...rows)
  return all
}
