// Turns what the HTTP stack throws into a failure.
import type { Failure } from '../../../shared/failure/failure.ts'

/** Without `attempts` and `durationMs`, which only the whole call knows. */
export type WithoutCounts<F> = F extends Failure ? Omit<F, 'attempts' | 'durationMs'> : never
export type NetworkFailure = WithoutCounts<Extract<Failure, { kind: 'unreachable' | 'malformed-response' | 'timeout' }>>

/** undici's default connect timeout. */
const CONNECT_MS = 10_000

/** Why a request to `url` failed; `detail` is the system's message with its code. Null if it is not a network error. */
export function networkFailure(error: unknown, url: string): NetworkFailure | null {
  const causes = causesOf(error)
  if (!causes.some((cause) => codeOf(cause) !== null || cause.name === 'HTTPParserError')) return null
  const telling = causes.findLast((cause) => codeOf(cause) !== null) ?? causes.at(-1)
  const code = telling === undefined ? null : codeOf(telling)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return { kind: 'timeout', phase: 'headers', afterMs: CONNECT_MS }
  const words = telling?.message || 'The connection failed.'
  const detail = code === null || words.includes(code) ? words : `${words} (${code})`
  const malformed = malformedReason(telling?.name, code, words)
  if (malformed !== null) return { kind: 'malformed-response', reason: malformed, detail }
  const proxied = causes.find(
    (cause) => codeOf(cause) === 'ERR_PROXY' || /proxy/i.test(cause.message) || isElsewhere(cause, new URL(url)),
  )
  if (proxied !== undefined) return { kind: 'unreachable', reason: 'proxy', detail: proxied.message }
  return { kind: 'unreachable', reason: unreachableReason(code, words), detail }
}

function malformedReason(name: string | undefined, code: string | null, words: string) {
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'headers'
  if (/^(Z_DATA|Z_STREAM|Z_NEED_DICT|ZSTD_|ERR__)/.test(code ?? '') || code === 'ERR_CONTENT_ENCODING')
    return 'encoding'
  const isOtherProtocol =
    name === 'HTTPParserError' ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    // Too many interim responses, or an unrequested upgrade.
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

function unreachableReason(code: string | null, words: string) {
  const isOfCertificate =
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ISSUER/.test(code ?? '') || /certificate/i.test(words)
  return REASONS.get(code ?? '') ?? (isOfCertificate ? 'certificate' : 'other')
}

/** An error and its causes, outermost first; of an aggregate the first error. */
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
