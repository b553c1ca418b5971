// The two operations of docs/interface.md section 4, from a request to a checked answer or a failure.
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import {
  type AnswerInfo,
  eventPath,
  MOST_TIMES_LIMIT,
  type SearchAnswer,
  type SearchRequest,
} from '../../../shared/event/event.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { searchBody } from '../../../shared/search/search-body.ts'
import { parseSearchPage, whyNoEvent } from '../../../shared/search/search-page.ts'
import type { Access } from '../connections/connection-access.ts'
import type { RowsPage } from '../rows/search-row.ts'
import { parseSearchRows } from '../rows/search-rows.ts'
import type { Activity } from './activity.ts'
import type { ServiceRequest } from './attempt.ts'
import { UNEXPECTED } from './log-unexpected.ts'
import { type Parse, type ParseText, parseDecoded, readAnswer } from './read-answer.ts'
import { interactiveLimits, type RequestLimits } from './request-limits.ts'
import { callService, type ReportProgress, type ServiceAnswer } from './service-call.ts'
import type { ServiceFetch } from './service-fetch.ts'

export interface EventService {
  /** POST /v1/events/search. */
  search(access: Access, request: SearchRequest, options: CallOptions): Promise<Result<SearchAnswer>>
  /** The same, for a reading of every match: five fields of each event and its text. */
  searchRows(
    access: Access,
    request: SearchRequest,
    options: CallOptions,
  ): Promise<Result<{ page: RowsPage; info: AnswerInfo }>>
  /** The same, for who reads the text elsewhere: it is checked here, and next to nothing is built. */
  searchText(access: Access, request: SearchRequest, options: CallOptions): Promise<Result<AnswerText>>
  /** GET /v1/events/<event_id>; an id that cannot be a path segment is searched for with the event_id filter. */
  getText(access: Access, eventId: string, options: CallOptions): Promise<Result<AnswerText>>
}

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

/** Each call is noted in `activity` with its outcome. Only unexpected errors make one reject; it is noted even so. */
export function createEventService({ fetch, now, activity }: EventServiceEffects): EventService {
  return { search, searchRows, searchText, getText }

  function search(access: Access, request: SearchRequest, options: CallOptions): Promise<Result<SearchAnswer>> {
    const parse: ParseText<SearchAnswer> = (text, info) => {
      const parsed = parseSearchPage(text, request.limit * MOST_TIMES_LIMIT)
      return parsed.ok ? { ok: true, answer: { page: parsed.page, info } } : parsed
    }
    return searchAs(access, request, options, parseDecoded(parse))
  }

  function searchRows(access: Access, request: SearchRequest, options: CallOptions) {
    return searchAs<{ page: RowsPage; info: AnswerInfo }>(access, request, options, (bytes, info) => {
      const parsed = parseSearchRows(bytes, request.limit * MOST_TIMES_LIMIT)
      return parsed.ok ? { ok: true, answer: { page: parsed.page, info }, keepsBytes: true } : parsed
    })
  }

  function searchText(access: Access, request: SearchRequest, options: CallOptions): Promise<Result<AnswerText>> {
    const parse: ParseText<AnswerText> = (text, info) => {
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
