// http/ sends requests to services: retried, timed, bounded, and noted.
// One call to a service: attempts and the waits between them (docs/decisions/retry.md). It knows HTTP, not events.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Failure, failed, failureCourse, type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { CallStep } from '../../../shared/search/search-page.ts'
import { parseJson } from '../storage/json-file.ts'
import {
  attemptRequest,
  createDeadline,
  type HttpEffects,
  type HttpResponse,
  isSuccess,
  type ServiceRequest,
} from './attempt.ts'
import { redactCutText, redactToken } from './secrets.ts'

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
      const { ms: waitMs, asked } = retryWait(askedMs, limits.backoffMs, varied(limits.backoffMs * 2 ** (attempts - 1)))
      const isTimeLeft = waitMs < limits.totalMs - counts().durationMs
      if (!failureCourse(failure).retry || attempts >= of || !isTimeLeft) return failed(failure)
      report({ type: 'waiting', next: attempts + 1, of, waitMs, asked, because: failure })
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

interface RetryWait {
  /** Milliseconds. */
  ms: number
  /** Whether that is what the service asked for, which then holds for all requests to it. */
  asked: boolean
}

/**
 * Tells what the service asked for, where that is a wait at all: "Retry-After: 0" and a date that is past, or just
 * about to be, say no more than that it has no time now, and asked again at once it is asked dozens of times a second.
 * @param askedMs of `retryAfterMs`; null: it asked for none
 * @param shortestMs the wait before a first retry that nobody asked for
 * @param backoffMs the one before this retry
 */
export function retryWait(askedMs: number | null, shortestMs: number, backoffMs: number): RetryWait {
  if (askedMs !== null && askedMs >= shortestMs) return { ms: askedMs, asked: true }
  return { ms: Math.max(askedMs ?? 0, backoffMs), asked: false }
}

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

const MOST_CHARACTERS = 2_000
const MESSAGE_FIELDS = ['message', 'error_description', 'detail', 'error', 'title', 'reason', 'errors']

/**
 * The service's own message in an error response, as plain text of at most 2,000 characters, with the token redacted;
 * null if there is none. docs/interface.md 7 defines no shape, so the usual ones are tried.
 */
export function serviceMessage(
  { contentType, bytes, isCut }: Pick<HttpResponse, 'contentType' | 'bytes' | 'isCut'>,
  token: string,
): string | null {
  const body = new TextDecoder().decode(bytes)
  const clean = isCut ? redactCutText(body, token) : redactToken(body, token)
  const words =
    wordsIn(parseJson(clean), 0) ??
    (/html/i.test(contentType ?? '') || /^\s*<(!doctype|html)/i.test(clean) ? textOfHtml(clean) : clean)
  // Redacted again after decoding, and before a token could be cut in two.
  const shown = redactToken(words.replaceAll(/[^\P{C}\n\t]/gu, '').trim(), token)
  return shown === '' ? null : shown.slice(0, MOST_CHARACTERS).toWellFormed()
}

/** The text of a JSON value: itself, its items, or a member with a usual name, prefixed with the field it names. */
function wordsIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > 4) return null
  if (Array.isArray(value)) {
    const all = value.slice(0, 20).flatMap((item) => wordsIn(item, depth + 1) ?? [])
    return all.length === 0 ? null : all.join('\n')
  }
  const members = new Map(Object.entries(value))
  for (const name of MESSAGE_FIELDS) {
    const words = wordsIn(members.get(name), depth + 1)
    if (words === null || words === '') continue
    const field = members.get('field') ?? members.get('path') ?? members.get('pointer')
    return typeof field === 'string' && !words.includes(field) ? `${field}: ${words}` : words
  }
  return null
}

/**
 * The text outside tags, scripts and styles, in one pass: a regular expression that seeks each tag's end is quadratic.
 */
function textOfHtml(html: string): string {
  const [first = '', ...tagged] = html.split('<')
  const words = [first]
  /** The script or style that is open; null: none, and what comes is text. */
  let silent: string | null = null
  for (const piece of tagged) {
    // Each piece begins behind a "<": "/p>and so on" is the tag "/p" and its text; where no name follows, it was no
    // tag.
    const tag = /^[/!]?[a-z]*/i.exec(piece)?.[0].toLowerCase() ?? ''
    if (tag === `/${silent}`) silent = null
    else if (silent === null && (tag === 'script' || tag === 'style')) silent = tag
    if (silent !== null) continue
    const end = piece.indexOf('>')
    if (tag === '') words.push(`<${piece}`)
    else if (end !== -1) words.push(piece.slice(end + 1))
  }
  return words
    .join(' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
