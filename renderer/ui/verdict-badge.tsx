// What a snapshot is worth, in a word: green only for what is proved and over, grey for what is not over yet.
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import type { SnapshotVerdict } from '../../shared/snapshot.ts'
import styles from './verdict-badge.module.css'

const KINDS = { complete: 'Complete', partial: 'Incomplete', unproven: 'Count not confirmed' } as const

/** The words of its badges. "So far" takes the place of "Complete", and stands beside what is wrong. */
function verdictNames({ kind, soFar }: Pick<SnapshotVerdict, 'kind' | 'soFar'>): string[] {
  if (!soFar) return [KINDS[kind]]
  return kind === 'complete' ? ['So far'] : [KINDS[kind], 'So far']
}

const ICONS = new Map([
  ['Complete', IconCheck],
  ['Incomplete', IconAlertTriangle],
  ['Count not confirmed', IconAlertTriangle],
])

/** Null: it is not finished. */
export function VerdictBadge({ verdict }: { verdict: SnapshotVerdict | null }) {
  const names = verdict === null ? ['Not finished'] : verdictNames(verdict)
  return names.map((name) => {
    const Icon = ICONS.get(name) ?? IconClock
    return (
      <span key={name} className={styles.badge} data-badge={name}>
        <Icon size={13} stroke={2.2} aria-hidden />
        {name}
      </span>
    )
  })
}
