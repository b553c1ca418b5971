// What a failure calls for next, in one exhaustive table: another try, an old answer meanwhile, another look later.
import type { Failure } from './failure.ts'

export interface FailureCourse {
  /** The backend tries the same request again at once, with backoff. */
  retry: boolean
  /** Nobody answered at all: it may be the network, and what was cached is worth showing meanwhile. */
  away: boolean
  /** It may pass by itself, so that the page looks again later. */
  lookAgain: boolean
}

const FINAL: FailureCourse = { retry: false, away: false, lookAgain: false }

/** How `failure` is met. A new kind of failure does not compile until it has its line here. */
export function failureCourse(failure: Failure): FailureCourse {
  switch (failure.kind) {
    case 'rate-limited':
    case 'cut':
      return { retry: true, away: false, lookAgain: false }
    case 'service-error':
      return { retry: isTransient(failure.http.status), away: false, lookAgain: true }
    case 'timeout':
      return { retry: failure.phase !== 'total', away: true, lookAgain: true }
    case 'unreachable':
      return unreachableCourse(failure.reason)
    case 'cancelled':
    case 'malformed-response':
    case 'token-refused':
    case 'forbidden':
    case 'not-found':
    case 'rejected':
    case 'redirect':
    case 'too-large':
    case 'not-the-interface':
    case 'no-token':
    case 'no-connection':
    case 'connection-changed':
    case 'invalid':
    case 'keychain':
    case 'disk':
    case 'bridge':
      return FINAL
    default:
      return failure satisfies never
  }
}

function unreachableCourse(reason: Extract<Failure, { kind: 'unreachable' }>['reason']): FailureCourse {
  // A certificate that is refused is an answer of somebody, and waiting does not change it.
  const away = reason !== 'certificate'
  return { retry: reason === 'refused' || reason === 'reset' || reason === 'offline', away, lookAgain: away }
}

/** Of something between, or of a service that is overloaded or being restarted. Another 5xx would fail again. */
const isTransient = (status: number) => status === 502 || status === 503 || status === 504
