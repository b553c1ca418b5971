// One question to an open snapshot as React state: the previous answer stays, marked as old, until the next arrives.
import { useQuery } from '@tanstack/react-query'
import type { SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import { bridge } from '../../bridge.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'

/**
 * `answer`, and `latest` beside its question: null before the first one. `isBusy`: it is being asked, and the answer, if any,
 * belongs to the previous question. `trouble`: why there is none.
 * @param question null: nothing is asked yet
 */
export function useSnapshotAnswer<Q extends SnapshotQuestion>(snapshotId: string, question: Q | null) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(snapshotQuery(bridge, snapshotId, question))
  return {
    answer: data?.answer ?? null,
    latest: data ?? null,
    isBusy: isPending || isPlaceholderData,
    trouble: error,
    retry: () => void refetch(),
  }
}
