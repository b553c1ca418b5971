// Rows that the service returned although they miss a filter: how many, and whether figures and files include them.
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import styles from './misses-notice.module.css'

/** A single row, because only the count of the missing ones matters. */
const OF_ALL = { ask: 'rows', scope: { where: [], misses: false }, sort: null, offset: 0, limit: 1 } as const

interface MissesNoticeProps {
  snapshotId: string
  scope: Scope
  onScope: (scope: Scope) => void
}

export function MissesNotice({ snapshotId, scope, onScope }: MissesNoticeProps) {
  const { answer } = useSnapshotAnswer(snapshotId, { ...OF_ALL, scope: { where: [], misses: false } })
  if (answer === null || answer.missing === 0) return null
  const { misses } = scope
  const is = answer.missing === 1
  const does = is ? 'does' : 'do'
  const stands = misses ? (is ? 'is included' : 'are included') : is ? 'is left out' : 'are left out'
  return (
    <p className={styles.notice}>
      <IconAlertTriangle size={14} stroke={1.9} aria-hidden />
      <span>
        {countWords(answer.missing, 'event')} {does} not match a filter of the search, and {stands} here, in figures and
        in files.
      </span>
      <LinkButton className={styles.action} onClick={() => onScope({ ...scope, misses: !misses })}>
        {misses ? (is ? 'Leave it out' : 'Leave them out') : is ? 'Include it' : 'Include them'}
      </LinkButton>
    </p>
  )
}
