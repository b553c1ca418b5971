// The order of "Take snapshot": every match of the search on screen, in the range of its filters.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Filters } from '../../../shared/event/event.ts'
import type { SnapshotOrder, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
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

/** Whether a snapshot is of exactly the search with these `filters`, on this connection. */
export function isOfSearch(
  { connection, search, range }: Pick<SnapshotSummary, 'connection' | 'search' | 'range'>,
  connectionId: string,
  filters: Filters,
): boolean {
  const own = { id: connectionId, account: connection.account, billingZone: range.zone }
  const order = snapshotOrder(own, filters, range.zone)
  return (
    connection.id === connectionId &&
    order.ok &&
    sameFilters(order.order.search, search) &&
    sameInstant(order.order.range.from ?? undefined, range.from ?? undefined) &&
    sameInstant(order.order.range.until ?? undefined, range.until ?? undefined)
  )
}
