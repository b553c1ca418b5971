// The order of "Load all": every match of the search on screen, in the range of its filters; and what it, another
// reading of a snapshot, or more of its period will cost.
import type { Connection } from '../../../shared/connection/connection.ts'
import { type Filters, LIMIT_CAP } from '../../../shared/event/event.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Extension, SnapshotList, SnapshotOrder, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Segment } from '../../../shared/snapshot/snapshot-changes.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import { isAllRead, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { waitWords } from '../../../shared/time/duration-words.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { sameFilters, sameInstant } from '../../live/store/filters-meaning.ts'

export type SnapshotOrderReading = { ok: true; order: SnapshotOrder } | { ok: false; message: string }

/**
 * Makes an order of applied filters, whose From and To are instants that both belong to the search: a day that was
 * typed as To is its last instant there, so that all of it is in the range. The snapshot keeps its zone: the
 * connection's billing zone, or without one that of display, `shownZone`.
 */
export function snapshotOrder(
  { id: connectionId, account, billingZone }: Pick<Connection, 'id' | 'account' | 'billingZone'>,
  filters: Filters,
  shownZone: string,
): SnapshotOrderReading {
  const { createdAtFrom: from, createdAtTo: to, ...search } = filters
  const read = readSnapshotRange({ from, to, zone: billingZone ?? shownZone })
  return read.ok ? { ok: true, order: { connectionId, account, search, range: read.range } } : read
}

type OfSearch = Pick<SnapshotSummary, 'connection' | 'search' | 'range'>

/** Whether a snapshot is of exactly the search with these `filters`, on this connection. */
export function isOfSearch(snapshot: OfSearch, connectionId: string, filters: Filters): boolean {
  const { connection, range } = snapshot
  const asTaken = { id: connectionId, account: connection.account, billingZone: range.zone }
  const read = snapshotOrder(asTaken, filters, range.zone)
  return read.ok && isOfOrder(snapshot, read.order)
}

/** Whether a snapshot is of exactly this order, for the same account. */
export const isOfOrder = ({ connection, search, range }: OfSearch, order: SnapshotOrder) =>
  connection.id === order.connectionId &&
  connection.account === order.account &&
  sameFilters(order.search, search) &&
  sameInstant(order.range.from ?? undefined, range.from ?? undefined) &&
  sameInstant(order.range.until ?? undefined, range.until ?? undefined) &&
  order.range.zone === range.zone

/** How old a snapshot may be to be offered in place of another reading of its search. */
const RECENT_MS = 10 * 60_000

/** A snapshot shows its search as of then; RFC 3339 UTC, this machine's clock. */
export const readAt = ({ asOf, begunAt }: Pick<SnapshotSummary, 'asOf' | 'begunAt'>): string => asOf ?? begunAt

/** The latest snapshot of the same order that is complete and minutes old, else null. `nowMs` is Date.now(). */
export function recentSnapshot(list: SnapshotList | null, order: SnapshotOrder, nowMs: number): SnapshotSummary | null {
  const isRecent = (snapshot: SnapshotSummary) => {
    const age = nowMs - Date.parse(readAt(snapshot))
    return isAllRead(verdictOf(snapshot)) && age >= 0 && age <= RECENT_MS && isOfOrder(snapshot, order)
  }
  return list?.snapshots.find(isRecent) ?? null
}

export interface SnapshotCost {
  events: number
  requests: number
  /** It goes by the time of this connection's answers; null where none was measured. */
  ms: number | null
}

/** A search of at most so many events is read by offset, page after page; a larger one by time slices. */
const BY_OFFSET = 15 * LIMIT_CAP
/** Of a larger one: so many pages more, as slices do not end at full pages, and each slice is counted once more. */
const SLICES_SHARE = 1.27
/** Of a larger one: the requests before the first slice is read. */
const BEGINNING = 19
/** Of a smaller one: the requests that prove it, at most, beside the pages and the count. */
const PROOF = 15
/** Of a smaller one: so many pages more, as a page begins with the last row of the one before. */
const PAGES_SHARE = 1.02
/** Requests that are as soon made as a question about them is answered. */
const MOST_AT_ONCE = 100
/** Average requests in parallel: a reading starts with few. */
const AT_ONCE = 3
/** The least time to read and encrypt an answer of a hundred events, in ms. */
const LEAST_MS = 8

/**
 * Requests of a reading that nothing disturbs: the most of one by offset (`request-bounds.test.ts` of the backend holds
 * them), about as many of a larger one.
 * @param answerMs what a search of this connection took; null: not known
 */
export function snapshotCost(events: number, answerMs: number | null): SnapshotCost {
  // Two more of a smaller one: the last page, which is not full, and the count.
  const requests =
    events <= BY_OFFSET
      ? Math.floor(PROOF + PAGES_SHARE * (Math.floor(events / LIMIT_CAP) + 2))
      : Math.ceil((events / LIMIT_CAP) * SLICES_SHARE) + BEGINNING
  const each = answerMs === null ? null : Math.max(LEAST_MS, answerMs / AT_ONCE)
  return { events, requests, ms: each === null ? null : Math.round(requests * each + (answerMs ?? 0)) }
}

/** Whether it is large enough to need a confirmation. */
export const isLarge = ({ events, requests }: SnapshotCost) => events > 100_000 || requests > 2_000

/** Whether a click takes it only once that was confirmed: a smaller one too, where another of its search `isRecent`. */
export const isAskedFirst = (cost: SnapshotCost, isRecent: boolean) =>
  isLarge(cost) || (isRecent && cost.requests > MOST_AT_ONCE)

/** Writes "Takes at most 38 requests, about 2 s". @param cost null: the service gives no total */
export function costWords(cost: SnapshotCost | null): string {
  return cost === null
    ? 'Reads every match; this service does not say how many there are'
    : `Takes ${requestsWords(cost)}`
}

/**
 * Tells what taking a snapshot says before it begins: its cost, whose days it will have where those are not the days on
 * screen, and where it will not be there in the next run.
 * @param billingZone null: the connection has none
 * @param zone of display
 */
export function takingWords(
  cost: SnapshotCost | null,
  billingZone: string | null,
  zone: string,
  isThisRunOnly: boolean,
): string {
  const days =
    billingZone === null || billingZone === zone
      ? ''
      : `. Its days are those of the billing zone, ${billingZone.replaceAll('_', ' ')}`
  return `${costWords(cost)}${days}${isThisRunOnly ? '. Kept until Eventscope closes' : ''}`
}

/** "at most 38 requests, about 2 s", "about 3,644 requests, 4 min". */
export function requestsWords({ events, requests, ms }: SnapshotCost): string {
  const time = ms === null ? [] : [waitWords(Math.max(1, Math.round(ms / 1_000)) * 1_000)]
  const words = countWords(requests, 'request')
  return events <= BY_OFFSET
    ? [`at most ${words}`, ...time.map((about) => `about ${about}`)].join(', ')
    : [`about ${words}`, ...time].join(', ')
}

/** That nothing has to be read again, and what takes the snapshot that is there. */
export const recentWords = (name: string, rows: number): string =>
  `“${name}” is a snapshot of this search: all ${countWords(rows, 'event')} read.`
export const recentOfferWords = (age: string): string => `Use the snapshot read ${age}`

/** Requests of a reading that are not for rows: the totals before and after. */
const BESIDE_ROWS = 3
const ROWS_A_REQUEST = 100

/** "about 3,150 requests", as it took then. */
export function againWords({ requests }: Pick<SnapshotSummary, 'requests'>): string {
  return `about ${countWords(Math.max(1, requests), 'request')}`
}

/** Requests to read so many events in so many segments. */
export function segmentsCost(events: number, segments: number): number {
  return Math.ceil(events / ROWS_A_REQUEST) + segments * BESIDE_ROWS
}

/** The number of events on the days of these segments. @param days lines of totals by day in the zone */
export function eventsWithin(
  days: readonly Pick<TotalsLine, 'keys' | 'total'>[],
  segments: readonly Segment[],
  zone: string,
): number {
  const dates = segments.map(({ from, until }) => [inZone(from, zone)?.date ?? '', lastDate(until, zone)] as const)
  const isIn = (date: string) => dates.some(([first, last]) => first <= date && date <= last)
  return days.reduce((sum, { keys, total }) => sum + (isIn(keys[0]?.text ?? '') ? total.count : 0), 0)
}

const lastDate = (until: string, zone: string) =>
  inZone(new Date(Date.parse(until) - 1).toISOString(), zone)?.date ?? ''

/** Each part that is taken over is counted before and after. */
const COUNTS = 2
/** The whole is counted beside its parts, and how the service treats a range is looked at. */
const BESIDE = 4

/** Tells about how many requests extend a snapshot; null where the service does not say how many events there are. */
export function extensionRequests({ total, parts, events }: Extension): number | null {
  if (total === null) return null
  const rest = Math.max(0, total - events)
  return snapshotCost(rest, null).requests + (parts === 0 ? 0 : BESIDE + COUNTS * parts)
}

/** Tells what is taken over and what is read. */
export function extensionWords({ total, parts, events }: Extension): string {
  const there = total === null ? 'The service does not say how many events there are' : countWords(total, 'event')
  if (parts === 0) return `${there}. Everything is read anew: that costs no more.`
  return `${there}. ${grouped(events)} of this snapshot are taken over in ${countWords(parts, 'part')}: each part is counted again before and after, and read again where its count differs. The rest is read.`
}
