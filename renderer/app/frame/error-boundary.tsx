// Shown in place of a blank page after an error of ours, or where the page cannot start: why, and what to do next.
import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { type Failure, failureCourse } from '../../../shared/failure/failure.ts'
import { shortened } from '../../ui/excerpt.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import styles from './app-frame.module.css'

const MOST_CHARACTERS = 10_000

export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <Broken error={error} />
  }
}

function Broken({ error }: { error: Error }) {
  return (
    <div role="alert" className={styles.broken}>
      <h1>Something went wrong inside Eventscope</h1>
      <p>
        This part of the page stopped working. Connections, settings and API keys are not affected. Reload to start the
        page again.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0}>{shortened(error.stack ?? error.message, MOST_CHARACTERS)}</pre>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </div>
  )
}

/** The page could not reach its backend: why, and what to do next. */
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
