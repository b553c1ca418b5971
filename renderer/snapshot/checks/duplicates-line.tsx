// One line about possible duplicates, shown beside figures, with a link to the check.
import { LinkButton } from '../../ui/link-button.tsx'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { duplicatesWords } from './check-words.ts'
import styles from './duplicates-line.module.css'
import { useChecks } from './use-checks.ts'

/** Draws nothing where no groups are left to look at. */
export function DuplicatesLine({ snapshot, scope, onShowTab }: SnapshotTabProps) {
  const { amount, duplicates } = useChecks(snapshot, scope)
  const { answer } = duplicates
  if (answer === null || answer.groupCount === answer.marked) return null
  return (
    <p className={styles.line}>
      {duplicatesWords(answer, amount)} <LinkButton onClick={() => onShowTab('Checks')}>Open Checks</LinkButton>
    </p>
  )
}
