// Why rows of a snapshot could not be loaded, shown above those that were.
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import styles from './snapshot-events.module.css'

export function RowsTroubleNotice({ trouble, onRetry }: { trouble: Error; onRetry: () => void }) {
  return (
    <div className={styles.notice}>
      <AnswerTrouble trouble={trouble} onRetry={onRetry} />
    </div>
  )
}
