// failure/ says what can go wrong, what happens next, and in which words it is told. The one list of what can go wrong
// between the page and a service. A failure is a value: the backend returns it, the bridge carries it as a typed
// error's data, the page puts it into words.
import { z } from 'zod'

/** What a service said with a refusal, if anything (docs/interface.md section 7: the shape is not shown). */
const httpDetailSchema = z.object({
  status: z.int(),
  /** X-Request-Id or a like header, as sent. */
  requestId: z.string().nullable(),
  /** The service's own words: found in its JSON, or the start of its text. It has at most 2,000 characters. */
  serviceMessage: z.string().nullable(),
})
export type HttpDetail = z.infer<typeof httpDetailSchema>

const attempted = { attempts: z.int(), durationMs: z.number() }

export const failureSchema = z.discriminatedUnion('kind', [
  /** No answer: `reason` is the class of cause, `detail` the system's own words (never holds the token). */
  z.object({
    kind: z.literal('unreachable'),
    reason: z.enum(['refused', 'unknown-host', 'certificate', 'reset', 'offline', 'proxy', 'other']),
    detail: z.string(),
    ...attempted,
  }),
  /** No answer, or no whole answer, within `afterMs`. */
  z.object({
    kind: z.literal('timeout'),
    phase: z.enum(['headers', 'body', 'total']),
    afterMs: z.number(),
    ...attempted,
  }),
  z.object({ kind: z.literal('cancelled') }),
  /** A response came that HTTP does not allow: nothing of it can be used. `detail` as for `unreachable`. */
  z.object({
    kind: z.literal('malformed-response'),
    /** `encoding`: the body does not decompress. `headers`: they are too large. `protocol`: it is no HTTP. */
    reason: z.enum(['encoding', 'headers', 'protocol']),
    detail: z.string(),
    ...attempted,
  }),
  /** 401: another API key is needed. */
  z.object({ kind: z.literal('token-refused'), http: httpDetailSchema, ...attempted }),
  /** 403: the API key may be right, and is not allowed this. */
  z.object({ kind: z.literal('forbidden'), http: httpDetailSchema, ...attempted }),
  /** 404 to a fetch by id (docs/interface.md 4.1 rule 2). */
  z.object({ kind: z.literal('not-found'), eventId: z.string(), http: httpDetailSchema, ...attempted }),
  /** Any other 4xx. */
  z.object({ kind: z.literal('rejected'), http: httpDetailSchema, ...attempted }),
  /** 429 after all retries; `retryAfterMs` is what the last answer asked for. */
  z.object({
    kind: z.literal('rate-limited'),
    retryAfterMs: z.number().nullable(),
    http: httpDetailSchema,
    ...attempted,
  }),
  /** 5xx after all retries. */
  z.object({
    kind: z.literal('service-error'),
    retryAfterMs: z.number().nullable(),
    http: httpDetailSchema,
    ...attempted,
  }),
  /** 3xx: never followed, because the token would go along. */
  z.object({ kind: z.literal('redirect'), location: z.string().nullable(), http: httpDetailSchema, ...attempted }),
  /** A body of more bytes (after decompression) or of more members and items than `limit`: none of it was used. */
  z.object({ kind: z.literal('too-large'), bound: z.enum(['bytes', 'values']), limit: z.int(), ...attempted }),
  /** The connection ended before the body did, on every attempt. */
  z.object({ kind: z.literal('cut'), receivedBytes: z.int(), ...attempted }),
  /** A 2xx answer that does not fit docs/interface.md: shown raw (`body`, up to 200,000 characters) and what lacked. */
  z.object({
    kind: z.literal('not-the-interface'),
    problems: z.array(z.string()),
    contentType: z.string().nullable(),
    body: z.string(),
    http: httpDetailSchema,
    ...attempted,
  }),
  /** The connection is known, its token is not (forgotten, or held for an earlier run only). */
  z.object({
    kind: z.literal('no-token'),
    connectionId: z.string(),
    /** This is what the keychain said, in words that help; absent where no token was ever kept. */
    why: z.string().optional(),
  }),
  z.object({ kind: z.literal('no-connection'), connectionId: z.string() }),
  /** Its base URL or token is another one than the page knows: it was changed in another window. Nothing was sent. */
  z.object({ kind: z.literal('connection-changed'), connectionId: z.string() }),
  /** The typed text cannot be used; `field` names the control. */
  z.object({
    kind: z.literal('invalid'),
    field: z.enum([
      'name',
      'baseUrl',
      'token',
      'plainHttpConsent',
      'billingZone',
      'request',
      'eventId',
      'export',
      'file',
    ]),
    message: z.string(),
  }),
  /** The keychain (`name`, for people) did not remove an API key; `why` in words that help. */
  z.object({ kind: z.literal('keychain'), name: z.string(), why: z.string() }),
  /** A file of ours could not be written or read; `detail` is the system's own words. */
  z.object({ kind: z.literal('disk'), detail: z.string() }),
  /** The bridge itself broke, or a launch link opened nothing: seen by the page only. */
  z.object({
    kind: z.literal('bridge'),
    reason: z.enum(['session-over', 'link-used', 'link-expired', 'link-unknown', 'backend-gone', 'other']),
    detail: z.string(),
  }),
])

export type Failure = z.infer<typeof failureSchema>
export type FailureKind = Failure['kind']

/** The outcome of something that is expected to fail at times. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export const succeeded = <T>(value: T): Result<T> => ({ ok: true, value })
export const failed = (failure: Failure): { ok: false; failure: Failure } => ({ ok: false, failure })

// This is what a failure calls for next, in one exhaustive table: for a request, for what is on screen, for a reading
// of every match.

interface FailureCourse {
  /** The backend tries the same request again at once, with backoff. */
  retry: boolean
  /** There was no answer at all: it may be the network, so cached content is worth showing. */
  offline: boolean
  /** It may pass, so the page tries again later. */
  lookAgain: boolean
  /**
   * This is what a reading of every match does, which waits longer than a page. `wait`: a sign of strain, so fewer
   * requests, and the same one again. `halt`: nothing can be read before somebody does something. `skip`: on without
   * these rows.
   */
  reading: 'wait' | 'halt' | 'skip'
  /** The page, loaded again, may do better. A page that needs a new launch link would not. */
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
  }
}

function unreachableCourse(reason: Extract<Failure, { kind: 'unreachable' }>['reason']): FailureCourse {
  // A certificate that is refused is an answer of somebody, and waiting does not change it.
  const offline = reason !== 'certificate'
  const retry = reason === 'refused' || reason === 'reset' || reason === 'offline'
  return { ...FINAL, retry, offline, lookAgain: offline, reading: retry ? 'wait' : 'halt' }
}

/** Whether the base URL of the connection may be wrong, as the advice of these says: another one is what helps then. */
export function mayBeAddress(failure: Failure): boolean {
  switch (failure.kind) {
    case 'unreachable':
      return failure.reason === 'refused' || failure.reason === 'unknown-host' || failure.reason === 'other'
    case 'malformed-response':
      return failure.reason === 'protocol'
    case 'rejected':
    case 'redirect':
    case 'not-the-interface':
      return true
    default:
      return false
  }
}

/** Something between answers so, or a service that is overloaded or being restarted. Another 5xx would fail again. */
const isTransient = (status: number) => status === 502 || status === 503 || status === 504
