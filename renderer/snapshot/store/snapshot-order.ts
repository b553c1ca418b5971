// The order of "Take snapshot": every match of the search on screen, in the range of its filters.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Filters } from '../../../shared/event/event.ts'
import type { SnapshotList, SnapshotOrder, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { sameFilters, sameInstant } from '../../live/store/filters-meaning.ts'

export type SnapshotOrderReading = { ok: true; order: SnapshotOrder } | { ok: false; message: string }

/**
 * Of applied filters, whose From and To are instants that both belong to the search: a day that was typed as To is its last
 * instant there, so that all of it is in the range. The snapshot keeps its zone: the connection's billing zone, or without
 * one that of display, `shownZone`.
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

const isOfOrder = ({ connection, search, range }: OfSearch, order: SnapshotOrder) =>
  connection.id === order.connectionId &&
  connection.account === order.account &&
  sameFilters(order.search, search) &&
  sameInstant(order.range.from ?? undefined, range.from ?? undefined) &&
  sameInstant(order.range.until ?? undefined, range.until ?? undefined) &&
  order.range.zone === range.zone

/** How old a snapshot may be to be offered in place of another reading of its search. */
const RECENT_MS = 10 * 60_000

/** When a snapshot shows its search; RFC 3339 UTC, this machine's clock. */
export const readAt = ({ asOf, begunAt }: Pick<SnapshotSummary, 'asOf' | 'begunAt'>): string => asOf ?? begunAt

/** The latest snapshot of the same order that is complete and minutes old; null where there is none. `nowMs` is Date.now(). */
export function recentSnapshot(list: SnapshotList | null, order: SnapshotOrder, nowMs: number): SnapshotSummary | null {
  const isRecent = (snapshot: SnapshotSummary) => {
    const age = nowMs - Date.parse(readAt(snapshot))
    return isProved(snapshot) && age >= 0 && age <= RECENT_MS && isOfOrder(snapshot, order)
  }
  return list?.snapshots.find(isRecent) ?? null
}

/** Complete, and not by an earlier rule alone. */
const isProved = ({ status }: SnapshotSummary) =>
  status.state === 'finished' && status.verdict.kind === 'complete' && status.verdict.grounds !== undefined
