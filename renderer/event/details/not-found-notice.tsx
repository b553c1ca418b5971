// The plain answer to a fetch by ID: the service has no such event (docs/interface.md 4.1 rule 2). Not an error of anyone's.
import { Button } from '@mantine/core'
import { IconFileUnknown, IconRefresh } from '@tabler/icons-react'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { ExactText } from '../../ui/exact-text.tsx'
import { ONE_LINE, shortened } from '../../ui/excerpt.ts'
import styles from './not-found-notice.module.css'

/** Of the service's own words. */
const MOST_CHARACTERS = 2_000

interface NotFoundNoticeProps {
  failure: Extract<Failure, { kind: 'not-found' }>
  connection: Connection
  onRetry(): void
}

export function NotFoundNotice({ failure, connection, onRetry }: NotFoundNoticeProps) {
  const { eventId, http } = failure
  return (
    <div role="alert" className={styles.notice} data-failure={failure.kind}>
      <IconFileUnknown size={28} stroke={1.5} className={styles.icon} aria-hidden />
      <p className={styles.title}>No event has this ID</p>
      <p className={styles.id}>
        <ExactText text={eventId} />
      </p>
      <p className={styles.advice}>
        {connection.name} answered that it does not exist. Check the ID for missing or extra characters, and that this
        is the right connection.
      </p>
      {http.serviceMessage !== null && (
        <blockquote className={styles.said}>{shortened(http.serviceMessage, MOST_CHARACTERS)}</blockquote>
      )}
      <p className={styles.facts}>
        Status {http.status}
        {http.requestId !== null && ` · Request ID ${shortened(http.requestId, ONE_LINE.characters)}`}
      </p>
      <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
