// http/ sends requests to services: retried, timed, bounded, and noted.
// One call to a service: attempts and the waits between them (docs/decisions/retry.md). It knows HTTP, not events.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Failure, failed, failureCourse, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { CallStep } from '../../../shared/search/search-page.ts'
import { attemptRequest, type HttpEffects, type HttpResponse, isSuccess, type ServiceRequest } from './attempt.ts'
import { createDeadline } from './deadline.ts'
import { serviceMessage } from './service-message.ts'

/** A 2xx response with its whole body. */
export interface ServiceAnswer extends Omit<HttpResponse, 'isCut' | 'retryAfterMs' | 'location'> {
  attempts: number
  durationMs: number
}

/** Receives attempts and waits as they begin. */
export type ReportProgress = (step: CallStep) => void

/**
 * Tries until there is an answer, a failure that is not retried, no attempt left, or too little time for the next wait.
 * Aborting `signal` ends it at once with `cancelled`. Nothing that it returns or reports contains the token, except
 * perhaps the body of an answer.
 */
export async function callService(
  request: ServiceRequest,
  effects: HttpEffects,
  signal: AbortSignal,
  report: ReportProgress,
): Promise<Result<ServiceAnswer>> {
  const { limits } = effects
  const startedAt = performance.now()
  const deadline = createDeadline(signal)
  const of = limits.retries + 1
  let attempts = 0
  const counts = () => ({ attempts, durationMs: Math.round(performance.now() - startedAt) })
  try {
    deadline.start('total', limits.totalMs)
    while (true) {
      deadline.signal.throwIfAborted()
      attempts += 1
      report({ type: 'attempt', attempt: attempts, of })
      const outcome = await attemptRequest(request, effects, deadline.signal)
      if (outcome.ok && isSuccess(outcome.response)) return succeeded(answerOf(outcome.response, counts()))
      const failure = outcome.ok
        ? responseFailure(outcome.response, request, counts())
        : { ...outcome.failure, ...counts() }
      const askedMs = outcome.ok ? outcome.response.retryAfterMs : null
      const waitMs = askedMs ?? varied(limits.backoffMs * 2 ** (attempts - 1))
      const isTimeLeft = waitMs < limits.totalMs - counts().durationMs
      if (!failureCourse(failure).retry || attempts >= of || !isTimeLeft) return failed(failure)
      report({ type: 'waiting', next: attempts + 1, of, waitMs, asked: askedMs !== null, because: failure })
      await sleep(waitMs, undefined, { signal: deadline.signal })
    }
  } catch (error) {
    if (signal.aborted) return failed({ kind: 'cancelled' })
    const expired = deadline.expired()
    if (expired === null) throw error
    return failed({ kind: 'timeout', ...expired, ...counts() })
  } finally {
    deadline.clear()
  }
}

/** Jitter of ±25 %, so that windows that failed together do not retry together. */
const varied = (ms: number) => Math.round(ms * (0.75 + Math.random() / 2))

function answerOf(response: HttpResponse, counts: { attempts: number; durationMs: number }): ServiceAnswer {
  const { status, bytes, contentType, requestId, serviceDateMs } = response
  return { status, bytes, contentType, requestId, serviceDateMs, ...counts }
}

/** The failure of a response with a status other than 2xx (docs/interface.md 7). */
function responseFailure(
  response: HttpResponse,
  { token, eventId }: ServiceRequest,
  counts: { attempts: number; durationMs: number },
): Failure {
  const { status, requestId, retryAfterMs, location } = response
  const common = { http: { status, requestId, serviceMessage: serviceMessage(response, token) }, ...counts }
  if (status >= 300 && status < 400) return { kind: 'redirect', location, ...common }
  if (status === 401) return { kind: 'token-refused', ...common }
  if (status === 403) return { kind: 'forbidden', ...common }
  if (status === 404 && eventId !== null) return { kind: 'not-found', eventId, ...common }
  if (status === 429) return { kind: 'rate-limited', retryAfterMs, ...common }
  if (status >= 400 && status < 500) return { kind: 'rejected', ...common }
  return { kind: 'service-error', retryAfterMs, ...common }
}
