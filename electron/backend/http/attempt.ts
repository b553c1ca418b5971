// One request to a service and its whole body, or an AttemptError that says what came in the way.
import type { Failure } from '../../../shared/failure.ts'
import { BrokenBody, readBody } from './body.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { requestIdOf, unreachable } from './failure-of.ts'
import type { Patience } from './patience.ts'
import { httpDate, retryAfterMs } from './retry-after.ts'

export interface AttemptEffects {
  /** Of the same stack as globalThis.Request: undici's, after `install()`. */
  fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  now: () => number
  patience: Patience
}

/** What came, of any status. */
export interface Arrived {
  status: number
  /** The body; of a refusal its first 64 KiB at most. */
  bytes: Uint8Array<ArrayBuffer>
  contentType: string | null
  requestId: string | null
  /** The service's Date header, milliseconds since the epoch. */
  serviceDateMs: number | null
  retryAfterMs: number | null
  location: string | null
}

type WithoutCounts<F> = F extends Failure ? Omit<F, 'attempts' | 'durationMs'> : never
type AttemptFailure = WithoutCounts<Extract<Failure, { kind: 'unreachable' | 'timeout' | 'too-large' | 'cut' }>>

/** Carries an attempt's failure through ky. */
export class AttemptError extends Error {
  override name = 'AttemptError'
  readonly failure: AttemptFailure

  constructor(failure: AttemptFailure, cause?: unknown) {
    super(failure.kind, { cause })
    this.failure = failure
  }
}

/** The most of a refusal's body that is read for the service's words. */
const REFUSAL_CAP_BYTES = 64 * 1024

/** undici's own bound on connecting. */
const CONNECT_MS = 10_000

/** One request and its whole body. Throws AttemptError. */
export async function attemptOnce(request: Request, { fetch, now, patience }: AttemptEffects): Promise<Arrived> {
  const deadline = createDeadline(request.signal)
  try {
    deadline.expect('headers', patience.headersMs)
    const response = await answerTo(request, fetch, deadline)
    deadline.expect('body', patience.stallMs)
    const bytes = response.ok ? await wholeBody(response, patience, deadline) : await beginningOf(response, deadline)
    return {
      status: response.status,
      bytes,
      contentType: response.headers.get('content-type'),
      requestId: requestIdOf(response.headers),
      serviceDateMs: httpDate(response.headers.get('date') ?? ''),
      retryAfterMs: retryAfterMs(response.headers, now()),
      location: response.headers.get('location'),
    }
  } finally {
    deadline.clear()
  }
}

async function answerTo(request: Request, fetch: AttemptEffects['fetch'], deadline: Deadline): Promise<Response> {
  try {
    return await fetch(request, { signal: deadline.signal })
  } catch (error) {
    throw attemptError(error, request.url, deadline, null)
  }
}

async function wholeBody(response: Response, patience: Patience, deadline: Deadline): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new AttemptError({ kind: 'too-large', limitBytes: patience.capBytes })
  const announced = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0)
  if (announced > patience.capBytes) {
    await response.body?.cancel()
    throw tooLarge
  }
  try {
    const body = await readBody(response.body, patience.capBytes, () => deadline.expect('body', patience.stallMs))
    if (body.end === 'over') throw tooLarge
    if (endedEarly(response, body.bytes)) throw new AttemptError({ kind: 'cut', receivedBytes: body.bytes.byteLength })
    return body.bytes
  } catch (error) {
    throw error instanceof BrokenBody
      ? attemptError(error.cause, response.url, deadline, error.bytes.byteLength)
      : error
  }
}

/** The start of a refusal's body; that it breaks off or stalls changes nothing about the refusal. */
async function beginningOf(response: Response, deadline: Deadline): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return (await readBody(response.body, REFUSAL_CAP_BYTES, () => undefined)).bytes
  } catch (error) {
    if (error instanceof BrokenBody && !(deadline.signal.aborted && deadline.missed() === null)) return error.bytes
    throw error
  }
}

/** A body that ends with its connection (no length, no chunks) cannot be seen to be cut, except that an object must end in "}". */
function endedEarly(response: Response, bytes: Uint8Array): boolean {
  if (response.headers.has('content-length') || response.headers.has('transfer-encoding')) return false
  const text = new TextDecoder().decode(bytes).trim()
  return text.startsWith('{') && !text.endsWith('}')
}

/** `received`: bytes of the body that had come, or null before the answer's headers. */
function attemptError(error: unknown, url: string, deadline: Deadline, received: number | null): unknown {
  const missed = deadline.missed()
  if (missed !== null) return new AttemptError({ kind: 'timeout', ...missed }, error)
  if (deadline.signal.aborted) return error
  const why = unreachable(error, url)
  if (why === null) return error
  if (why === 'connect-timeout')
    return new AttemptError({ kind: 'timeout', phase: 'headers', afterMs: CONNECT_MS }, error)
  const cut = received !== null && !why.detail.includes('(Z_')
  return new AttemptError(cut ? { kind: 'cut', receivedBytes: received } : { kind: 'unreachable', ...why }, error)
}
