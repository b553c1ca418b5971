// An environment's dot, and its word: colour never says it alone.
import type { Environment } from '../../../shared/connection.ts'
import { ENVIRONMENT_WORDS } from '../../ui/environment-words.ts'
import styles from './environment-badge.module.css'

export function EnvironmentDot({ environment }: { environment: Environment }) {
  return <span className={styles.dot} data-environment={environment} aria-hidden />
}

export function EnvironmentWord({ environment }: { environment: Environment }) {
  return (
    <span className={styles.word} data-environment={environment}>
      {ENVIRONMENT_WORDS[environment]}
    </span>
  )
}
