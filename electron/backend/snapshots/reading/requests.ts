// The requests of one reading: paced, tried again where that may help, counted; and the one place where a reading halts.
import { LIMIT_CAP, type SearchRequest } from '../../../../shared/event.ts'
import { type Failure, failed, type Result, succeeded } from '../../../../shared/failure.ts'
import { failureCourse } from '../../../../shared/failure-course.ts'
import type { SearchRow } from '../../rows/search-row.ts'
import type { SnapshotHeader } from '../snapshot-header.ts'
import { createPace, type Pace } from './pace.ts'
import type { ReadingEffects, SearchedRows } from './reading-effects.ts'

/** `created_at_from` and `created_at_to` as sent; null: that side is open. */
export interface Bounds {
  from: string | null
  to: string | null
}

export interface ReadingAnswer {
  events: SearchRow[]
  /** As the service says it; null where it does not. */
  total: number | null
  /** Rows that a full answer would have: as many as asked for, or fewer where the service says so. */
  limit: number
  /** As asked for. */
  offset: number
  /** False where the service says that it applied another offset. */
  keptOffset: boolean
  serviceDate: string | null
  /** This machine's clock, ms since the epoch. */
  askedAt: number
  request: SearchRequest
}

export interface Requests {
  /**
   * One page of at most `pageSize()` rows. Failures are those that no further try mends; `cancelled` once halted, or when
   * `isWanted` says no by the time that the request could go out.
   */
  page(bounds: Bounds, offset: number, options?: PageOptions): Promise<Result<ReadingAnswer>>
  /** A request with limit 1, for its total. */
  count(bounds: Bounds): Promise<Result<ReadingAnswer>>
  /** Rows that are asked for at once: the interface's cap, or what this service was seen to give. */
  pageSize(): number
  /** A page's request, as `page` sends it. */
  requestFor(bounds: Bounds, offset: number): SearchRequest
  sent(): number
  pace: Pace
  /** Whether no request goes out any more: stopped by the user, or by `haltedBy`. The reading can go on later. */
  isHalted(): boolean
  haltedBy(): Failure | null
  halt(because: Failure): void
}

export interface PageOptions {
  limit?: number
  isWanted?: () => boolean
}

/** Tries of one request before it counts as failed. 429 is an answer of a service that is well: it may come more often. */
const TRIES = { 'rate-limited': 30, other: 6 }
/** So many failed tries in a row, for so many different ranges, and the service counts as gone: one range alone is a gap. */
const FAILED_IN_A_ROW = 24
const FAILED_RANGES = 3
const BACKOFF_MS = 400
const MOST_BACKOFF_MS = 15_000
/** A service that asks to wait longer is asked another day. */
const MOST_WAIT_MS = 5 * 60_000

export function createRequests(header: SnapshotHeader, effects: ReadingEffects, stop: AbortSignal): Requests {
  const halting = new AbortController()
  const signal = AbortSignal.any([stop, halting.signal])
  const pace = createPace(effects, signal)
  let haltedBy: Failure | null = null
  let pageSize = LIMIT_CAP
  let sent = 0
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
    { limit: wanted = pageSize, isWanted = () => true }: PageOptions = {},
  ): Promise<Result<ReadingAnswer>> {
    let limit = wanted
    for (let tries = 1; ; tries += 1) {
      const slot = await pace.enter(kind)
      if (slot === null) return failed({ kind: 'cancelled' })
      if (!isWanted()) {
        pace.leave(slot, 'other')
        return failed({ kind: 'cancelled' })
      }
      const request = searchFor(bounds, offset, Math.min(limit, pageSize))
      sent += 1
      const answered = await effects.search(request, signal)
      if (answered.ok) {
        pace.leave(slot, 'answered')
        failedInARow = 0
        failedRanges.clear()
        return succeeded(answerOf(answered.value, request, slot.startedAt))
      }
      const { failure } = answered
      pace.leave(slot, failureCourse(failure).reading === 'wait' ? 'strained' : 'other')
      if (signal.aborted) return failed({ kind: 'cancelled' })
      if (failure.kind === 'too-large' && request.limit > 1) {
        // What did not fit now will not fit next time either: all further pages are of half the size.
        limit = Math.ceil(request.limit / 2)
        pageSize = Math.min(pageSize, limit)
        continue
      }
      if (!(await mayTryAgain(failure, tries, bounds))) return failed(signal.aborted ? { kind: 'cancelled' } : failure)
    }
  }

  /** Waits where another try may help. Halts the reading where no request can be answered. */
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
    // What the service asks for holds for all requests, a backoff for this one.
    if (asked === null) await effects.wait(backoff, signal)
    else pace.holdBack(asked)
    return !signal.aborted
  }

  function searchFor({ from, to }: Bounds, offset: number, limit: number): SearchRequest {
    const range = { ...(from === null ? {} : { createdAtFrom: from }), ...(to === null ? {} : { createdAtTo: to }) }
    return { filters: { ...header.search, ...range }, limit, offset }
  }

  return {
    page: (bounds, offset, options) => ask('page', bounds, offset, options),
    count: (bounds) => ask('count', bounds, 0, { limit: 1 }),
    pageSize: () => pageSize,
    requestFor: (bounds, offset) => searchFor(bounds, offset, pageSize),
    sent: () => sent,
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
