// Every failure in words: what happened, what is known of it, and what to do next.
import { grouped } from '../exact/grouped-digits.ts'
import { waitWords } from '../time/duration-words.ts'
import type { Failure, HttpDetail } from './failure.ts'
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
  /** What more is known of it, in sentences; empty where the title says it all. */
  cause: string
  /** What to do next in the page, in sentences. */
  advice: string
  /** The system's own words, where they say more. */
  detail: string | null
  /** What the service answered, where it did. */
  http: HttpDetail | null
}

interface KnownWords {
  cause?: string
  detail?: string
  http?: HttpDetail
}

const words = (title: string, advice: string, { cause, detail, http }: KnownWords = {}): FailureWords => ({
  title,
  cause: cause ?? '',
  advice,
  detail: detail || null,
  http: http ?? null,
})

const withDetail = ({ title, cause, advice }: ReasonWords, detail: string) => words(title, advice, { cause, detail })

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
      return words('Cancelled', 'Nothing was changed. Start again whenever you like.')
    case 'malformed-response':
      return withDetail(malformedWords(failure.reason), failure.detail)
    case 'token-refused':
      return words('The service refused the API key', 'Enter a current one; filters and selection stay.', {
        cause: 'It may have expired, been revoked, or belong to another environment.',
        http: failure.http,
      })
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
          ? `Try again later. If it keeps happening, tell whoever runs the service${failure.http.requestId ? ', with the request ID below' : ''}.`
          : `It asked to try again in ${waitWords(failure.retryAfterMs)}. If it keeps happening, tell whoever runs it.`,
        { http: failure.http },
      )
    case 'redirect':
      return words(
        'The service redirected the request',
        failure.location === null
          ? 'Check the base URL of the connection.'
          : 'If you trust that address, make it the base URL of the connection.',
        {
          cause: `${failure.location === null ? '' : `To ${failure.location}. `}${NEVER_FOLLOWED}`,
          http: failure.http,
        },
      )
    case 'too-large':
      return words(
        failure.bound === 'bytes'
          ? `The answer is larger than ${megabytes(failure.limit)}`
          : `The answer holds more than ${grouped(failure.limit)} values`,
        'Ask for fewer rows per page, or narrow the filters.',
      )
    case 'cut':
      return words('The answer broke off', 'Try again. If it keeps happening, ask for fewer rows per page.', {
        cause: `Only ${grouped(failure.receivedBytes)} bytes arrived.`,
      })
    case 'not-the-interface':
      return words(
        'The answer does not fit the interface',
        'The base URL may point at something else, or the service differs. What arrived is shown unchanged.',
        { detail: failure.problems.join('\n'), http: failure.http },
      )
    case 'no-token':
      return failure.why === undefined
        ? words('This connection has no API key', 'Enter one to continue; filters and selection stay.')
        : words('The API key is not available', 'Enter it again to continue; filters and selection stay.', {
            cause: failure.why,
          })
    case 'no-connection':
      return words('This connection no longer exists', 'Choose another connection.', {
        cause: 'It was deleted, perhaps in another window.',
      })
    case 'connection-changed':
      return words('This connection was changed in another window', 'Its new settings are used now.')
    case 'invalid':
      return words(failure.message, 'Correct it and try again; what you typed is kept.')
    case 'keychain':
      return words(`${failure.name} did not remove the API key`, '', { cause: failure.why })
    case 'disk':
      return words(
        'A file could not be written or read',
        'Check that there is free space and that the folder can be written to, then try again.',
        { detail: failure.detail },
      )
    case 'bridge':
      return withDetail(bridgeWords(failure.reason), failure.detail)
    default:
      return failure satisfies never
  }
}

const NEVER_FOLLOWED = 'Redirects are never followed, because the API key would be sent along.'

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
