// The page could not reach its backend: why, and how to go on.
import { Button } from '@mantine/core'
import type { Failure } from '../../shared/failure.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import styles from './error-boundary.module.css'

export function StartFailure({ failure }: { failure: Failure }) {
  return (
    <main className={styles.broken}>
      <h1>Eventscope cannot start here</h1>
      <FailureNotice failure={failure} />
      {mayPass(failure) && (
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
    </main>
  )
}

/** Whether the same page, loaded again, can do better. Without a session it needs a new launch link. */
function mayPass(failure: Failure): boolean {
  return failure.kind !== 'bridge' || failure.reason === 'backend-gone' || failure.reason === 'other'
}
