// A search's retries in words, announced while it runs.
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import { waitWords } from '../../../shared/time/duration-words.ts'
import type { CallProgress } from '../store/queries.ts'

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
