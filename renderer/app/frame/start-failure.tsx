// The page could not reach its backend: why, and what to do next.
import { Button } from '@mantine/core'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureCourse } from '../../../shared/failure/failure-course.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import styles from './error-boundary.module.css'

export function StartFailure({ failure }: { failure: Failure }) {
  return (
    <main className={styles.broken}>
      <h1>Eventscope cannot start here</h1>
      <FailureNotice failure={failure} />
      {failureCourse(failure).reload && (
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload
        </Button>
      )}
    </main>
  )
}
