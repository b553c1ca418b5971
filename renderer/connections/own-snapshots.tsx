// What was read from a connection that is about to be deleted: named, kept unless it is to go as well.
import { Checkbox } from '@mantine/core'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { shortened } from '../ui/excerpt.ts'
import styles from './connections.module.css'

interface OwnSnapshotsProps {
  /** Not empty. */
  snapshots: readonly SnapshotSummary[]
  areDeleted: boolean
  onChange: (areDeleted: boolean) => void
}

const MOST_NAMED = 8

export function OwnSnapshots({ snapshots, areDeleted, onChange }: OwnSnapshotsProps) {
  const more = snapshots.length - MOST_NAMED
  const one = snapshots.length === 1
  return (
    <div>
      <p className={styles.confirmWords}>
        {countWords(snapshots.length, 'snapshot')} of it {one ? 'stays' : 'stay'} on this computer, unless you delete{' '}
        {one ? 'it' : 'them'} too:
      </p>
      <ul className={styles.snapshotNames} aria-label="Its snapshots">
        {snapshots.slice(0, MOST_NAMED).map(({ id, name, closed }) => (
          <li key={id}>
            {shortened(name, 120)}
            {closed !== null && ' (closed)'}
          </li>
        ))}
        {more > 0 && <li>and {grouped(more)} more</li>}
      </ul>
      <Checkbox
        label={one ? 'Also delete its snapshot' : `Also delete its ${grouped(snapshots.length)} snapshots`}
        checked={areDeleted}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  )
}
