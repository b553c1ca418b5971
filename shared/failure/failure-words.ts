// Every failure in words: what happened, what is known of it, and what to do next.
import { grouped } from '../exact/grouped-digits.ts'
import { waitWords } from '../time/duration-words.ts'
import type { Failure, HttpDetail } from './failure.ts'

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

// Failures that have reasons of their own, in words for each reason.

/** As in FailureWords. */
interface ReasonWords {
  title: string
  cause: string
  advice: string
}

const reasonWords = (title: string, cause: string, advice: string): ReasonWords => ({ title, cause, advice })

function unreachableWords(reason: (Failure & { kind: 'unreachable' })['reason']): ReasonWords {
  switch (reason) {
    case 'refused':
      return reasonWords(
        'Nothing answers at the service’s address',
        '',
        'The service may be down, or the base URL may have the wrong port.',
      )
    case 'unknown-host':
      return reasonWords(
        'The service’s host name is not known',
        '',
        'Check the base URL for typing errors; a VPN may be needed.',
      )
    case 'certificate':
      return reasonWords(
        'The service’s certificate is not trusted',
        'It may have expired or be signed by an authority that this computer does not know. Nothing was sent.',
        'Ask whoever runs the service or your network.',
      )
    case 'reset':
      return reasonWords('The connection broke', 'The service or the network between closed it.', 'Try again.')
    case 'offline':
      return reasonWords('This computer is offline', '', 'Connect to a network, then try again.')
    case 'proxy':
      return reasonWords('The proxy does not let the request through', '', 'Check the proxy settings of this computer.')
    case 'other':
      return reasonWords('The service cannot be reached', '', 'Check the network and the base URL, then try again.')
    default:
      return reason satisfies never
  }
}

function malformedWords(reason: (Failure & { kind: 'malformed-response' })['reason']): ReasonWords {
  switch (reason) {
    case 'encoding':
      return reasonWords(
        'The answer cannot be decompressed',
        'The service, or a proxy on the way, damaged it.',
        'Try again. If it keeps happening, tell whoever runs the service.',
      )
    case 'headers':
      return reasonWords(
        'The headers of the answer are too large',
        'The service, or a proxy on the way, sends more than any client reads.',
        'Tell whoever runs it.',
      )
    case 'protocol':
      return reasonWords(
        'The answer is not HTTP',
        '',
        'Check the port of the base URL, and whether it begins with https or http.',
      )
    default:
      return reason satisfies never
  }
}

/** "No answer within 30 s", "The answer stopped coming for 30 s" and the like; the time is rounded up. */
function timeoutTitle(phase: (Failure & { kind: 'timeout' })['phase'], afterMs: number): string {
  switch (phase) {
    case 'headers':
      return `No answer within ${waitWords(afterMs)}`
    case 'body':
      return `The answer stopped coming for ${waitWords(afterMs)}`
    case 'total':
      return `No complete answer within ${waitWords(afterMs)}, all attempts included`
    default:
      return phase satisfies never
  }
}

const NEW_LINK = 'For a new link, press Enter in the terminal where Eventscope is running, or start Eventscope again.'

function bridgeWords(reason: (Failure & { kind: 'bridge' })['reason']): ReasonWords {
  switch (reason) {
    case 'session-over':
      return reasonWords(
        'This window’s session is over',
        'Eventscope was restarted, or someone else used this window’s launch link.',
        NEW_LINK,
      )
    case 'link-used':
      return reasonWords(
        'Someone else may have opened this link',
        'It opens one window, once, and was used before this browser opened it. The session that it had opened was ended. Unless that was you, in another browser or profile, someone on this computer could read events through your connections until now.',
        NEW_LINK,
      )
    case 'link-expired':
      return reasonWords(
        'This link has expired',
        'A link that is handed to a browser is valid for one minute.',
        NEW_LINK,
      )
    case 'link-unknown':
      return reasonWords(
        'This link is not valid',
        'It belongs to an earlier run of Eventscope, or was not copied completely.',
        NEW_LINK,
      )
    case 'backend-gone':
      return reasonWords(
        'Eventscope’s background process does not answer',
        'It may have been closed.',
        'Start Eventscope again; saved connections are kept.',
      )
    case 'other':
      return reasonWords(
        'Something went wrong inside Eventscope',
        '',
        'Try again. If it repeats, restart Eventscope and report the words below.',
      )
    default:
      return reason satisfies never
  }
}

// A failure where there are no controls to point at: on a terminal, in a notice.

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
