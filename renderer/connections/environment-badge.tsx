// An environment's dot, and its word: colour never says it alone.
import type { Connection, Environment } from '../../shared/connection/connection.ts'
import common from '../ui/common.module.css'
import { shortened } from '../ui/excerpt.ts'
import styles from './connections.module.css'
import { ENVIRONMENT_WORDS } from './environment-words.ts'

/** Grey where there is none. */
export function EnvironmentDot({ environment }: { environment: Environment | null }) {
  return <span className={styles.dot} data-environment={environment ?? undefined} aria-hidden />
}

export function EnvironmentWord({ environment }: { environment: Environment }) {
  return (
    <span className={styles.word} data-environment={environment}>
      {ENVIRONMENT_WORDS[environment]}
    </span>
  )
}

/**
 * The connection that something belongs to, with its environment; one that was deleted has only its name.
 * @param connection as it is now; null: deleted
 */
export function ConnectionMark({ name, connection }: { name: string; connection: Connection | null }) {
  return (
    <span className={styles.mark} title={name}>
      {connection !== null && <EnvironmentDot environment={connection.environment} />}
      <span className={common.cut}>{shortened(name, 80)}</span>
      {connection !== null && <EnvironmentWord environment={connection.environment} />}
    </span>
  )
}
