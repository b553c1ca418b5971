// What a failure calls for next, in one exhaustive table: for a request, for what is on screen, for a reading of every match.
import type { Failure } from './failure.ts'

export interface FailureCourse {
  /** The backend tries the same request again at once, with backoff. */
  retry: boolean
  /** There was no answer at all: it may be the network, so cached content is worth showing. */
  offline: boolean
  /** It may pass, so the page tries again later. */
  lookAgain: boolean
  /**
   * What a reading of every match does, which waits longer than a page. `wait`: a sign of strain, so fewer requests, and
   * the same one again. `halt`: nothing can be read before somebody does something. `skip`: on without these rows.
   */
  reading: 'wait' | 'halt' | 'skip'
  /** The page, loaded again, may do better. Not where it needs a new launch link. */
  reload: boolean
}

const FINAL: FailureCourse = { retry: false, offline: false, lookAgain: false, reading: 'skip', reload: true }

/** How `failure` is met. A new kind of failure does not compile until it has its line here. */
export function failureCourse(failure: Failure): FailureCourse {
  switch (failure.kind) {
    case 'rate-limited':
    case 'cut':
      return { ...FINAL, retry: true, reading: 'wait' }
    case 'service-error':
      return { ...FINAL, retry: isTransient(failure.http.status), lookAgain: true, reading: 'wait' }
    case 'timeout':
      return { ...FINAL, retry: failure.phase !== 'total', offline: true, lookAgain: true, reading: 'wait' }
    case 'unreachable':
      return unreachableCourse(failure.reason)
    case 'malformed-response':
      return { ...FINAL, reading: 'wait' }
    case 'token-refused':
    case 'forbidden':
    case 'no-token':
    case 'no-connection':
    case 'connection-changed':
    case 'disk':
      return { ...FINAL, reading: 'halt' }
    case 'bridge':
      return { ...FINAL, reload: failure.reason === 'backend-gone' || failure.reason === 'other' }
    case 'cancelled':
    case 'not-found':
    case 'rejected':
    case 'redirect':
    case 'too-large':
    case 'not-the-interface':
    case 'invalid':
    case 'keychain':
      return FINAL
    default:
      return failure satisfies never
  }
}

function unreachableCourse(reason: Extract<Failure, { kind: 'unreachable' }>['reason']): FailureCourse {
  // A certificate that is refused is an answer of somebody, and waiting does not change it.
  const offline = reason !== 'certificate'
  const retry = reason === 'refused' || reason === 'reset' || reason === 'offline'
  return { ...FINAL, retry, offline, lookAgain: offline, reading: retry ? 'wait' : 'halt' }
}

/** Of something between, or of a service that is overloaded or being restarted. Another 5xx would fail again. */
const isTransient = (status: number) => status === 502 || status === 503 || status === 504
