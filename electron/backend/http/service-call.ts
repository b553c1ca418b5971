// One call to a service: attempts, waits, and the whole body, or a failure as a value. It knows HTTP, not events.
import ky, { HTTPError, TimeoutError } from 'ky'
import type { Progress } from '../../../shared/contract.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure.ts'
import { failureCourse } from '../../../shared/failure-course.ts'
import { type Arrived, type AttemptEffects, AttemptError, attemptOnce } from './attempt.ts'
import { refusalFailure } from './failure-of.ts'
import { serviceMessage } from './service-message.ts'
import { withoutToken } from './without-token.ts'

export interface ServiceRequest {
  method: 'GET' | 'POST'
  url: string
  token: string
  /** JSON, or null. */
  body: string | null
  /** For a fetch by id: the id, because its 404 has a meaning of its own. */
  eventId: string | null
}

/** A 2xx answer, whole. */
export interface ServiceAnswer extends Omit<Arrived, 'retryAfterMs' | 'location'> {
  attempts: number
  durationMs: number
}

/** Tells of attempts and waits as they begin. */
export type Report = (progress: Exclude<Progress<never>, { type: 'answer' }>) => void

/** Asks until there is an answer, a refusal that no retry mends, or no time left. Aborting `signal` ends it at once. */
export async function callService(
  request: ServiceRequest,
  { fetch, now, patience }: AttemptEffects,
  signal: AbortSignal,
  report: Report,
): Promise<Result<ServiceAnswer>> {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  let attempts = 0
  let arrived: Arrived | null = null
  let waitMs = 0

  const attempt = async (input: Request): Promise<Response> => {
    attempts += 1
    arrived = null
    report({ type: 'attempt', attempt: attempts })
    arrived = await attemptOnce(input, { fetch, now, patience })
    // ky judges the status only; the answer itself stays here, read once and never parsed by ky (it would round numbers).
    return new Response(null, { status: retried(arrived.status) ? arrived.status : 200 })
  }

  try {
    await ky(request.url, {
      method: request.method,
      body: request.body,
      headers: {
        accept: 'application/json',
        'user-agent': 'Eventscope',
        authorization: `Bearer ${request.token}`,
        ...(request.body === null ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal,
      fetch: (input) => attempt(input as Request),
      throwHttpErrors: retried,
      timeout: false,
      totalTimeout: patience.totalMs,
      retry: {
        limit: patience.retries,
        methods: ['get', 'post'],
        shouldRetry: ({ error }) => {
          const because = failureOf(error)
          if (signal.aborted || because === null || !failureCourse(because).retry) return false
          const asked = arrived?.retryAfterMs ?? null
          waitMs = asked ?? varied(patience.backoffMs * 2 ** (attempts - 1))
          if (waitMs >= patience.totalMs - elapsed()) return false
          report({ type: 'waiting', next: attempts + 1, waitMs, asked: asked !== null, because })
          return true
        },
        delay: () => waitMs,
      },
    })
  } catch (error) {
    if (signal.aborted) return failed({ kind: 'cancelled' })
    const failure = failureOf(error)
    if (failure === null) throw error
    return failed(failure)
  }
  if (signal.aborted) return failed({ kind: 'cancelled' })
  return settled()

  function settled(): Result<ServiceAnswer> {
    if (arrived === null) throw new Error('An answer was announced and is not there')
    const { retryAfterMs: _, location: __, ...answer } = arrived
    if (answer.status < 200 || answer.status >= 300) return failed(refusal(arrived))
    return succeeded({ ...answer, requestId: clean(answer.requestId), attempts, durationMs: elapsed() })
  }

  function clean(text: string | null): string | null {
    return text === null ? null : withoutToken(text, request.token)
  }

  /** Null when the error is none of the expected ones. */
  function failureOf(error: unknown): Failure | null {
    const counts = { attempts, durationMs: elapsed() }
    if (error instanceof AttemptError) return { ...error.failure, ...counts }
    if (error instanceof TimeoutError) return { kind: 'timeout', phase: 'total', afterMs: patience.totalMs, ...counts }
    if (error instanceof HTTPError && arrived !== null) return refusal(arrived)
    return null
  }

  function refusal({ status, requestId, contentType, bytes, location, retryAfterMs }: Arrived): Failure {
    const words = serviceMessage(contentType, new TextDecoder().decode(bytes), request.token)
    const http = { status, requestId: clean(requestId), serviceMessage: words }
    return refusalFailure(
      { status, http, location: clean(location), retryAfterMs, attempts, durationMs: elapsed() },
      request.eventId,
    )
  }
}

const retried = (status: number) => status === 429 || status === 502 || status === 503 || status === 504

/** ±25 %, so that windows that failed together do not come back together. */
const varied = (ms: number) => Math.round(ms * (0.75 + Math.random() / 2))
