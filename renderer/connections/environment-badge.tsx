// An environment's dot, and its word: colour never says it alone.
import type { Environment } from '../../shared/connection/connection.ts'
import styles from './environment-badge.module.css'
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
