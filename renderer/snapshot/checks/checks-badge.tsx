// How many of the checks found something to look at, beside the name of their tab.
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './checks.module.css'
import { useChecks } from './use-checks.ts'

export function ChecksBadge({ snapshot, scope }: SnapshotTabProps) {
  const { duplicates, others, shapes } = useChecks(snapshot, scope)
  if (duplicates.answer === null || others.answer === null) return null
  const { groupCount, marked } = duplicates.answer
  const { mixedKinds, misfitEvents, repeatedIdCount, differing } = others.answer
  const unexpected = shapes.answer?.unexpected ?? 0
  const counts = [groupCount - marked, differing.events, unexpected, mixedKinds.length, misfitEvents, repeatedIdCount]
  const found = counts.filter((count) => count > 0).length
  if (found === 0) return null
  return (
    // Not as text, which the tab's name would have to begin with: that is a promise.
    <span className={styles.badge} data-count={found} title={`${found} of 6 checks found something`} />
  )
}
