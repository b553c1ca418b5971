// A failure where there are no controls to point at: on a terminal, in a notice.
import type { Failure } from './failure.ts'
import { failureWords } from './failure-words.ts'

/** What happened and what is known of it, in sentences. Never holds the API key: no failure does. */
export function failureSentence(failure: Failure): string {
  const { title, cause, detail, http } = failureWords(failure)
  const answered =
    http === null ? [] : [http.status, http.serviceMessage, http.requestId].filter((part) => part !== null)
  const heading = answered.length === 0 ? title : `${title} (${answered.join(', ')})`
  return [detail === null ? heading : `${heading}: ${detail}`, cause]
    .filter((part) => part !== '')
    .map(ended)
    .join(' ')
}

const ended = (sentence: string) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)
