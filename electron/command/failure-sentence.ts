// A failure in one sentence for a terminal. The page says the same at more length, and points at its own controls.
import type { Failure } from '../../shared/failure.ts'

export function failureSentence(failure: Failure): string {
  switch (failure.kind) {
    case 'unreachable':
      return `The service cannot be reached (${failure.reason.replaceAll('-', ' ')}): ${failure.detail}`
    case 'timeout':
      return `The service did not answer within ${Math.round(failure.afterMs / 1000)} s.`
    case 'cancelled':
      return 'It was stopped.'
    case 'malformed-response':
      return `What answers cannot be read (${failure.reason}): ${failure.detail}`
    case 'token-refused':
      return `The service refused the API key${answered(failure)}.`
    case 'forbidden':
      return `The service does not let this API key read events${answered(failure)}.`
    case 'not-found':
    case 'rejected':
      return `The service rejected the request${answered(failure)}.`
    case 'rate-limited':
      return `The service asks for fewer requests${answered(failure)}.`
    case 'service-error':
      return `The service failed${answered(failure)}.`
    case 'redirect':
      return `The service redirected the request${failure.location === null ? '' : ` to ${failure.location}`}. Redirects are never followed, because the API key would go along.`
    case 'too-large':
      return `An answer is larger than ${failure.limit.toLocaleString('en')} ${failure.bound}.`
    case 'cut':
      return `The service's answers break off, the last one after ${failure.receivedBytes.toLocaleString('en')} bytes.`
    case 'not-the-interface':
      return `An answer does not fit the interface: ${failure.problems.join(' ')}`
    case 'no-token':
      return failure.why ?? 'This connection has no API key.'
    case 'no-connection':
    case 'connection-changed':
      return 'The connection was changed or deleted meanwhile.'
    case 'invalid':
      return failure.message
    case 'keychain':
      return `${failure.name}: ${failure.why}`
    case 'disk':
    case 'bridge':
      return failure.detail
    default:
      return failure satisfies never
  }
}

/** Its status and what it said, as far as it said anything. */
function answered({ http }: Extract<Failure, { http: unknown }>): string {
  return ` (${[http.status, http.serviceMessage, http.requestId].filter((part) => part !== null).join(', ')})`
}
