// The local cache in Settings: where it is, how much it holds, what went wrong with it, and the way to clear it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CacheStatus } from '../../../shared/contract/cache-status.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { bridge, failureOf } from '../../bridge.ts'
import { cacheStatusQuery } from '../../live/store/queries.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { clockWords } from '../../ui/instant-words.ts'
import { amountWords, limitWords } from './cache-words.ts'
import styles from './settings.module.css'

interface CacheSectionProps {
  zone: string
  /** Answers that could not be kept since the connection was opened. */
  unkept: () => number
  /** Drops everything; rejects where that failed. */
  onClear: () => Promise<void>
}

export function CacheSection({ zone, unkept, onClear }: CacheSectionProps) {
  const { data: status, error, refetch } = useQuery(cacheStatusQuery(bridge))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  async function clear() {
    setBusy(true)
    try {
      await onClear()
      setFailure(null)
      await refetch()
    } catch (reason) {
      setFailure(failureOf(reason))
    }
    setBusy(false)
  }
  const problem = failure ?? (error && failureOf(error))
  return (
    <section className={styles.row} aria-label="Local cache">
      <div className={styles.words}>
        <span className={styles.label}>Local cache</span>
        {status && <Facts status={status} zone={zone} unkept={unkept()} />}
        {problem && <FailureNotice failure={problem} compact />}
      </div>
      <Button variant="default" loading={busy} disabled={status?.entries === 0} onClick={() => void clear()}>
        Clear cache
      </Button>
    </section>
  )
}

function Facts({ status, zone, unkept }: { status: CacheStatus; zone: string; unkept: number }) {
  const now = new Date().toISOString()
  return (
    <>
      <span className={styles.hint} data-cache-entries={status.entries}>
        {amountWords(status)}
        {status.oldest !== null && `, the oldest from ${clockWords(status.oldest, zone, now)}`}
      </span>
      <span className={styles.hint}>{limitWords(status)}</span>
      {status.notice !== null && <span className={styles.warning}>{status.notice}</span>}
      {unkept > 0 && (
        <span className={styles.warning}>
          {unkept === 1 ? '1 answer was' : `${unkept} answers were`} not kept: too large, or not writable.
        </span>
      )}
    </>
  )
}
