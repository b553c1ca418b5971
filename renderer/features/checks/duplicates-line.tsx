// One line on what may be in the snapshot twice, for beside figures, with the way to its check.
import type { SnapshotTabProps } from '../../session/snapshot-tab.ts'
import { duplicatesWords } from './check-words.ts'
import styles from './duplicates-line.module.css'
import { useChecks } from './use-checks.ts'

/** Nothing is drawn where no groups are left to look at. */
export function DuplicatesLine({ snapshot, scope, onShowTab }: SnapshotTabProps) {
  const { amount, duplicates } = useChecks(snapshot, scope)
  const { answer } = duplicates
  if (answer === null || answer.groupCount === answer.marked) return null
  return (
    <p className={styles.line}>
      {duplicatesWords(answer, amount)}{' '}
      <button type="button" className={styles.open} onClick={() => onShowTab('Checks')}>
        Open Checks
      </button>
    </p>
  )
}
