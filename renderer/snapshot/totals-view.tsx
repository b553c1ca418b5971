// "Totals", with what the checks say about possible duplicates below the figures.
import { LinkButton } from '../ui/link-button.tsx'
import { duplicatesWords } from './checks/check-words.ts'
import styles from './checks/checks.module.css'
import { useChecks } from './checks/use-checks.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'
import { TotalsTab } from './totals/totals-tab.tsx'

export function TotalsView(props: SnapshotTabProps) {
  return <TotalsTab {...props} duplicates={<DuplicatesLine {...props} />} />
}

/**
 * One line about possible duplicates, shown beside figures, with a link to the check.
 * Draws nothing where no groups are left to look at.
 */
function DuplicatesLine({ snapshot, scope, onShowTab }: SnapshotTabProps) {
  const { amount, duplicates } = useChecks(snapshot, scope)
  const { answer } = duplicates
  if (answer === null || answer.groupCount === answer.marked) return null
  return (
    <p className={styles.line}>
      {duplicatesWords(answer, amount)} <LinkButton onClick={() => onShowTab('Checks')}>Open Checks</LinkButton>
    </p>
  )
}
