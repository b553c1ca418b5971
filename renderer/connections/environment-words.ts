// The names of environments, and the one that a base URL suggests.
import { ENVIRONMENTS, type Environment } from '../../shared/connection/connection.ts'

export const ENVIRONMENT_WORDS: Record<Environment, string> = {
  production: 'Production',
  staging: 'Staging',
  test: 'Test',
  development: 'Development',
}

/** For a select, in the order of danger. */
export const ENVIRONMENT_CHOICES = ENVIRONMENTS.map((value) => ({ value, label: ENVIRONMENT_WORDS[value] }))

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
