// In place of a snapshot: it is being looked up, does not exist, or cannot be opened.
import { Button } from '@mantine/core'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import type { OpenedState } from '../store/opened-snapshot.ts'
import styles from './snapshot-region.module.css'

interface SnapshotMissingProps {
  state: Extract<OpenedState, { kind: 'opening' | 'missing' | 'failed' }>
  onRetry: () => void
  onBackToLive: () => void
}

export function SnapshotMissing({ state, onRetry, onBackToLive }: SnapshotMissingProps) {
  return (
    <section
      className={styles.region}
      aria-label="Snapshot"
      aria-busy={state.kind === 'opening'}
      data-snapshot={state.id}
    >
      <div className={styles.instead}>
        <Words state={state} onRetry={onRetry} />
        {state.kind !== 'opening' && (
          <Button variant="default" onClick={onBackToLive}>
            Back to live
          </Button>
        )}
      </div>
    </section>
  )
}

function Words({ state, onRetry }: Pick<SnapshotMissingProps, 'state' | 'onRetry'>) {
  switch (state.kind) {
    case 'opening':
      return <p role="status">Loading…</p>
    case 'failed':
      return <FailureNotice failure={state.failure} onRetry={onRetry} />
    case 'missing':
      return (
        <div role="alert">
          <h2>This snapshot cannot be opened</h2>
          <p>
            {state.unreadable?.words ??
              'No snapshot has this address: it was deleted, or belongs to another computer or user.'}
          </p>
          <p>{state.unreadable === null ? ELSE : WHAT_NEXT[state.unreadable.why]}</p>
        </div>
      )
    default:
      return state satisfies never
  }
}

const ELSE = 'To read its events again, take a snapshot of the same search.'

const WHAT_NEXT = {
  newer: 'Update Eventscope to open it. Nothing is lost.',
  older: 'This Eventscope cannot read it. To read its events again, take a snapshot of the same search.',
  'other-key': 'It opens only with the key that encrypted it, from the system’s keychain or EVENTSCOPE_STORE_KEY.',
  damaged: 'You can delete it under “Snapshots”. To read its events again, take a snapshot of the same search.',
  disk: 'It can be opened once the disk can be read again.',
} as const
