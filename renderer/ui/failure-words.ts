// Every failure in words: what happened, and what to do next.
import type { Failure, HttpDetail } from '../../shared/failure.ts'
import { failureCourse } from '../../shared/failure-course.ts'
import { waitWords } from './duration-words.ts'

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

/** What stays on screen from `at` ("12:03"). */
export interface Kept {
  what: 'rows' | 'event'
  at: string
}

/** The same, above something that stays: that it is old is what matters most. */
export function failureWordsOver(failure: Failure, { what, at }: Kept): FailureWords {
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
      return unreachableWords(failure.reason, failure.detail)
    case 'timeout':
      return words(
        timeoutTitle(failure.phase, failure.afterMs),
        'Try again, or narrow the filters so that the service has less to find.',
      )
    case 'cancelled':
      return words('Cancelled', 'Nothing was changed. Start it again whenever you like.')
    case 'malformed-response':
      return malformedWords(failure.reason, failure.detail)
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
      return bridgeWords(failure.reason, failure.detail)
    default:
      return failure satisfies never
  }
}

function unreachableWords(reason: (Failure & { kind: 'unreachable' })['reason'], detail: string): FailureWords {
  switch (reason) {
    case 'refused':
      return words(
        'Nothing answers at the service’s address',
        'The service may be down, or the port of the base URL wrong.',
        { detail },
      )
    case 'unknown-host':
      return words(
        'The service’s host name is not known',
        'Check the base URL for typing errors; a VPN may be needed.',
        { detail },
      )
    case 'certificate':
      return words(
        'The service’s certificate is not trusted',
        'It may have expired or be signed by an authority that this computer does not know. Nothing was sent. Ask whoever runs the service or your network.',
        { detail },
      )
    case 'reset':
      return words('The connection broke', 'The service or the network between closed it. Try again.', { detail })
    case 'offline':
      return words('This computer is offline', 'Connect to a network, then try again.', { detail })
    case 'proxy':
      return words('The proxy does not let the request through', 'Check the proxy settings of this computer.', {
        detail,
      })
    case 'other':
      return words('The service cannot be reached', 'Check the network and the base URL, then try again.', { detail })
    default:
      return reason satisfies never
  }
}

function malformedWords(reason: (Failure & { kind: 'malformed-response' })['reason'], detail: string): FailureWords {
  switch (reason) {
    case 'encoding':
      return words(
        'The answer cannot be decompressed',
        'The service, or a proxy on the way, damaged it. Try again; if it lasts, tell whoever runs the service.',
        { detail },
      )
    case 'headers':
      return words(
        'The headers of the answer are too large',
        'The service, or a proxy on the way, sends more than any client reads. Tell whoever runs it.',
        { detail },
      )
    case 'protocol':
      return words(
        'What answers does not speak HTTP',
        'Check the port of the base URL, and whether it begins with https or http.',
        { detail },
      )
    default:
      return reason satisfies never
  }
}

function timeoutTitle(phase: (Failure & { kind: 'timeout' })['phase'], afterMs: number): string {
  switch (phase) {
    case 'headers':
      return `No answer within ${waitWords(afterMs)}`
    case 'body':
      return `The answer stopped coming for ${waitWords(afterMs)}`
    case 'total':
      return `No whole answer within ${waitWords(afterMs)}, all attempts together`
    default:
      return phase satisfies never
  }
}

const NEW_LINK = 'For a new link press Enter in the terminal in which Eventscope runs, or start Eventscope again.'

function bridgeWords(reason: (Failure & { kind: 'bridge' })['reason'], detail: string): FailureWords {
  switch (reason) {
    case 'session-over':
      return words(
        'This window’s session is over',
        `Eventscope was started anew, or somebody else came with the launch link of this window. ${NEW_LINK}`,
        { detail },
      )
    case 'link-used':
      return words(
        'Someone else may have opened this link',
        `It opens one window, once, and was used before this browser came. The session that it had opened is ended. If that was not you, in another browser or profile, someone on this computer could read events through your connections until now. ${NEW_LINK}`,
        { detail },
      )
    case 'link-expired':
      return words('This link has expired', `A link that is handed to a browser is good for a minute. ${NEW_LINK}`, {
        detail,
      })
    case 'link-unknown':
      return words(
        'This link opens nothing',
        `It is of an earlier start of Eventscope, or was not copied whole. ${NEW_LINK}`,
        { detail },
      )
    case 'backend-gone':
      return words(
        'Eventscope’s background process does not answer',
        'It may have been closed. Start Eventscope again; saved connections are kept.',
        { detail },
      )
    case 'other':
      return words(
        'Something went wrong inside Eventscope',
        'Try again. If it repeats, restart Eventscope and report the words below.',
        { detail },
      )
    default:
      return reason satisfies never
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
