// It stands in place of a snapshot's tabs while its rows load: the progress, or why it failed and what can be done.
import { Button, Progress } from '@mantine/core'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import type { OpenedState, SnapshotLoad } from '../store/opened-snapshot.ts'
import styles from './snapshot-region.module.css'

interface SnapshotLoadingProps {
  load: Exclude<SnapshotLoad, { state: 'loaded' }>
  /** The snapshot has so many. */
  rows: number
  onRetry: () => void
}

export function SnapshotLoading({ load, rows, onRetry }: SnapshotLoadingProps) {
  switch (load.state) {
    case 'loading': {
      const words = `${grouped(load.rows)} of ${countWords(rows, 'event')} loaded`
      return (
        <div className={styles.instead} aria-busy>
          <p role="status">Loading…</p>
          <Progress.Root className={styles.progress ?? ''}>
            <Progress.Section
              value={rows === 0 ? 0 : Math.min(100, (load.rows / rows) * 100)}
              aria-label="Loading the snapshot"
              aria-valuetext={words}
            />
          </Progress.Root>
          <p className={common.numbers}>{words}</p>
        </div>
      )
    }
    case 'failed':
      return (
        <div className={styles.instead}>
          <FailureNotice failure={load.failure} onRetry={onRetry} />
        </div>
      )
    case 'refused':
      return (
        <div className={styles.instead}>
          <Refused because={load.because} onRetry={onRetry} />
        </div>
      )
  }
}

type Refusal = Extract<SnapshotLoad, { state: 'refused' }>['because']

function Refused({ because, onRetry }: { because: Refusal; onRetry: () => void }) {
  const { title, words, retry } = refusalWords(because)
  return (
    <div role="alert">
      <h2>{title}</h2>
      {words.map((one) => (
        <p key={one}>{one}</p>
      ))}
      {retry !== null && (
        <Button variant="default" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  )
}

/** `retry`: the name of the button that loads it again; null: none, as that would not help. */
function refusalWords(because: Refusal): { title: string; words: string[]; retry: string | null } {
  switch (because.kind) {
    case 'too-many': {
      const events = countWords(because.rows, 'event')
      const most = `This snapshot holds ${events}; up to ${grouped(because.most)} are loaded at once. All of them can still be exported.`
      const words = [most, 'To view them here, load shorter periods.']
      return { title: 'Too many events to view', words, retry: null }
    }
    case 'unreadable':
      return { title: 'This snapshot cannot be loaded', words: [because.words, TAKE_AGAIN], retry: 'Retry' }
    case 'closed': {
      const why = 'Another window unloaded it, or too many were open to be held in memory. Nothing is lost.'
      return { title: 'This snapshot is no longer loaded', words: [why], retry: 'Load again' }
    }
  }
}

const TAKE_AGAIN = 'To read its events again, load the same search.'

interface SnapshotMissingProps {
  state: Extract<OpenedState, { kind: 'opening' | 'missing' | 'failed' }>
  onRetry: () => void
  onBackToLive: () => void
}

/** In place of a snapshot: it is being looked up, does not exist, or cannot be opened. */
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
          <p>{state.unreadable === null ? TAKE_AGAIN : WHAT_NEXT[state.unreadable.why]}</p>
        </div>
      )
  }
}

const WHAT_NEXT = {
  newer: 'Update Eventscope to open it. Nothing is lost.',
  older: `This Eventscope cannot read it. ${TAKE_AGAIN}`,
  'other-key': 'It opens only with the key that encrypted it, from the system’s keychain or EVENTSCOPE_STORE_KEY.',
  damaged: `You can delete it under “Snapshots”. ${TAKE_AGAIN}`,
  disk: 'It can be opened once the disk can be read again.',
} as const
