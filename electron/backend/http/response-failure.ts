// Maps a response with a status other than 2xx to its failure (docs/interface.md 7).
import type { Failure } from '../../../shared/failure/failure.ts'
import type { HttpResponse, ServiceRequest } from './attempt.ts'
import { serviceMessage } from './service-message.ts'

export function responseFailure(
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
