// A search's retries in words, announced while it runs.
import { waitWords } from '../../../shared/duration-words.ts'
import type { Failure } from '../../../shared/failure.ts'
import { failureWords } from '../../../shared/failure-words.ts'
import type { CallProgress } from '../../session/queries.ts'

/** What is worth saying about a search under way; null while its first attempt runs. */
export function progressWords({ attempt, of, waiting }: CallProgress): string | null {
  if (waiting === null) return attempt > 1 ? `Retrying (${attempt} of ${of})` : null
  const { next, waitMs, asked, because } = waiting
  const retrying = `Retrying (${next} of ${of})`
  if (asked) return `${retrying}, the service asked to wait ${waitWords(waitMs)}`
  return `${retrying} in ${waitWords(waitMs)}: ${cause(because)}`
}

function cause(failure: Failure): string {
  const { title, http } = failureWords(failure)
  const status = http === null || title.includes(String(http.status)) ? '' : ` (${http.status})`
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}${status}`
}
