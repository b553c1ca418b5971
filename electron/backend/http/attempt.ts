// One HTTP request and its response with the body, or why there is none, within its limits. service-call.ts decides
// about retries.
import type { Failure } from '../../../shared/failure/failure.ts'
import { linkSignals } from './linked-signal.ts'
import { redactToken } from './secrets.ts'
import {
  BrokenBody,
  type FetchedHeaders,
  type FetchedResponse,
  readBody,
  type ServiceFetch,
  type ServiceFetchInit,
} from './service-fetch.ts'

export interface ServiceRequest {
  method: 'GET' | 'POST'
  url: string
  token: string
  /** JSON, or null. */
  body: string | null
  /** A fetch by id has the id, because its 404 means `not-found` (docs/interface.md 4.1); else null. */
  eventId: string | null
}

export interface HttpEffects {
  fetch: ServiceFetch
  /** Milliseconds since the epoch. */
  now: () => number
  limits: RequestLimits
}

/** A response of any status. The token is redacted in the headers, not in the body. */
export interface HttpResponse {
  status: number
  /** The body; for a status other than 2xx at most its first 64 KiB. */
  bytes: Uint8Array<ArrayBuffer>
  /** Whether the body went on or should have. */
  isCut: boolean
  contentType: string | null
  requestId: string | null
  /** The service's Date header, milliseconds since the epoch. */
  serviceDateMs: number | null
  retryAfterMs: number | null
  location: string | null
}

export type AttemptFailure = NetworkFailure | WithoutCounts<Extract<Failure, { kind: 'too-large' | 'cut' }>>

export type AttemptOutcome = { ok: true; response: HttpResponse } | { ok: false; failure: AttemptFailure }

/** How much of an error response is read for the service's message. */
const ERROR_BODY_CAP_BYTES = 64 * 1024

/**
 * Follows no redirect, which would take the token along. Rejects when `signal` is aborted, and with unexpected errors.
 */
export async function attemptRequest(
  request: ServiceRequest,
  { fetch, now, limits }: HttpEffects,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const deadline = createDeadline(signal)
  try {
    deadline.start('headers', limits.headersMs)
    const response = await fetch(request.url, requestInit(request, deadline.signal))
    deadline.start('body', limits.stallMs)
    const receivedAt = now()
    const body = isSuccess(response)
      ? await wholeBody(response, limits, deadline)
      : await startOfBody(response, deadline)
    if ('kind' in body) return { ok: false, failure: body }
    return { ok: true, response: { ...headOf(response, request.token, receivedAt), ...body } }
  } catch (error) {
    const failure = attemptFailure(error, request.url, deadline)
    if (failure === null) throw error
    return { ok: false, failure }
  } finally {
    deadline.clear()
  }
}

/** 2xx (RFC 9110 section 15.3). */
export const isSuccess = ({ status }: { status: number }) => status >= 200 && status < 300

function requestInit({ method, token, body }: ServiceRequest, signal: AbortSignal): ServiceFetchInit {
  const headers = {
    accept: 'application/json',
    'user-agent': 'Eventscope',
    authorization: `Bearer ${token}`,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
  }
  return { method, headers, body, signal }
}

type Body = Pick<HttpResponse, 'bytes' | 'isCut'>

function headOf({ status, headers }: FetchedResponse, token: string, nowMs: number): Omit<HttpResponse, keyof Body> {
  // Redacted before it is cut: half a token would not be found.
  const redacted = (text: string | null, longest: number) =>
    text === null ? null : redactToken(text, token).slice(0, longest)
  return {
    status,
    contentType: redacted(headers.get('content-type'), 200),
    requestId: redacted(requestIdOf(headers), 200),
    serviceDateMs: httpDate(headers.get('date') ?? ''),
    retryAfterMs: retryAfterMs(headers, nowMs),
    location: redacted(headers.get('location'), 2_000),
  }
}

async function wholeBody(
  response: FetchedResponse,
  limits: RequestLimits,
  deadline: Deadline,
): Promise<Body | AttemptFailure> {
  const tooLarge: AttemptFailure = { kind: 'too-large', bound: 'bytes', limit: limits.capBytes }
  // The announced length of a compressed body says nothing of what becomes of it.
  const announced = response.headers.has('content-encoding') ? 0 : Number(response.headers.get('content-length') ?? 0)
  if (announced > limits.capBytes) {
    response.body.destroy()
    return tooLarge
  }
  const { bytes, end } = await readBody(
    response.body,
    limits.capBytes,
    () => deadline.start('body', limits.stallMs),
    announced,
  )
  if (end === 'over') return tooLarge
  return endsEarly(response, bytes) ? { kind: 'cut', receivedBytes: bytes.byteLength } : { bytes, isCut: false }
}

/** Reads an error response, whose status counts even if its body breaks off or stalls. */
async function startOfBody(response: FetchedResponse, deadline: Deadline): Promise<Body> {
  try {
    const { bytes, end } = await readBody(response.body, ERROR_BODY_CAP_BYTES, () => undefined)
    return { bytes, isCut: end === 'over' }
  } catch (error) {
    const isCancelled = deadline.signal.aborted && deadline.expired() === null
    if (error instanceof BrokenBody && !isCancelled) return { bytes: error.bytes, isCut: true }
    throw error
  }
}

/**
 * Whether a JSON object lacks its end, which goes unnoticed if the end of the connection ends the body (RFC 9112
 * section 6.3), and in lenient decompression.
 */
function endsEarly({ headers }: FetchedResponse, bytes: Uint8Array): boolean {
  const isEncoded = headers.has('content-encoding')
  // Where the headers say how the body ends, undici itself fails on one that ends before.
  const saysItsEnd = headers.has('content-length') || headers.has('transfer-encoding')
  if (saysItsEnd && !isEncoded) return false
  // An encoded body of which nothing came out was cut: the decompression takes what is cut for whole.
  if (bytes.byteLength === 0) return isEncoded
  // White space may stand around the object, and a byte order mark before it.
  const isVisibleAscii = (byte: number) => byte > 0x20 && byte < 0x80
  return bytes.find(isVisibleAscii) === OPENING && bytes.findLast(isVisibleAscii) !== CLOSING
}

const OPENING = '{'.charCodeAt(0)
const CLOSING = '}'.charCodeAt(0)

/** Null if the call was cancelled or the error is not a network error. */
function attemptFailure(thrown: unknown, url: string, deadline: Deadline): AttemptFailure | null {
  const expired = deadline.expired()
  if (expired !== null) return { kind: 'timeout', ...expired }
  if (deadline.signal.aborted) return null
  const [error, receivedBytes] = thrown instanceof BrokenBody ? [thrown.cause, thrown.bytes.byteLength] : [thrown, null]
  const failure = networkFailure(error, url)
  return failure?.kind === 'unreachable' && receivedBytes !== null ? { kind: 'cut', receivedBytes } : failure
}

const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'x-trace-id',
  'cf-ray',
]

/** The ID to quote to the service's support, as sent. */
function requestIdOf(headers: FetchedHeaders): string | null {
  return REQUEST_ID_HEADERS.map((name) => headers.get(name)?.trim()).find((value) => value) ?? null
}

/** About 25 days: a timer fires at once for anything longer. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * The wait that a response asks for, 0 to 2 ** 31 - 1 ms; null without a valid Retry-After (RFC 9110 section 10.2.3):
 * seconds, or a date on the service's own clock.
 */
export function retryAfterMs(headers: Pick<FetchedHeaders, 'get'>, nowMs: number): number | null {
  const asked = headers.get('retry-after')?.trim()
  if (asked === undefined) return null
  if (/^\d+$/.test(asked)) return Math.min(LONGEST_MS, Number(asked) * 1000)
  const until = httpDate(asked)
  if (until === null) return null
  const serviceNow = httpDate(headers.get('date') ?? '') ?? nowMs
  return Math.min(LONGEST_MS, Math.max(0, until - serviceNow))
}

/** An HTTP date (RFC 9110 section 5.6.7, obsolete forms too) as milliseconds since the epoch, or null. */
export function httpDate(text: string): number | null {
  const dateLike = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d( GMT| \d{4})$/.test(text.trim())
  // The asctime form has no zone and means UTC.
  const milliseconds = dateLike ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN
  return Number.isNaN(milliseconds) ? null : milliseconds
}

// All limits of the HTTP client, times in milliseconds and sizes in bytes.

export interface RequestLimits {
  /** It goes from sending a request to its response's headers, per attempt. */
  headersMs: number
  /** Two chunks of a body may be so far apart. */
  stallMs: number
  /** The whole call: attempts, waits and bodies. */
  totalMs: number
  /** Attempts after the first. */
  retries: number
  /** Wait before the first retry; doubled for each further one, ±25 %. A Retry-After that is no shorter comes first. */
  backoffMs: number
  /** The most bytes of one body, after decompression. */
  capBytes: number
}

/** These are for what the user asked to see. */
export const interactiveLimits: RequestLimits = {
  headersMs: 30_000,
  stallMs: 15_000,
  totalMs: 90_000,
  retries: 3,
  backoffMs: 400,
  capBytes: 32 * 1024 * 1024,
}

/** They are for requests that nobody waits for: a prefetched page, a check whether the service is back. One attempt. */
export const backgroundLimits: RequestLimits = { ...interactiveLimits, retries: 0 }

/** "Test connection" has these. One attempt. */
export const probeLimits: RequestLimits = { ...interactiveLimits, headersMs: 15_000, totalMs: 20_000, retries: 0 }

// The timer that keeps a request to them.

type Phase = 'headers' | 'body' | 'total'
type Deadline = ReturnType<typeof createDeadline>

/**
 * An abort signal with a timer: aborted by the caller's signal, or when a phase exceeds its time. No timer runs before
 * `start`. `clear` must be called in the end: `outer` may outlive thousands of these.
 */
export function createDeadline(outer: AbortSignal) {
  const { signal, abort, release } = linkSignals(outer)
  let timer: NodeJS.Timeout | undefined
  let expired: { phase: Phase; afterMs: number } | null = null
  return {
    signal,
    /** Starts the timer of a phase in place of the previous one. */
    start: (phase: Phase, afterMs: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        expired = { phase, afterMs }
        abort()
      }, afterMs)
    },
    /** The phase whose timer ran out, if one did. */
    expired: () => expired,
    /** Stops the timer and detaches from the caller's signal. */
    clear: (): void => {
      clearTimeout(timer)
      release()
    },
  }
}

// Turns what the HTTP stack throws into a failure.

/** A failure of one attempt: without `attempts` and `durationMs`, which only the whole call knows. */
export type WithoutCounts<F> = F extends Failure ? Omit<F, 'attempts' | 'durationMs'> : never
export type NetworkFailure = WithoutCounts<Extract<Failure, { kind: 'unreachable' | 'malformed-response' | 'timeout' }>>

/** undici's default connect timeout. */
const CONNECT_MS = 10_000

/** Why a request to `url` failed; `detail` is the system's message with its code. Null if it is not a network error. */
export function networkFailure(error: unknown, url: string): NetworkFailure | null {
  const causes = causesOf(error)
  const isOfNetwork = causes.some((cause) => codeOf(cause) !== null || cause.name === 'HTTPParserError')
  if (!isOfNetwork) return null
  // The innermost one with a code is the system's; those around it are of undici, and say less.
  const root = causes.findLast((cause) => codeOf(cause) !== null) ?? causes.at(-1)
  const code = root === undefined ? null : codeOf(root)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return { kind: 'timeout', phase: 'headers', afterMs: CONNECT_MS }
  const words = root?.message || 'The connection failed.'
  const detail = code === null || words.includes(code) ? words : `${words} (${code})`
  const malformed = malformedReason(root?.name, code, words)
  if (malformed !== null) return { kind: 'malformed-response', reason: malformed, detail }
  const proxied = causes.find(
    (cause) => codeOf(cause) === 'ERR_PROXY' || /proxy/i.test(cause.message) || isElsewhere(cause, new URL(url)),
  )
  if (proxied !== undefined) return { kind: 'unreachable', reason: 'proxy', detail: proxied.message }
  return { kind: 'unreachable', reason: unreachableReason(code, words), detail }
}

/** How what came breaks HTTP; null where the error is none of an answer. */
function malformedReason(name: string | undefined, code: string | null, words: string) {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'headers'
  if (/^(Z_DATA|Z_STREAM|Z_NEED_DICT|ZSTD_|ERR__)/.test(code ?? '') || code === 'ERR_CONTENT_ENCODING')
    return 'encoding'
  const isOtherProtocol =
    name === 'HTTPParserError' ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    // The service sent too many interim responses, or an unrequested upgrade.
    (code === 'UND_ERR_SOCKET' && /^bad (response|upgrade)/.test(words)) ||
    // https to a port that serves plain HTTP.
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code ?? '')
  return isOtherProtocol ? 'protocol' : null
}

/** Whether the failed connection was not to the service, and so to the proxy. */
function isElsewhere(cause: Error, { hostname, port, protocol }: URL): boolean {
  const otherHost = 'hostname' in cause && typeof cause.hostname === 'string' && cause.hostname !== hostname
  const portOfService = Number(port || (protocol === 'https:' ? 443 : 80))
  return otherHost || ('port' in cause && typeof cause.port === 'number' && cause.port !== portOfService)
}

const REASONS = new Map([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'unknown-host'],
  ...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].map((code) => [code, 'reset'] as const),
  ...['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EAI_AGAIN'].map(
    (code) => [code, 'offline'] as const,
  ),
] as const)

/** The class of cause: by the system's code, else by words, as certificates have dozens of codes. */
function unreachableReason(code: string | null, words: string) {
  const isOfCertificate =
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ISSUER/.test(code ?? '') || /certificate/i.test(words)
  return REASONS.get(code ?? '') ?? (isOfCertificate ? 'certificate' : 'other')
}

/** An error and its causes, outermost first, at most eight; of an aggregate the first error. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  let at = error
  while (at instanceof Error && causes.length < 8) {
    causes.push(at)
    at = at instanceof AggregateError && at.errors.length > 0 ? at.errors[0] : at.cause
  }
  return causes
}

const codeOf = (error: Error): string | null => ('code' in error && typeof error.code === 'string' ? error.code : null)
