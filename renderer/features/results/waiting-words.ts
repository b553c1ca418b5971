// A search's retries in words, said aloud while it goes on.

import type { Failure } from '../../../shared/failure.ts'
import { duration, failureWords } from '../../ui/failure-words.ts'

export interface SearchProgress {
  attempt: number
  /** `at`: Date.now() when the wait began. */
  waiting: { next: number; waitMs: number; asked: boolean; because: Failure; at: number } | null
}

/** What is worth saying about a search under way; null while its first attempt runs. */
export function progressWords({ attempt, waiting }: SearchProgress): string | null {
  if (waiting === null) return attempt > 1 ? `${ordinal(attempt)} try under way` : null
  const { next, waitMs, asked, because } = waiting
  if (asked) return `${ordinal(next)} try, the service asked to wait ${duration(waitMs)}`
  return `${ordinal(next)} try after ${duration(waitMs)}: ${cause(because)}`
}

/** 1st, 2nd, 3rd, 4th, 11th, 21st … */
export function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

function cause(failure: Failure): string {
  const { title, http } = failureWords(failure)
  const status = http ? ` (${http.status})` : ''
  return `${title.charAt(0).toLowerCase()}${title.slice(1)}${status}`
}
