// What a colleague who is given a case wants to know of the program, and of what was asked of the service last.
import type { CaseLine } from '../../../shared/case/case.ts'
import type { ActivityEntry } from '../../../shared/contract/activity-entry.ts'
import type { ShellInfo } from '../../../shared/contract/shell-info.ts'
import { failureSentence } from '../../../shared/failure/failure-sentence.ts'

const MOST_REQUESTS = 20

/** @param requests latest first */
export function caseDiagnostics(
  { shell, runtime, platform }: Pick<ShellInfo, 'shell' | 'runtime' | 'platform'>,
  requests: readonly ActivityEntry[],
): CaseLine[] {
  return [['Shell', `${shell}, ${runtime}, ${platform}`], ...requests.slice(0, MOST_REQUESTS).map(requestLine)]
}

function requestLine({ startedAt, method, url, body, attempts, durationMs, outcome }: ActivityEntry): CaseLine {
  const took = durationMs === null ? '' : `, ${durationMs} ms`
  const sent = body === null ? `${method} ${url}` : `${method} ${url} ${body}`
  return [`Request at ${startedAt}`, `${sent}: ${outcomeWords(outcome)}, attempts: ${attempts}${took}`]
}

function outcomeWords(outcome: ActivityEntry['outcome']): string {
  switch (outcome.state) {
    case 'answered':
      return `status ${outcome.status}`
    case 'failed':
      return failureSentence(outcome.failure)
    default:
      return outcome.state
  }
}
