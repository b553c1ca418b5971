// What "Export" exports on the live page: the rows on screen, the selected ones, or every match of the search.
import type { Connection } from '../../shared/connection/connection.ts'
import type { Event, SearchPage, SearchRequest } from '../../shared/event/event.ts'
import { failed, type Result, succeeded } from '../../shared/failure/failure.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import type { ColumnId } from '../grid/column-choice.ts'
import { fileColumns } from '../grid/event-columns.ts'
import { inGridOrder, type Selection } from '../grid/row-selection.ts'
import type { Exportable } from '../live/results/export-menu.tsx'
import type { SearchState } from '../live/store/search-state.ts'
import { rowsOrder, type SeenSnapshot } from '../snapshot/events/snapshot-exports.ts'
import { matchCount, readAt, recentSnapshot, snapshotCost, snapshotOrder } from '../snapshot/store/snapshot-order.ts'
import type { Snapshots } from '../snapshot/store/snapshots.ts'
import type { DialogSubject, SnapshotSubject } from './dialog/export-subject.ts'

/** What an export needs to know of the live page. */
export interface RowsOnScreen {
  search: SearchState
  selection: Selection
  /** In the order of the grid. */
  shownEvents: readonly Event[]
  /** Left to right. */
  shownColumns: { current: readonly ColumnId[] }
  snapshots: Pick<Snapshots, 'state'>
}

/**
 * Null if there are no rows. Fails with `invalid` if the search's range holds no instant.
 * @param zone in which times are shown: used if the connection has no billing zone
 */
export function liveSubject(
  what: Exportable,
  { search, selection, shownEvents, shownColumns, snapshots }: RowsOnScreen,
  current: Connection,
  zone: string,
): Result<DialogSubject> | null {
  const { shown } = search
  if (shown === null) return null
  const { filters } = shown.request
  const { page } = shown.answer
  const onScreen = fileColumns(shownColumns.current)
  const rows = {
    connectionId: current.id,
    zone: current.billingZone ?? zone,
    onScreen,
    filters,
    events: pageOnScreen(page, shownEvents),
  }
  if (what === 'selection') {
    return succeeded({ ...rows, of: 'selection', events: inGridOrder(selection, shownEvents).events })
  }
  if (what === 'page' || isWhole(shown.request, page)) return succeeded({ ...rows, of: 'page' })
  const read = snapshotOrder(current, filters, zone)
  if (!read.ok) return failed({ kind: 'invalid', field: 'request', message: read.message })
  const matches = matchCount(page, shown.request.limit)
  const cost = matches === null ? null : snapshotCost(matches, shown.answer.info.durationMs)
  const found = recentSnapshot(snapshots.state().list, read.order, Date.now())
  const recent = found && {
    subject: { ...snapshotSubject(found, null), onScreen },
    rows: found.rows,
    readAt: readAt(found),
  }
  return succeeded({ ...rows, of: 'all', order: read.order, cost, recent })
}

/** In the order on screen; as received if the grid shows the selected rows instead. */
function pageOnScreen({ events }: SearchPage, onScreen: readonly Event[]): readonly Event[] {
  const page = new Set(events)
  const shown = onScreen.filter((event) => page.has(event))
  return shown.length === events.length ? shown : events
}

/** Whether the page holds every match: it is the first one, and not full. */
function isWhole({ offset, limit }: SearchRequest, { events, total }: SearchPage): boolean {
  return offset === 0 && events.length < limit && (total === null || total <= events.length)
}

// A snapshot as the dialog "Export" takes it.

/** `seen`: see SnapshotExports. */
export function snapshotSubject(
  { id, name, connection, range }: SnapshotSummary,
  seen: SeenSnapshot | null,
): SnapshotSubject {
  return {
    of: 'snapshot',
    snapshotId: id,
    scope: seen?.scope ?? null,
    sort: rowsOrder(seen?.sort ?? null),
    connectionId: connection.id,
    onScreen: fileColumns(seen?.columns ?? []),
    name,
    zone: range.zone,
  }
}
