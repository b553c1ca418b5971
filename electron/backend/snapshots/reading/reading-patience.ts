// How a reading meets failures: it is more patient than a page, and stops where only somebody can help.
import type { Failure } from '../../../../shared/failure.ts'
import { failureCourse } from '../../../../shared/failure-course.ts'

/** 429, any 5xx, or no whole answer: a sign of strain, and worth another try.  */
export function mayPass(failure: Failure): boolean {
  const { kind } = failure
  return failureCourse(failure).retry || kind === 'timeout' || kind === 'service-error' || kind === 'malformed-response'
}

/** Whether nothing can be read before somebody does something: the key, the network, the connection. */
export function haltsAtOnce(failure: Failure): boolean {
  switch (failure.kind) {
    case 'token-refused':
    case 'forbidden':
    case 'no-token':
    case 'no-connection':
    case 'connection-changed':
    case 'disk':
      return true
    case 'unreachable':
      return !failureCourse(failure).retry
    default:
      return false
  }
}
