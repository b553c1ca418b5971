// Every failure in words: what happened, what is known of it, and what to do next.
import { countWords, grouped } from '../exact/grouped-digits.ts'
import { waitWords } from '../time/duration-words.ts'
import type { Failure, FailureKind, HttpDetail } from './failure.ts'

// Parts of sentences that are said elsewhere too.

export const OWN_FAULT = 'Something went wrong inside Eventscope'

export const DISK_FULL = 'The disk is full'

/** The sentence has no full stop. */
export const tooManyValues = (most: number): string => `The answer holds more than ${grouped(most)} values`

/** Says of a name that somebody typed that it is too long. @param most characters that it may have */
export const nameTooLong = (most: number): string => `A name has at most ${most} characters.`

interface Words {
  /** It says what happened, in a sentence without its full stop. */
  title: string
  /** This is what to do next in the page, in sentences. */
  advice: string
  /** This is what more is known of it, in sentences; empty where the title says it all. */
  cause: string
}

export interface FailureWords extends Words {
  /** The system's own words, where they say more. */
  detail: string | null
  /** This is what the service answered, where it did. */
  http: HttpDetail | null
}

/** Tells what a person reads when `failure` happened. Never holds the token: no failure does. */
export function failureWords(failure: Failure): FailureWords {
  const detail =
    failure.kind === 'not-the-interface' ? failure.problems.join('\n') : 'detail' in failure && failure.detail
  return { ...wordsOf(failure), detail: detail || null, http: 'http' in failure ? failure.http : null }
}

/** The same in sentences, without the advice, where there are no controls to point at: on a terminal, in a notice. */
export function failureSentence(failure: Failure): string {
  const { title, cause, detail, http } = failureWords(failure)
  const answered =
    http === null ? [] : [http.status, http.serviceMessage, http.requestId].filter((part) => part !== null)
  const heading = answered.length === 0 ? title : `${title} (${answered.join(', ')})`
  return [detail === null ? heading : `${heading}: ${detail}`, cause]
    .filter((part) => part !== '')
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')
}

const words = (title: string, advice: string, cause = ''): Words => ({ title, advice, cause })

function wordsOf(failure: Failure): Words {
  switch (failure.kind) {
    case 'unreachable':
      return UNREACHABLE[failure.reason]
    case 'timeout':
      return words(
        timeoutTitle(failure.phase, failure.afterMs),
        'Try again, or narrow the filters so that the service has less to find.',
      )
    case 'cancelled':
      return words('Cancelled', 'Nothing was changed. Start again whenever you like.')
    case 'malformed-response':
      return MALFORMED[failure.reason]
    case 'token-refused':
      return words(
        'The service refused the API key',
        'Enter a current one; filters and selection stay.',
        'It may have expired, been revoked, or belong to another environment.',
      )
    case 'forbidden':
      return words(
        'This API key may not read events',
        'Ask whoever issued it to allow that, or choose “Replace API key…” in the list of connections. Filters and selection stay.',
      )
    case 'not-found':
      return words(
        `No event with the ID “${failure.eventId}”`,
        'Check the ID for missing or extra characters, and that this is the right connection.',
      )
    case 'rejected':
      return words(
        'The service rejected the request',
        `${failure.http.serviceMessage ? 'Its message below may name the field at fault. ' : ''}If the filters look right, check the base URL of the connection.`,
      )
    case 'rate-limited':
      return words(
        'The service asks for fewer requests',
        failure.retryAfterMs ? 'Wait until then.' : 'Wait a moment, then try again.',
        askedToWait(failure.retryAfterMs),
      )
    case 'service-error':
      return words(
        `The service failed (${failure.http.status})`,
        `${failure.retryAfterMs ? '' : 'Try again later. '}If it keeps happening, tell whoever runs the service${failure.http.requestId ? ', with the request ID below' : ''}.`,
        askedToWait(failure.retryAfterMs),
      )
    case 'redirect':
      return words(
        'The service redirected the request',
        failure.location === null
          ? 'Check the base URL of the connection.'
          : 'If you trust that address, make it the base URL of the connection.',
        `${failure.location === null ? '' : `To ${failure.location}. `}Redirects are never followed, because the API key would be sent along.`,
      )
    case 'too-large':
      return words(
        failure.bound === 'bytes'
          ? `The answer is larger than ${megabytes(failure.limit)}`
          : tooManyValues(failure.limit),
        'Ask for fewer rows per page, or narrow the filters.',
      )
    case 'cut':
      return words(
        'The answer broke off',
        'Try again. If it keeps happening, ask for fewer rows per page.',
        `Only ${countWords(failure.receivedBytes, 'byte')} arrived.`,
      )
    case 'not-the-interface':
      return words(
        'The answer does not fit the interface',
        'The base URL may point at something else, or the service differs. What arrived is shown unchanged.',
      )
    case 'no-token':
      return failure.why === undefined
        ? words('This connection has no API key', 'Enter one to continue; filters and selection stay.')
        : words('The API key is not available', 'Enter it again to continue; filters and selection stay.', failure.why)
    case 'no-connection':
      return words(
        'This connection no longer exists',
        'Choose another connection.',
        'It was deleted, perhaps in another window.',
      )
    case 'connection-changed':
      return words('This connection was changed in another window', 'Its new settings are used now.')
    case 'invalid':
      return words(failure.message, 'Correct it and try again; what you typed is kept.')
    case 'keychain':
      return words(`${failure.name} did not remove the API key`, '', failure.why)
    case 'disk':
      return words(
        'A file could not be written or read',
        'Check that there is free space and that the folder can be written to, then try again.',
      )
    case 'bridge':
      return BRIDGE[failure.reason]
  }
}

/** Said without the advice too: on a terminal, and of a paused reading. "Retry-After: 0" asks for no wait. */
const askedToWait = (ms: number | null) => (ms ? `It asked to try again in ${waitWords(ms)}.` : '')

type ReasonWords<Kind extends FailureKind> = Record<Extract<Failure, { kind: Kind; reason: string }>['reason'], Words>

const UNREACHABLE: ReasonWords<'unreachable'> = {
  refused: words(
    'Nothing answers at the service’s address',
    'The service may be down, or the base URL may have the wrong port.',
  ),
  'unknown-host': words(
    'The service’s host name is not known',
    'Check the base URL for typing errors; a VPN may be needed.',
  ),
  certificate: words(
    'The service’s certificate is not trusted',
    'Ask whoever runs the service or your network.',
    'It may have expired or be signed by an authority that this computer does not know. Nothing was sent.',
  ),
  reset: words('The connection broke', 'Try again.', 'The service, or the network on the way to it, closed it.'),
  offline: words('This computer is offline', 'Connect to a network, then try again.'),
  proxy: words('The proxy does not let the request through', 'Check the proxy settings of this computer.'),
  other: words('The service cannot be reached', 'Check the network and the base URL, then try again.'),
}

const MALFORMED: ReasonWords<'malformed-response'> = {
  encoding: words(
    'The answer cannot be decompressed',
    'Try again. If it keeps happening, tell whoever runs the service.',
    'The service, or a proxy on the way, damaged it.',
  ),
  headers: words(
    'The headers of the answer are too large',
    'Tell whoever runs the service.',
    'The service, or a proxy on the way, sends more than any client reads.',
  ),
  protocol: words(
    'The answer is not HTTP',
    'Check the port of the base URL, and whether it begins with https or http.',
  ),
}

const NEW_LINK = 'For a new link, press Enter in the terminal where Eventscope is running, or start Eventscope again.'

const BRIDGE: ReasonWords<'bridge'> = {
  'session-over': words(
    'This window’s session is over',
    NEW_LINK,
    'Eventscope was restarted, or someone else used this window’s launch link.',
  ),
  'link-used': words(
    'Someone else may have opened this link',
    NEW_LINK,
    'It opens one window, once, and was used before this browser opened it. The session that it had opened was ended. Unless that was you, in another browser or profile, someone on this computer could read events through your connections until now.',
  ),
  'link-expired': words(
    'This link has expired',
    NEW_LINK,
    'A link that is handed to a browser is valid for one minute.',
  ),
  'link-unknown': words(
    'This link is not valid',
    NEW_LINK,
    'It belongs to an earlier run of Eventscope, or was not copied completely.',
  ),
  'backend-gone': words(
    'Eventscope’s background process does not answer',
    'Start Eventscope again; saved connections are kept.',
    'It may have been closed.',
  ),
  other: words(OWN_FAULT, 'Try again. If it repeats, restart Eventscope and report the words below.'),
}

/** "No answer within 30 s", "The answer stopped coming for 30 s" and the like; the time is rounded up. */
function timeoutTitle(phase: Extract<Failure, { kind: 'timeout' }>['phase'], afterMs: number): string {
  switch (phase) {
    case 'headers':
      return `No answer within ${waitWords(afterMs)}`
    case 'body':
      return `The answer stopped coming for ${waitWords(afterMs)}`
    case 'total':
      return `No complete answer within ${waitWords(afterMs)}, all attempts included`
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
