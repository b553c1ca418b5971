// The requests of one reading: paced, retried and counted; also the one place where a reading is halted.
import { type AnswerInfo, type Filters, LIMIT_CAP, type SearchRequest } from '../../../../../shared/event/event.ts'
import { type Failure, failed, failureCourse, type Result, succeeded } from '../../../../../shared/failure/failure.ts'
import { retryWait } from '../../../http/service-call.ts'
import type { RowsPage, SearchRow } from '../../../rows/search-rows.ts'
import type { SnapshotHeader } from '../../snapshot-journal.ts'

/** The part of `EventService.searchRows`' answer that a reading uses. */
export interface SearchedRows {
  page: RowsPage
  info: Pick<AnswerInfo, 'serviceDate'>
}

/** Passed in, so that tests drive a reading with effects of their own. */
export interface ReadingEffects {
  /** One attempt of POST /v1/events/search; the reading decides about retries. Aborting ends it with `cancelled`. */
  search(request: SearchRequest, signal: AbortSignal): Promise<Result<SearchedRows>>
  /** This machine's clock, milliseconds since the epoch: what is written down. It may be set back. */
  now(): number
  /** Milliseconds of a clock that is never set back. */
  elapsed(): number
  /** Resolves after `ms`, or once `signal` is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** A number in [0, 1). */
  random(): number
}

/** Requests in flight. */
export const MOST_AT_ONCE = 8

/**
 * An offset beyond what most searches find; services that give no more than 10,000 events take it still. A total of all
 * matches is the same there as at the start; one that counts its page alone, or a few pages, is not.
 */
export const FAR = 9_999

export type SnapshotSearch = SnapshotHeader['search']

/** `created_at_from` and `created_at_to` (docs/interface.md 4.2) as sent; null: unbounded. */
export interface Bounds {
  from: string | null
  to: string | null
}

/** The filters that ask for a range; an open side has none. */
export const rangeFilters = ({ from, to }: Bounds): Pick<Filters, 'createdAtFrom' | 'createdAtTo'> => ({
  ...(from === null ? {} : { createdAtFrom: from }),
  ...(to === null ? {} : { createdAtTo: to }),
})

export interface ReadingAnswer {
  events: SearchRow[]
  /** The count that the service sent with it; null if it sent none. */
  total: number | null
  /** Rows in a full answer: the requested limit, or the lower one that the service echoed. */
  limit: number
  /** It is as requested. */
  offset: number
  /** False if the service echoed another offset. */
  keptOffset: boolean
  serviceDate: string | null
  /** This machine's clock, ms since the epoch. */
  askedAt: number
  request: SearchRequest
}

export type Requests = ReturnType<typeof createRequests>

export interface PageOptions {
  limit?: number
  isWanted?: () => boolean
  /** It stands in place of the search that is read. */
  search?: SnapshotSearch
}

export interface RequestsOptions {
  effects: ReadingEffects
  stop: AbortSignal
  /** The filters that are asked for, now. */
  search: () => SnapshotSearch
  /** How many answers only count again what an earlier run or snapshot read, and so bring no new row. */
  partsKept: number
  /** Sees the rows of every answer, to the search that is read or to another; true if one of them never came before. */
  see: (rows: readonly SearchRow[], isOfSearch: boolean) => boolean
  /** Called when the service has asked to wait: nothing is committed meanwhile, so nothing else tells of it. */
  onHeld: () => void
}

/**
 * So many answers may bring no new row, beside two for each that does: a reading of a service that answers at random,
 * or never the same, must end. It is somewhat less than the 400 that are promised, for requests that are on their way.
 */
const MOST_BARREN = 400 - 4 * MOST_AT_ONCE

/** Attempts of one request before it has failed. More for 429, with which a healthy service answers. */
const TRIES = { 'rate-limited': 30, other: 6 }
/** So many failed attempts in a row, for so many ranges, mean that the service is gone; one range is a gap. */
const FAILED_IN_A_ROW = 24
const FAILED_RANGES = 3
const BACKOFF_MS = 400
const MOST_BACKOFF_MS = 15_000
/** A longer Retry-After pauses the reading. */
const MOST_WAIT_MS = 5 * 60_000

/** Halts by itself where no request can succeed any more, or the service asks to wait for more than 5 minutes. */
export function createRequests({ effects, stop, search, partsKept, see, onHeld }: RequestsOptions) {
  const halting = new AbortController()
  const signal = AbortSignal.any([stop, halting.signal])
  const pace = createPace(effects, signal)
  let haltedBy: Failure | null = null
  let pageSize = LIMIT_CAP
  let sent = 0
  let answered = 0
  /** Answers that brought a row which never came before. */
  let productive = 0
  let failedInARow = 0
  const failedRanges = new Set<string>()

  function halt(because: Failure): void {
    haltedBy ??= because
    halting.abort()
  }

  /** Sends one request, and again as long as that may help. `kind` says which latencies its own is compared with. */
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

  function searchFor(bounds: Bounds, offset: number, limit: number, other?: SnapshotSearch): SearchRequest {
    return { filters: { ...(other ?? search()), ...rangeFilters(bounds) }, limit, offset }
  }

  const isSpent = () => answered - productive > MOST_BARREN + partsKept + 2 * productive

  return {
    /**
     * One page of at most `pageSize()` rows. Fails once no retry can help; with `cancelled` once halted, or if
     * `isWanted` is false by the time the request could be sent.
     */
    page: (bounds: Bounds, offset: number, options?: PageOptions) => ask('page', bounds, offset, options),
    /** A request with limit 1, for its total. `search`: in place of the search that is read. */
    count: (bounds: Bounds, other?: SnapshotSearch) =>
      ask('count', bounds, 0, { limit: 1, ...(other === undefined ? {} : { search: other }) }),
    /** Rows per request: the interface's cap, or the fewer that this service gives. */
    pageSize: () => pageSize,
    /** The request that `page` sends. */
    requestFor: (bounds: Bounds, offset: number) => searchFor(bounds, offset, pageSize),
    /** The filters that are asked for, now. */
    search,
    sent: () => sent,
    /** Whether no more requests are sent because too many answers brought nothing new: then the reading has to end. */
    isSpent,
    pace,
    /** Whether requests are over: stopped by the user, or because of `haltedBy`. The reading can continue later. */
    isHalted: () => signal.aborted,
    haltedBy: () => haltedBy,
    halt,
  }

  function answerOf({ page, info }: SearchedRows, request: SearchRequest, askedAt: number): ReadingAnswer {
    const limit = Math.min(page.limit ?? request.limit, request.limit)
    // The service echoes a lower limit than was asked for, and keeps to it: that is its page. A count, of limit 1, does
    // not tell.
    const hasOwnLimit = request.limit > 1 && limit < request.limit && page.events.length <= limit
    if (hasOwnLimit) pageSize = Math.min(pageSize, Math.max(limit, 1))
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

// How many requests are in flight: 1 to 8, raised slowly, halved when the service shows strain, none while Retry-After
// runs.

/** A latency counts as slow only when it is at least this much longer, in ms. */
const NOISE_MS = 25
/** The weight of the newest answer in the running mean of latencies. */
const WEIGHT_OF_NEWEST = 0.2

/** Counts answer faster than pages, so the latencies of each kind are compared separately. */
type RequestKind = 'page' | 'count'

/** A request in flight. */
export interface Slot {
  kind: RequestKind
  /** It is as `elapsed` measures. */
  startedAt: number
  /** The halvings before it: an answer to a request of an earlier pace does not halve again. */
  halvings: number
}

export type Pace = ReturnType<typeof createPace>

/** Requests enter in the order in which they asked. Each slot must be left once, whatever came of its request. */
export function createPace({ elapsed, wait }: Pick<ReadingEffects, 'elapsed' | 'wait'>, signal: AbortSignal) {
  const waiting: { kind: RequestKind; admit: (slot: Slot | null) => void }[] = []
  const giveUp = () => {
    for (const { admit } of waiting.splice(0)) admit(null)
  }
  /** In ms, since the last halving: the mean of late, and `usual`, the lowest that it was; null: none is known. */
  const latencies: Record<RequestKind, { usual: number | null; mean: number | null }> = {
    page: { usual: null, mean: null },
    count: { usual: null, mean: null },
  }
  /** How many requests may be in flight, how many are, and how many were answered since `atOnce` changed. */
  let atOnce = 1
  let out = 0
  let answered = 0
  let halvings = 0
  /** It is as `elapsed` measures. */
  let heldUntil = Number.NEGATIVE_INFINITY
  let isHolding = false

  function admitMore(): void {
    while (!isHolding && out < atOnce) {
      const next = waiting.shift()
      if (next === undefined) return
      out += 1
      // Nothing of a reading that is over may be left on a signal.
      if (waiting.length === 0) signal.removeEventListener('abort', giveUp)
      next.admit({ kind: next.kind, startedAt: elapsed(), halvings })
    }
  }

  async function hold(): Promise<void> {
    if (isHolding) return
    isHolding = true
    while (!signal.aborted && elapsed() < heldUntil) await wait(heldUntil - elapsed(), signal)
    isHolding = false
    admitMore()
  }

  function halve(): void {
    atOnce = Math.max(1, Math.floor(atOnce / 2))
    halvings += 1
    answered = 0
    // The present latency becomes the baseline: only another doubling halves again.
    for (const kind of Object.values(latencies)) kind.usual = kind.mean = null
  }

  function seeLatency(slot: Slot): void {
    const latency = latencies[slot.kind]
    const taken = elapsed() - slot.startedAt
    latency.mean = latency.mean === null ? taken : latency.mean + (taken - latency.mean) * WEIGHT_OF_NEWEST
    latency.usual = Math.min(latency.usual ?? latency.mean, latency.mean)
    if (latency.mean > 2 * latency.usual + NOISE_MS) halve()
  }

  return {
    /** Waits for a free slot and for Retry-After; null once `signal` is aborted. */
    enter: (kind: RequestKind): Promise<Slot | null> =>
      new Promise((admit) => {
        if (signal.aborted) return admit(null)
        if (waiting.push({ kind, admit }) === 1) signal.addEventListener('abort', giveUp, { once: true })
        admitMore()
      }),
    /**
     * Frees the slot. `strained`: the service answered with 429 or 5xx, or not at all. Once as many requests were
     * answered as may be in flight, one more may be.
     */
    leave(slot: Slot, how: 'answered' | 'strained' | 'other'): void {
      out -= 1
      const isOfThisPace = slot.halvings === halvings
      if (how === 'strained' && isOfThisPace) halve()
      if (how === 'answered' && isOfThisPace) {
        answered += 1
        if (answered >= atOnce && atOnce < MOST_AT_ONCE) {
          atOnce += 1
          answered = 0
        }
        seeLatency(slot)
      }
      admitMore()
    },
    /** Sends nothing for so many milliseconds. */
    holdBack(ms: number): void {
      heldUntil = Math.max(heldUntil, elapsed() + ms)
      void hold()
    },
    /** How many requests may be in flight now. */
    atOnce: () => atOnce,
    /** How long it still sends nothing, in ms, because the service asked to wait; 0 if it did not. */
    heldFor: () => Math.max(0, heldUntil - elapsed()),
  }
}
