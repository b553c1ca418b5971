// One question to an open snapshot as React state: the previous answer stays, marked as old, until the next arrives.
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { AnswerTo, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import { bridge } from '../../bridge.ts'
import { type AnswerState, createSnapshotAnswers } from '../store/snapshot-answers.ts'

const answers = createSnapshotAnswers(bridge)
const ASKING: AnswerState<never> = { state: 'asking' }

export interface SnapshotAnswer<Q extends SnapshotQuestion> {
  /** Null before the first one. */
  answer: AnswerTo<Q> | null
  /** The answer beside its own question, so that a figure always shows its own events; the same object until the next. */
  latest: { question: Q; answer: AnswerTo<Q> } | null
  /** It is being asked: the answer, if any, belongs to the previous question. */
  isBusy: boolean
  /** Why there is none; null where there is one, or will be. */
  trouble: Exclude<AnswerState<AnswerTo<Q>>, { state: 'asking' | 'answered' }> | null
  retry: () => void
}

/** @param question null: nothing is asked yet */
export function useSnapshotAnswer<Q extends SnapshotQuestion>(
  snapshotId: string,
  question: Q | null,
): SnapshotAnswer<Q> {
  const name = JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: two questions of one text are one question
  const asked = useMemo(() => question, [name])
  const subscribe = useCallback(
    (listener: () => void) => (asked === null ? () => {} : answers.watch(snapshotId, asked, listener)),
    [snapshotId, asked],
  )
  const read = (): AnswerState<AnswerTo<Q>> => (asked === null ? ASKING : answers.state(snapshotId, asked))
  const now = useSyncExternalStore(subscribe, read)
  const last = useRef<{ of: string; pair: { question: Q; answer: AnswerTo<Q> } } | null>(null)
  if (asked !== null && now.state === 'answered' && last.current?.pair.answer !== now.answer)
    last.current = { of: snapshotId, pair: { question: asked, answer: now.answer } }
  const latest = last.current?.of === snapshotId ? last.current.pair : null
  const retry = useCallback(() => asked && answers.retry(snapshotId, asked), [snapshotId, asked])
  return {
    answer: latest?.answer ?? null,
    latest,
    isBusy: now.state === 'asking',
    trouble: now.state === 'refused' || now.state === 'failed' ? now : null,
    retry,
  }
}
