// Why no response came, from what the HTTP stack throws.
import type { Failure } from '../../../shared/failure.ts'

type Reason = Extract<Failure, { kind: 'unreachable' }>['reason']

/** Why no response came from `url`; `detail` is the system's own words with its code. Null: the error is none of the network's. */
export function networkFailure(
  error: unknown,
  url: string,
): { reason: Reason; detail: string } | 'connect-timeout' | null {
  const causes = causesOf(error)
  if (!causes.some((cause) => codeOf(cause) !== null || isFetchFailure(cause))) return null
  const telling = causes.findLast((cause) => codeOf(cause) !== null) ?? causes.at(-1)
  const code = telling === undefined ? null : codeOf(telling)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'connect-timeout'
  const words = telling?.message || 'The connection failed.'
  const proxied = causes.find((cause) => /proxy/i.test(cause.message) || isElsewhere(cause, new URL(url)))
  if (proxied !== undefined) return { reason: 'proxy', detail: proxied.message }
  return { reason: reasonOf(code, words), detail: code === null || words.includes(code) ? words : `${words} (${code})` }
}

/** Whether a connection failed that does not lead to the service: then it led to the proxy. */
function isElsewhere(cause: Error, { hostname, port, protocol }: URL): boolean {
  const otherHost = 'hostname' in cause && typeof cause.hostname === 'string' && cause.hostname !== hostname
  const portOfService = Number(port || (protocol === 'https:' ? 443 : 80))
  return otherHost || ('port' in cause && typeof cause.port === 'number' && cause.port !== portOfService)
}

function reasonOf(code: string | null, words: string): Reason {
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused'
    case 'ENOTFOUND':
      return 'unknown-host'
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'reset'
    case 'ENETUNREACH':
    case 'ENETDOWN':
    case 'EHOSTUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
      return 'offline'
    default:
      return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ISSUER/.test(code ?? '') || /certificate/i.test(words)
        ? 'certificate'
        : 'other'
  }
}

/** An error, its causes, and the first of each aggregate's errors, outermost first. */
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

const isFetchFailure = (error: Error) => error.name === 'TypeError' && /^(fetch failed|terminated)$/.test(error.message)
