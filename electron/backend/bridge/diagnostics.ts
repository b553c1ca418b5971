// Diagnostics as text to send to whoever helps: no customers, no address, no key.
import type { CaseLine } from '../../../shared/case/case.ts'
import type { Connection } from '../../../shared/connection/connection.ts'
import type { ActivityEntry, CacheStatus, ShellInfo } from '../../../shared/contract/contract.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import type { Secrets } from '../http/secrets.ts'
import type { LogFile } from '../storage/log-file.ts'

/** The program's log. */
export interface Logging {
  secrets: Secrets
  file: Pick<LogFile, 'path' | 'tail'>
  /** Writes a line to the log file only. */
  note: (line: string) => void
  /** Opens the log file for the user; null: the shell can only say where it is. */
  show: ((path: string) => Promise<void>) | null
}

export interface DiagnosticFacts {
  at: string
  shell: ShellInfo
  /** It reads as "Linux 6.1.0, x64". */
  system: string
  settings: Settings
  connections: readonly Connection[]
  cache: CacheStatus
  /** Newest first. */
  activity: readonly ActivityEntry[]
  /** JSON lines, latest last. */
  logged: readonly string[]
}

const MOST_REQUESTS = 20

/** The text may still hold secrets, as messages of failures can: the caller removes them. */
export function diagnosticsText(facts: DiagnosticFacts): string {
  const { at, shell, system, settings, connections, cache, activity, logged } = facts
  const { keychain, thisRunOnly, notices } = shell
  const { theme, zone, pageSize, fetchAhead } = settings
  const section = (title: string, lines: readonly string[]) => [
    `## ${title}`,
    ...(lines.length === 0 ? ['none'] : lines),
    '',
  ]
  return [
    `# Eventscope ${shell.version}, ${at}`,
    `${shell.shell} shell on ${shell.runtime}, ${shell.platform} (${system})`,
    `keychain: ${keychain.available ? keychain.name : `none (${keychain.why})`}`,
    `remembered: ${thisRunOnly === null ? 'between runs' : `for this run only (${thisRunOnly})`}`,
    `cache: ${cache.entries} entries, ${cache.bytes} bytes, ${cache.place}${cache.notice === null ? '' : ` (${cache.notice})`}`,
    `settings: theme ${theme}, zone ${zone ?? 'none chosen'}, ${pageSize} rows, fetch ahead ${fetchAhead ? 'on' : 'off'}`,
    '',
    ...section('Connections', connections.map(connectionLine)),
    ...section('Notices', notices),
    ...section('Latest requests', activity.slice(0, MOST_REQUESTS).map(requestLine)),
    ...section('Latest lines of the log', logged),
  ].join('\n')
}

/** Leaves out name and address, which say whose service it is. */
function connectionLine({ origin, environment, baseUrl, token, billingZone }: Connection): string {
  const scheme = baseUrl.startsWith('https:') ? 'https' : 'http'
  return `${origin}, ${environment}, ${scheme}, API key: ${token.place}, billing zone: ${billingZone ?? 'none'}`
}

/**
 * Diagnostics for a case: the program, and the latest of these requests. What a service said of a failure is left out,
 * as it may quote what others sent.
 */
export function caseDiagnostics(
  { shell, runtime, platform }: Pick<ShellInfo, 'shell' | 'runtime' | 'platform'>,
  requestsOfCase: DiagnosticFacts['activity'],
): CaseLine[] {
  const requests = requestsOfCase.slice(0, MOST_REQUESTS).map((entry): CaseLine => {
    const { startedAt, method, url, body } = entry
    const asked = [method, url, body].filter((part) => part !== null).join(' ')
    return [`Request at ${startedAt}`, `${asked}: ${answerWords(entry)}`]
  })
  return [['Shell', `${shell}, ${runtime}, ${platform}`], ...requests]
}

/** Leaves out address and body, which may name customers. */
export const requestLine = (entry: ActivityEntry): string => `${entry.startedAt} ${entry.method} ${answerWords(entry)}`

function answerWords({ durationMs, attempts, outcome }: ActivityEntry): string {
  const took = durationMs === null ? 'running' : `${Math.round(durationMs)} ms`
  return `${outcomeWords(outcome)}, ${attempts} attempts, ${took}`
}

function outcomeWords(outcome: ActivityEntry['outcome']): string {
  switch (outcome.state) {
    case 'running':
      return 'not answered yet'
    case 'answered':
      return `answered ${outcome.status}, ${outcome.bytes} bytes`
    case 'failed': {
      const { failure } = outcome
      return 'http' in failure && failure.http !== null ? `${failure.kind} ${failure.http.status}` : failure.kind
    }
  }
}
