// Why a snapshot's service could not be asked again; if its connection has another API key by now, asks whether the
// account is the same.
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { shortened } from '../../ui/excerpt.ts'
import styles from '../../ui/failure-notice.module.css'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { changedConnectionWords } from './reading-words.ts'

interface SnapshotFailureProps {
  failure: Failure
  snapshot: Pick<SnapshotSummary, 'connection'>
  /** They are as they are now. */
  connections: readonly Connection[]
  /** The user confirmed that it is the same account: asks the service again. */
  onSameAccount: () => void
  onRetry?: () => void
}

export function SnapshotFailure({ failure, snapshot, connections, onSameAccount, onRetry }: SnapshotFailureProps) {
  if (failure.kind !== 'connection-changed') return <FailureNotice failure={failure} onRetry={onRetry} compact />
  const known = connections.find(({ id }) => id === snapshot.connection.id) ?? null
  const { title, cause, isAskedFor } = changedConnectionWords(snapshot, known)
  return (
    <div role="alert" className={styles.notice} data-compact data-failure={failure.kind}>
      <IconAlertTriangle size={18} stroke={1.7} className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.advice}>{shortened(cause, MOST_CHARACTERS)}</p>
      </div>
      <div className={styles.actions}>
        {isAskedFor ? (
          <Button variant="filled" onClick={onSameAccount}>
            Same account: continue
          </Button>
        ) : (
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              Retry
            </Button>
          )
        )}
      </div>
    </div>
  )
}

const MOST_CHARACTERS = 1_000
