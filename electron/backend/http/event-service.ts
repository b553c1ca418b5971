// The two operations of docs/interface.md section 4, from a request to a checked answer or a failure.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import {
  type AnswerInfo,
  eventPath,
  MOST_TIMES_LIMIT,
  type SearchAnswer,
  type SearchRequest,
} from '../../../shared/event/event.ts'
import { MOST_VALUES } from '../../../shared/exact/exact-json.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { searchBody } from '../../../shared/search/search-body.ts'
import { parseSearchPage, type Unusable, whyNoEvent } from '../../../shared/search/search-page.ts'
import type { Access } from '../connections/connection-access.ts'
import { parseSearchRows, type RowsPage, utf8Text } from '../rows/search-rows.ts'
import { interactiveLimits, type RequestLimits, type ServiceRequest } from './attempt.ts'
import { redactCutText, redactToken, redactTokenParts } from './secrets.ts'
import { callService, type ReportProgress, type ServiceAnswer } from './service-call.ts'
import type { ServiceFetch } from './service-fetch.ts'

export type EventService = ReturnType<typeof createEventService>

/** An answer that `parseSearchPage` or `parseEventText` can read, as it was sent. */
export interface AnswerText {
  text: string
  info: AnswerInfo
}

export interface CallOptions {
  /** Aborting ends the call at once with `cancelled`. */
  signal: AbortSignal
  report: ReportProgress
  /** `interactiveLimits` when absent. */
  limits?: RequestLimits
  /** Awaited before the answer is read: what is not waited for lets others go first. */
  turn?: () => Promise<void>
}

export interface EventServiceEffects {
  fetch: ServiceFetch
  now: () => number
  activity: Activity
}

/** The page learns this of an unexpected error. */
export const UNEXPECTED: Failure = {
  kind: 'bridge',
  reason: 'other',
  detail: 'The terminal where Eventscope was started says more.',
}

/** Each call is noted in `activity` with its outcome. Only unexpected errors make one reject; it is noted even so. */
export function createEventService({ fetch, now, activity }: EventServiceEffects) {
  return { search, searchRows, searchText, getText }

  /** POST /v1/events/search. */
  function search(access: Access, request: SearchRequest, options: CallOptions): Promise<Result<SearchAnswer>> {
    const parse: ParseText<SearchAnswer> = (text, info) => {
      const parsed = parseSearchPage(text, request.limit * MOST_TIMES_LIMIT)
      return parsed.ok ? { ok: true, answer: { page: parsed.page, info } } : parsed
    }
    return searchAs(access, request, options, parseDecoded(parse))
  }

  /** The same, for a reading of every match: five fields of each event and its text. */
  function searchRows(access: Access, request: SearchRequest, options: CallOptions) {
    return searchAs<{ page: RowsPage; info: AnswerInfo }>(access, request, options, (bytes, info) => {
      const parsed = parseSearchRows(bytes, request.limit * MOST_TIMES_LIMIT)
      return parsed.ok ? { ok: true, answer: { page: parsed.page, info }, keepsBytes: true } : parsed
    })
  }

  /** The same, for who reads the text elsewhere: it is checked here, and next to nothing is built. */
  function searchText(access: Access, request: SearchRequest, options: CallOptions): Promise<Result<AnswerText>> {
    const parse: ParseText<AnswerText> = (text, info) => {
      // None of its events is built: what cannot be used shows without.
      const checked = parseSearchPage(text, 0)
      return checked.ok ? { ok: true, answer: { text, info } } : checked
    }
    return searchAs(access, request, options, parseDecoded(parse))
  }

  async function searchAs<T>(
    access: Access,
    request: SearchRequest,
    options: CallOptions,
    parse: Parse<T>,
  ): Promise<Result<T>> {
    const url = `${access.baseUrl}/v1/events/search`
    const answered = await call(access, { method: 'POST', url, body: searchBody(request), eventId: null }, options)
    if (!answered.ok) return answered
    await options.turn?.()
    return readAnswer(answered.value, access.token, now(), parse)
  }

  /** GET /v1/events/<event_id>; an id that cannot be a path segment is searched for with the event_id filter. */
  async function getText(access: Access, eventId: string, options: CallOptions): Promise<Result<AnswerText>> {
    const way = eventPath(eventId)
    if (way.kind === 'search') return getBySearch(access, eventId, options)
    const answered = await call(access, { method: 'GET', url: access.baseUrl + way.path, body: null, eventId }, options)
    if (!answered.ok) return answered
    const parse: ParseText<AnswerText> = (text, info) => whyNoEvent(text) ?? { ok: true, answer: { text, info } }
    return readAnswer(answered.value, access.token, now(), parseDecoded(parse))
  }

  /** The service may ignore the filter, so the answer is looked through for the id itself. */
  async function getBySearch(access: Access, eventId: string, options: CallOptions): Promise<Result<AnswerText>> {
    const found = await search(access, { filters: { eventId, propertyFilters: [] }, limit: 1, offset: 0 }, options)
    if (!found.ok) return found
    const { page, info } = found.value
    const event = page.events.find((one) => one.eventId === eventId)
    if (event !== undefined) return succeeded({ text: event.source, info })
    const http = { status: 200, requestId: info.requestId, serviceMessage: null }
    return failed({ kind: 'not-found', eventId, http, attempts: info.attempts, durationMs: info.durationMs })
  }

  /** The call, noted in the activity. */
  async function call(
    access: Access,
    request: Omit<ServiceRequest, 'token'>,
    { signal, report, limits = interactiveLimits }: CallOptions,
  ): Promise<Result<ServiceAnswer>> {
    const { method, url, body } = request
    const note = activity.start({
      startedAt: new Date(now()).toISOString(),
      connectionName: access.connectionName,
      method,
      url,
      body,
    })
    const startedAt = performance.now()
    const noting: ReportProgress = (progress) => {
      if (progress.type === 'attempt') note.attempt(progress.attempt)
      report(progress)
    }
    let outcome: ActivityEntry['outcome'] = { state: 'failed', failure: UNEXPECTED }
    try {
      const answered = await callService({ ...request, token: access.token }, { fetch, now, limits }, signal, noting)
      outcome = outcomeOf(answered)
      return answered
    } finally {
      note.finish(outcome, Math.round(performance.now() - startedAt))
    }
  }
}

function outcomeOf(answered: Result<ServiceAnswer>): ActivityEntry['outcome'] {
  if (!answered.ok) return { state: 'failed', failure: answered.failure }
  const { status, bytes } = answered.value
  return { state: 'answered', status, bytes: bytes.byteLength }
}

/** `keepsBytes`: what was read refers to them, so they stay. */
type Parse<T> = (bytes: Buffer, info: AnswerInfo) => { ok: true; answer: T; keepsBytes?: true } | Unusable
type ParseText<T> = (text: string, info: AnswerInfo) => { ok: true; answer: T } | Unusable

const LARGE_BYTES = 8 * 1024 * 1024
/** The most of an answer that does not fit which is shown raw, in UTF-16 units. */
const RAW_CHARACTERS = 200_000

/**
 * Reads an answer of 200, once: its bytes (up to 32 MiB) are released at once where nothing refers to them.
 * Fails with `not-the-interface`, with `token` redacted from what is shown, or with `too-large`.
 * @param receivedAt ms since the epoch
 */
function readAnswer<T>(answer: ServiceAnswer, token: string, receivedAt: number, parse: Parse<T>): Result<T> {
  const { bytes, attempts, durationMs, requestId, serviceDateMs } = answer
  // Decoded it takes twice as much memory again, as does what is left of the answer before.
  if (bytes.byteLength > LARGE_BYTES) collectGarbage()
  const info: AnswerInfo = {
    receivedAt: timestamp(receivedAt),
    serviceDate: serviceDateMs === null ? null : timestamp(serviceDateMs),
    durationMs,
    attempts,
    requestId,
    bytes: bytes.byteLength,
  }
  const parsed = parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), info)
  const result = parsed.ok ? succeeded(parsed.answer) : failed(unusable(answer, token, parsed))
  const isReferredTo = parsed.ok && parsed.keepsBytes
  // Moved to a buffer of no length, they are released now and not at the next garbage collection.
  if (!isReferredTo) bytes.buffer.transfer(0)
  return result
}

/** Parses the text of an answer, decoded strictly. */
function parseDecoded<T>(parse: ParseText<T>): Parse<T> {
  return (bytes, info) => {
    const decoded = utf8Text(bytes)
    return decoded.ok ? parse(decoded.text, info) : decoded
  }
}

function unusable(answer: ServiceAnswer, token: string, parsed: Unusable): Failure {
  const { status, requestId, contentType, attempts, durationMs } = answer
  if (parsed.why !== 'unfit') return { kind: 'too-large', bound: 'values', limit: MOST_VALUES, attempts, durationMs }
  const start = answer.bytes.subarray(0, 4 * RAW_CHARACTERS)
  const text = new TextDecoder().decode(start)
  const redacted = start.length < answer.bytes.length ? redactCutText(text, token) : redactToken(text, token)
  const body = redacted.slice(0, RAW_CHARACTERS).toWellFormed()
  const http = { status, requestId, serviceMessage: null }
  const problems = parsed.problems.map((one) => redactTokenParts(one, token))
  return { kind: 'not-the-interface', problems, contentType, body, http, attempts, durationMs }
}

const timestamp = (milliseconds: number) => new Date(milliseconds).toISOString()

let collect: (() => void) | null = null

/** V8 keeps an unused string of 64 MiB until its heap has doubled. Takes some 20 ms: before much will be needed. */
function collectGarbage(): void {
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}

// The last requests of this run, for the Activity panel. It never holds a token, nor what was answered.

/** Requests that are remembered. */
const KEPT = 200

export type Activity = ReturnType<typeof createActivity>

/** @param onFailed told of each request that failed, and was not cancelled */
export function createActivity(onFailed: (entry: ActivityEntry) => void = () => {}) {
  const entries: ActivityEntry[] = []
  let lastId = 0
  return {
    /** Notes a request that starts; what it answers changes the entry (not once that is dropped). */
    start: (facts: Omit<ActivityEntry, 'id' | 'durationMs' | 'attempts' | 'outcome'>) => {
      const entry: ActivityEntry = {
        id: ++lastId,
        ...facts,
        durationMs: null,
        attempts: 0,
        outcome: { state: 'running' },
      }
      entries.unshift(entry)
      entries.length = Math.min(entries.length, KEPT)
      return {
        attempt: (attempts: number) => {
          entry.attempts = attempts
        },
        finish: (outcome: ActivityEntry['outcome'], durationMs: number) => {
          entry.outcome = outcome
          entry.durationMs = durationMs
          if (outcome.state === 'failed' && outcome.failure.kind !== 'cancelled') onFailed(entry)
        },
      }
    },
    /** Newest first. */
    list: () => structuredClone(entries),
  }
}
