// One question to an open snapshot as React state: the previous answer stays, marked as old, until the next arrives.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import { bridge } from '../../bridge.ts'
import { snapshotQuery } from '../store/snapshot-query.ts'

/**
 * `answer`, and `latest` beside its question: null before the first one. `isBusy`: it is being asked, and the answer,
 * if any, belongs to the previous question. `trouble`: why there is none.
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

/** The latest values from when nothing was awaited, so that none of them stands beside what it does not belong to. */
export function useSettled<T extends object>(now: T, isBusy: boolean): T {
  const [held, setHeld] = useState(now)
  const names = Object.keys(now) as (keyof T)[]
  if (isBusy || names.every((name) => held[name] === now[name])) return held
  setHeld(now)
  return now
}
