// The verdict of a snapshot in a word: green only if proved by the present rule and its range is over, grey for "So
// far".
import { IconAlertTriangle, IconCheck, IconClock, IconHistory } from '@tabler/icons-react'
import type { SnapshotVerdict } from '../../../shared/snapshot/snapshot.ts'
import { ALL_READ, BY_EARLIER_RULE, verdictNames } from '../../../shared/snapshot/verdict-name.ts'
import { Badge } from '../../ui/badge.tsx'

const ICONS = new Map([
  [ALL_READ, IconCheck],
  [BY_EARLIER_RULE, IconHistory],
  ['Incomplete', IconAlertTriangle],
  ['Count not confirmed', IconAlertTriangle],
])

const TONES = new Map<string, 'good' | 'warning'>([
  [ALL_READ, 'good'],
  ['Incomplete', 'warning'],
  ['Count not confirmed', 'warning'],
])

/** Null: it is not finished. */
export function VerdictBadge({ verdict }: { verdict: SnapshotVerdict | null }) {
  return verdictNames(verdict).map((name) => {
    const Icon = ICONS.get(name) ?? IconClock
    return (
      <Badge key={name} tone={TONES.get(name)} title={verdict?.sentence} data-badge={name}>
        <Icon size={13} stroke={2.2} aria-hidden />
        {name}
      </Badge>
    )
  })
}
