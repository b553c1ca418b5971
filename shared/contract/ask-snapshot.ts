// A question to a snapshot over the bridge (`snapshots.ask`): its steps, followed to the outcome.
import type { CheckProgress } from '../snapshot/snapshot-ledger.ts'
import type { AnswerTo, Asked, AskStep, SnapshotQuestion } from '../snapshot/snapshot-question.ts'

/**
 * @param ask `snapshots.ask`
 * @param onProgress how far a check of a file is
 * @returns the outcome, whose answer is of the question's kind; rejects as the call does
 */
export async function askSnapshot<Q extends SnapshotQuestion, Options>(
  ask: (input: { snapshotId: string; slot: string; question: Q }, options?: Options) => Promise<AsyncIterable<AskStep>>,
  input: { snapshotId: string; slot: string; question: Q },
  options?: Options,
  onProgress?: (progress: CheckProgress) => void,
): Promise<Asked<AnswerTo<Q>>> {
  for await (const step of await ask(input, options)) {
    if (step.state === 'over') return step.outcome as Asked<AnswerTo<Q>>
    const { phase, done, of } = step
    onProgress?.({ phase, done, of })
  }
  throw new TypeError('A question ended without an outcome.')
}
