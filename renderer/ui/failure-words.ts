// Every failure in words: what happened, and what to do next.
import type { Failure, HttpDetail } from '../../shared/failure.ts'
import { failureCourse } from '../../shared/failure-course.ts'
import { waitWords } from './duration-words.ts'
import {
  bridgeWords,
  malformedWords,
  type ReasonWords,
  timeoutTitle,
  unreachableWords,
} from './failure-reason-words.ts'

export interface FailureWords {
  /** What happened, a sentence without its full stop. */
  title: string
  /** What to do next, in sentences. */
  advice: string
  /** The system's own words, where they say more. */
  detail: string | null
  /** What the service answered, where it did. */
  http: HttpDetail | null
}

const words = (title: string, advice: string, more: { detail?: string; http?: HttpDetail } = {}): FailureWords => ({
  title,
  advice,
  detail: more.detail || null,
  http: more.http ?? null,
})

const withDetail = ({ title, advice }: ReasonWords, detail: string) => words(title, advice, { detail })

/** What stays on screen from `at` ("12:03"). */
export interface StaleContent {
  what: 'rows' | 'event'
  at: string
}

/** The same, above something that stays: that it is old is what matters most. */
export function failureWordsOver(failure: Failure, { what, at }: StaleContent): FailureWords {
  const { title, advice, ...rest } = failureWords(failure)
  if (!failureCourse(failure).away) {
    const kept = what === 'rows' ? 'The rows on screen are those' : 'The event on screen is that'
    return { title, advice: `${advice} ${kept} of ${at}.`, ...rest }
  }
  const shown = what === 'rows' ? `what was cached at ${at}` : `the event as of ${at}`
  return { ...rest, title: `Offline – showing ${shown}`, advice: `${title}. ${advice}` }
}

/** What a person reads when `failure` happened. Never holds the token: no failure does. */
export function failureWords(failure: Failure): FailureWords {
  switch (failure.kind) {
    case 'unreachable':
      return withDetail(unreachableWords(failure.reason), failure.detail)
    case 'timeout':
      return words(
        timeoutTitle(failure.phase, failure.afterMs),
        'Try again, or narrow the filters so that the service has less to find.',
      )
    case 'cancelled':
      return words('Cancelled', 'Nothing was changed. Start it again whenever you like.')
    case 'malformed-response':
      return withDetail(malformedWords(failure.reason), failure.detail)
    case 'token-refused':
      return words(
        'The service refused the API key',
        'It may have expired, been revoked, or belong to another environment. Enter a current one; filters and selection stay.',
        { http: failure.http },
      )
    case 'forbidden':
      return words(
        'This API key may not read events',
        'Ask whoever issued it to allow that, or choose “Replace API key…” in the list of connections. Filters and selection stay.',
        { http: failure.http },
      )
    case 'not-found':
      return words(
        `No event with the ID “${failure.eventId}”`,
        'Check the ID for missing or extra characters, and that this is the right connection.',
        { http: failure.http },
      )
    case 'rejected':
      return words(
        'The service rejected the request',
        `${failure.http.serviceMessage ? 'Its message below may name the field at fault. ' : ''}If the filters look right, check the base URL of the connection.`,
        { http: failure.http },
      )
    case 'rate-limited':
      return words(
        'The service asks for fewer requests',
        failure.retryAfterMs === null
          ? 'Wait a moment, then try again.'
          : `Try again in ${waitWords(failure.retryAfterMs)}, as it asked.`,
        { http: failure.http },
      )
    case 'service-error':
      return words(
        `The service failed (${failure.http.status})`,
        failure.retryAfterMs === null
          ? `Try again in a while. If it lasts, tell whoever runs the service${failure.http.requestId ? ', with the request ID below' : ''}.`
          : `It asked to try again in ${waitWords(failure.retryAfterMs)}. If it lasts, tell whoever runs it.`,
        { http: failure.http },
      )
    case 'redirect':
      return words(
        'The service redirected the request',
        failure.location === null
          ? 'Redirects are never followed, because the API key would go along. Check the base URL of the connection.'
          : `To ${failure.location}. Redirects are never followed, because the API key would go along. If you trust that address, make it the base URL of the connection.`,
        { http: failure.http },
      )
    case 'too-large':
      return words(
        failure.bound === 'bytes'
          ? `The answer is larger than ${megabytes(failure.limit)}`
          : `The answer holds more than ${failure.limit.toLocaleString('en')} values`,
        'Ask for fewer rows per page, or narrow the filters.',
      )
    case 'cut':
      return words(
        'The answer broke off',
        `Only ${failure.receivedBytes.toLocaleString('en')} bytes arrived. Try again; if it repeats, ask for fewer rows per page.`,
      )
    case 'not-the-interface':
      return words(
        'The answer does not fit the interface',
        'The base URL may point at something else, or the service differs. What arrived is shown as it is.',
        { detail: failure.problems.join('\n'), http: failure.http },
      )
    case 'no-token':
      return failure.why === undefined
        ? words('This connection has no API key', 'Enter one to go on; filters and selection stay.')
        : words(
            'The API key is not at hand',
            `${failure.why} An API key entered now is used at once; filters and selection stay.`,
          )
    case 'no-connection':
      return words(
        'This connection is not there any more',
        'It was deleted, perhaps in another window. Choose another.',
      )
    case 'connection-changed':
      return words('This connection was changed in another window', 'It is opened as it is now.')
    case 'invalid':
      return words(failure.message, 'Correct it and try again; what you typed is kept.')
    case 'keychain':
      return words(`${failure.name} did not remove the API key`, failure.why)
    case 'disk':
      return words(
        'A file could not be written or read',
        'Check that there is space left and that the folder may be written to, then try again.',
        { detail: failure.detail },
      )
    case 'bridge':
      return withDetail(bridgeWords(failure.reason), failure.detail)
    default:
      return failure satisfies never
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
