// The progress of the readings that a comparison waits for.
import { Button } from '@mantine/core'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { shortened } from '../../ui/excerpt.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { ComparisonStep } from '../store/snapshot-comparison.ts'
import styles from './changes.module.css'
import { useChangesActions } from './changes-actions.ts'
import type { ChangesTabProps } from './changes-props.ts'

interface ReadingStepsProps extends Pick<ChangesTabProps, 'list'> {
  comparison: Extract<ChangesTabProps['comparison'], ComparisonStep & { step: 'reading' }>
}

export function ReadingSteps({ comparison, list }: ReadingStepsProps) {
  const { open } = useChangesActions()
  const { readings } = comparison
  if (readings.length === 0) return <p className={styles.words}>Starting to read…</p>
  return (
    <ul className={styles.readings} aria-label="Readings">
      {readings.map(({ snapshotId }) => {
        const found = list?.snapshots.find(({ id }) => id === snapshotId)
        if (found === undefined) return null
        const { progress, status, name } = found
        const total = progress?.total ?? null
        return (
          <li key={snapshotId} data-state={status.state}>
            <span className={styles.name}>{shortened(name, 120)}</span>
            <ProgressBar
              className={styles.progress}
              label={`Reading of ${shortened(name, 120)}`}
              done={
                status.state === 'finished' ? Math.max(1, total ?? 1) : total === null ? null : (progress?.events ?? 0)
              }
              of={Math.max(1, total ?? 1)}
            />
            <span className={styles.note}>{stateWords(found)}</span>
            {status.state === 'paused' && (
              <Button variant="subtle" size="compact-xs" onClick={() => open(snapshotId)}>
                Open
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function stateWords({ status, progress, rows }: SnapshotSummary): string {
  switch (status.state) {
    case 'waiting':
      return 'waiting for its turn'
    case 'reading':
      return progress === null
        ? 'starting'
        : `${countWords(progress.events, 'event')}, ${countWords(progress.requests, 'request')}`
    case 'paused':
      return 'paused; resume it in Snapshots'
    case 'finished':
      return `${countWords(rows, 'event')} read`
    default:
      return status satisfies never
  }
}
