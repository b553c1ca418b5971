// An event on its way: the shape of what will come, and after two seconds for how long it has been awaited.
import { elapsedWords } from '../../../shared/time/duration-words.ts'
import { useNow } from '../../ui/use-now.ts'
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
  const elapsedMs = useNow(500) - startedAt
  return (
    <div>
      <p className={styles.words}>
        Loading the event
        {elapsedMs >= SAID_AFTER_MS ? ` for ${elapsedWords(elapsedMs)}` : ''}…
      </p>
      <div className={styles.shape} aria-hidden>
        {BONES.map(([width, height]) => (
          <div key={`${width} ${height}`} className={styles.bone} style={{ width, height }} />
        ))}
      </div>
    </div>
  )
}
