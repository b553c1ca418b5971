// Why rows of a snapshot could not be loaded, shown above those that were.
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import type { RowsTrouble } from '../store/rows-questions.ts'
import styles from './snapshot-events.module.css'

export function RowsTroubleNotice({ trouble, onRetry }: { trouble: RowsTrouble; onRetry: () => void }) {
  const state =
    trouble.kind === 'failed'
      ? ({ state: 'failed', failure: trouble.failure } as const)
      : ({ state: 'refused', because: trouble.because } as const)
  return (
    <div className={styles.notice}>
      <AnswerTrouble trouble={state} onRetry={onRetry} />
    </div>
  )
}
