// What "Test connection" saw, in words.
import { IconCircleCheck } from '@tabler/icons-react'
import type { ProbeReport } from '../../shared/connection/connection.ts'
import { tookWords } from '../../shared/time/duration-words.ts'
import styles from './connections.module.css'

export function ProbeResult({ report }: { report: ProbeReport }) {
  const { durationMs, sawEvents, observations } = report
  return (
    <div role="status" className={styles.probe}>
      <p className={styles.probeTitle}>
        <IconCircleCheck size={16} stroke={1.8} aria-hidden /> The service answered in {tookWords(durationMs)}
        {sawEvents ? ' and has events.' : '; it has no events yet.'}
      </p>
      {observations.length > 0 && (
        <ul>
          {observations.map((observation) => (
            <li key={observation}>{observation}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
