// Environments: the choice of one, the one that a base URL suggests, and the dot that never says it by its colour
// alone.
import {
  type Connection,
  ENVIRONMENT_WORDS,
  ENVIRONMENTS,
  type Environment,
} from '../../shared/connection/connection.ts'
import common from '../ui/common.module.css'
import { shortened } from '../ui/excerpt.ts'
import styles from './connections.module.css'

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

/** A select offers them in the order of danger. */
export const ENVIRONMENT_CHOICES = ENVIRONMENTS.map((value) => ({ value, label: ENVIRONMENT_WORDS[value] }))

/** Words that are a whole part of a host's name, between dots or hyphens, and the names of this computer itself. */
const HINTS: [RegExp, Environment][] = [
  [/^(localhost|127\.|\[::1\])|(^|[.-])(dev|development|local)([.-]|$)/, 'development'],
  [/(^|[.-])(staging|stage|stg|preprod)([.-]|$)/, 'staging'],
  [/(^|[.-])(test|testing|qa|uat|sandbox)([.-]|$)/, 'test'],
]

/** The environment that the host's name suggests; otherwise production, the one to be careful with. */
export function guessEnvironment(baseUrl: string): Environment {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host.toLowerCase() : ''
  return HINTS.find(([pattern]) => pattern.test(host))?.[1] ?? 'production'
}
