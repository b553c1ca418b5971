// The requests of one reading: paced, retried and counted; also the one place where a reading is halted.
import { type AnswerInfo, LIMIT_CAP, type SearchRequest } from '../../../../../shared/event/event.ts'
import { type Failure, failed, failureCourse, type Result, succeeded } from '../../../../../shared/failure/failure.ts'
import { retryWait } from '../../../http/service-call.ts'
import type { RowsPage, SearchRow } from '../../../rows/search-rows.ts'
import type { SnapshotHeader } from '../../snapshot-journal.ts'
import { createPace, MOST_AT_ONCE, type Pace, type ReadingClock } from './pace.ts'

/** The part of `EventService.searchRows`' answer that a reading uses. */
export interface SearchedRows {
  page: RowsPage
  info: Pick<AnswerInfo, 'serviceDate'>
}

/** Passed in, so that tests drive a reading with effects of their own. */
export interface ReadingEffects extends ReadingClock {
  /** One attempt of POST /v1/events/search; the reading itself decides about retries. Aborting ends it with `cancelled`. */
  search(request: SearchRequest, signal: AbortSignal): Promise<Result<SearchedRows>>
  /** This machine's clock, milliseconds since the epoch: what is written down. It may be set back. */
  now(): number
  /** A number in [0, 1). */
  random(): number
}

/**
 * An offset beyond what most searches find; services that give no more than 10,000 events take it still. A total that counts
 * its page alone, or a few pages, is another there.
 */
export const FAR = 9_999

export type SnapshotSearch = SnapshotHeader['search']

/** `created_at_from` and `created_at_to` (docs/interface.md 4.2) as sent; null: unbounded. */
export interface Bounds {
  from: string | null
  to: string | null
}

export interface ReadingAnswer {
  events: SearchRow[]
  /** As the service sent it; null if it did not. */
  total: number | null
  /** Rows in a full answer: the requested limit, or the lower one that the service echoed. */
  limit: number
  /** As requested. */
  offset: number
  /** False if the service echoed another offset. */
  keptOffset: boolean
  serviceDate: string | null
  /** This machine's clock, ms since the epoch. */
  askedAt: number
  request: SearchRequest
}

export interface Requests {
  /**
   * One page of at most `pageSize()` rows. Fails once no retry can help; with `cancelled` once halted, or if `isWanted`
   * is false by the time the request could be sent.
   */
  page(bounds: Bounds, offset: number, options?: PageOptions): Promise<Result<ReadingAnswer>>
  /** A request with limit 1, for its total. `search`: in place of the search that is read. */
  count(bounds: Bounds, search?: SnapshotSearch): Promise<Result<ReadingAnswer>>
  /** Rows per request: the interface's cap, or the fewer that this service gives. */
  pageSize(): number
  /** The request that `page` sends. */
  requestFor(bounds: Bounds, offset: number): SearchRequest
  /** The filters that are asked for, now. */
  search(): SnapshotSearch
  sent(): number
  /** Whether no more requests are sent because too many answers brought nothing new: then the reading has to end. */
  isSpent(): boolean
  pace: Pace
  /** Whether no more requests are sent: stopped by the user, or because of `haltedBy`. The reading can continue later. */
  isHalted(): boolean
  haltedBy(): Failure | null
  halt(because: Failure): void
}

export interface PageOptions {
  limit?: number
  isWanted?: () => boolean
  /** In place of the search that is read. */
  search?: SnapshotSearch
}

export interface RequestsOptions {
  effects: ReadingEffects
  stop: AbortSignal
  /** The filters that are asked for, now. */
  search: () => SnapshotSearch
  /** Parts that an earlier run or snapshot read, as often as each has to be counted again. */
  partsKept: number
  /** Sees the rows of every answer, to the search that is read or to another; true if one of them never came before. */
  see: (rows: readonly SearchRow[], isOfSearch: boolean) => boolean
  /** Called when the service has asked to wait: nothing is committed meanwhile, and so nothing else would tell of it. */
  onHeld: () => void
}

/**
 * Answers that may bring no new row, beside two for each that does: a reading of a service that answers at random, or never
 * the same, must end. Some are left for what is on its way.
 */
const BARREN = 400 - 4 * MOST_AT_ONCE

/** Attempts of one request before it has failed. More for 429, with which a healthy service answers. */
const TRIES = { 'rate-limited': 30, other: 6 }
/** So many failed attempts in a row, for so many ranges, mean that the service is gone; a single range is only a gap. */
const FAILED_IN_A_ROW = 24
const FAILED_RANGES = 3
const BACKOFF_MS = 400
const MOST_BACKOFF_MS = 15_000
/** A longer Retry-After pauses the reading. */
const MOST_WAIT_MS = 5 * 60_000

/** Halts by itself where no request can succeed any more, or the service asks to wait for more than 5 minutes. */
export function createRequests({ effects, stop, search, partsKept, see, onHeld }: RequestsOptions): Requests {
  const halting = new AbortController()
  const signal = AbortSignal.any([stop, halting.signal])
  const pace = createPace(effects, signal)
  let haltedBy: Failure | null = null
  let pageSize = LIMIT_CAP
  let sent = 0
  let answered = 0
  let productive = 0
  let failedInARow = 0
  const failedRanges = new Set<string>()

  function halt(because: Failure): void {
    haltedBy ??= because
    halting.abort()
  }

  async function ask(
    kind: 'page' | 'count',
    bounds: Bounds,
    offset: number,
    { limit: wanted = pageSize, isWanted = () => true, search: other }: PageOptions = {},
  ): Promise<Result<ReadingAnswer>> {
    let limit = wanted
    for (let tries = 1; ; tries += 1) {
      const slot = await pace.enter(kind)
      if (slot === null) return failed({ kind: 'cancelled' })
      if (!isWanted() || isSpent()) {
        pace.leave(slot, 'other')
        return failed({ kind: 'cancelled' })
      }
      const request = searchFor(bounds, offset, Math.min(limit, pageSize), other)
      sent += 1
      const askedAt = effects.now()
      const answer = await effects.search(request, signal)
      if (answer.ok) {
        pace.leave(slot, 'answered')
        answered += 1
        failedInARow = 0
        failedRanges.clear()
        if (see(answer.value.page.events, other === undefined)) productive += 1
        return succeeded(answerOf(answer.value, request, askedAt))
      }
      const { failure } = answer
      pace.leave(slot, failureCourse(failure).reading === 'wait' ? 'strained' : 'other')
      if (signal.aborted) return failed({ kind: 'cancelled' })
      if (failure.kind === 'too-large' && request.limit > 1) {
        // Further pages would not fit either.
        limit = Math.ceil(request.limit / 2)
        pageSize = Math.min(pageSize, limit)
        continue
      }
      if (!(await mayTryAgain(failure, tries, bounds))) return failed(signal.aborted ? { kind: 'cancelled' } : failure)
    }
  }

  /** Waits and resolves with true if a retry may help. Halts the reading if no request can succeed. */
  async function mayTryAgain(failure: Failure, tries: number, { from, to }: Bounds): Promise<boolean> {
    failedInARow += 1
    failedRanges.add(`${from} ${to}`)
    const isGone = failedInARow >= FAILED_IN_A_ROW && failedRanges.size >= FAILED_RANGES
    const { reading, offline } = failureCourse(failure)
    if (reading === 'halt' || (isGone && reading === 'wait')) halt(failure)
    if (reading !== 'wait' || signal.aborted) return false
    const most = failure.kind === 'rate-limited' ? TRIES['rate-limited'] : TRIES.other
    if (tries >= most) {
      if (offline) halt(failure)
      return false
    }
    const asked = 'retryAfterMs' in failure ? failure.retryAfterMs : null
    if (asked !== null && asked > MOST_WAIT_MS) halt(failure)
    const backoff = Math.min(BACKOFF_MS * 2 ** (tries - 1), MOST_BACKOFF_MS) * (0.75 + effects.random() / 2)
    const wait = retryWait(asked, BACKOFF_MS, backoff)
    // Retry-After holds for all requests, a backoff for this one only.
    if (wait.asked) {
      pace.holdBack(wait.ms)
      onHeld()
    } else await effects.wait(wait.ms, signal)
    return !signal.aborted
  }

  function searchFor({ from, to }: Bounds, offset: number, limit: number, other?: SnapshotSearch): SearchRequest {
    const range = { ...(from === null ? {} : { createdAtFrom: from }), ...(to === null ? {} : { createdAtTo: to }) }
    return { filters: { ...(other ?? search()), ...range }, limit, offset }
  }

  const isSpent = () => answered - productive > BARREN + partsKept + 2 * productive

  return {
    page: (bounds, offset, options) => ask('page', bounds, offset, options),
    count: (bounds, other) => ask('count', bounds, 0, { limit: 1, ...(other === undefined ? {} : { search: other }) }),
    pageSize: () => pageSize,
    requestFor: (bounds, offset) => searchFor(bounds, offset, pageSize),
    search,
    sent: () => sent,
    isSpent,
    pace,
    isHalted: () => signal.aborted,
    haltedBy: () => haltedBy,
    halt,
  }

  function answerOf({ page, info }: SearchedRows, request: SearchRequest, askedAt: number): ReadingAnswer {
    const limit = Math.min(page.limit ?? request.limit, request.limit)
    if (request.limit > 1 && limit < request.limit && page.events.length <= limit)
      pageSize = Math.min(pageSize, Math.max(limit, 1))
    return {
      events: page.events,
      total: page.total,
      limit,
      offset: request.offset,
      keptOffset: page.offset === null || page.offset === request.offset,
      serviceDate: info.serviceDate,
      askedAt,
      request,
    }
  }
}
