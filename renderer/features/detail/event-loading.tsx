// An event on its way: the shape of what will come, and after two seconds for how long it has been awaited.
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import styles from './event-loading.module.css'

const SAID_AFTER_MS = 2_000

const BONES = [
  ['68%', 12],
  ['44%', 12],
  ['36%', 12],
  ['24%', 12],
  ['100%', 120],
  ['100%', 180],
] as const

/** `startedAt` in ms, as Date.now(). */
export function EventLoading({ startedAt }: { startedAt: number }) {
  const [elapsedMs, setElapsedMs] = useState(() => Date.now() - startedAt)
  useInterval(() => setElapsedMs(Date.now() - startedAt), 500, { autoInvoke: true })
  return (
    <div>
      <p className={styles.words}>
        Loading the event
        {elapsedMs >= SAID_AFTER_MS ? ` for ${Math.floor(elapsedMs / 1000).toLocaleString('en')} s` : ''}…
      </p>
      <div className={styles.shape} aria-hidden>
        {BONES.map(([width, height]) => (
          <div key={`${width} ${height}`} className={styles.bone} style={{ width, height }} />
        ))}
      </div>
    </div>
  )
}
