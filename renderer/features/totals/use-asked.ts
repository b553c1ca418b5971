// A question to the opened snapshot with its answer: while the next one is under way, the answer before stays beside the
// question that it answers, so that a figure always shows its own events.
import { useRef } from 'react'
import type { AnswerTo, SnapshotQuestion } from '../../../shared/snapshot-question.ts'
import { useSnapshotAnswer } from '../../ui/use-snapshot-answer.ts'

/** @param question null: nothing is asked yet */
export function useAsked<Q extends SnapshotQuestion>(snapshotId: string, question: Q | null) {
  const { answer, isBusy, trouble, retry } = useSnapshotAnswer(snapshotId, question)
  const latest = useRef<{ question: Q; answer: AnswerTo<Q> } | null>(null)
  const isNew = question !== null && answer !== null && !isBusy && trouble === null
  // Each answer is of one question: what is drawn anew with the same answer stays the same object.
  if (isNew && latest.current?.answer !== answer) latest.current = { question, answer }
  return { latest: latest.current, isBusy, trouble, retry }
}
