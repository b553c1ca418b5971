// The connection that something belongs to, with its environment; one that was deleted has only its name.
import type { Connection } from '../../shared/connection/connection.ts'
import { shortened } from '../ui/excerpt.ts'
import styles from './connection-mark.module.css'
import { EnvironmentDot, EnvironmentWord } from './environment-badge.tsx'

/** @param connection as it is now; null: deleted */
export function ConnectionMark({ name, connection }: { name: string; connection: Connection | null }) {
  return (
    <span className={styles.mark} title={name}>
      {connection !== null && <EnvironmentDot environment={connection.environment} />}
      <span className={styles.name}>{shortened(name, 80)}</span>
      {connection !== null && <EnvironmentWord environment={connection.environment} />}
    </span>
  )
}
