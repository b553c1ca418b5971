// What the dialog "Export" is opened for: rows on screen, selected ones, every match of a search, or a snapshot.
import type { Connection } from '../../../shared/connection/connection.ts'
import type { Event, Filters, SearchPage } from '../../../shared/event/event.ts'
import type { ChosenColumn } from '../../../shared/event/event-table.ts'
import type { ExportSubject } from '../../../shared/export/file-export.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { knownTotal } from '../../../shared/search/paging.ts'
import type { SnapshotOrder, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ColumnId } from '../../grid/column-choice.ts'
import { fileColumns } from '../../grid/event-columns.ts'
import { inGridOrder, type Selection } from '../../grid/use-row-selection.ts'
import type { Exportable } from '../../live/results/export-menu.tsx'
import type { SearchState } from '../../live/store/search-session.ts'
import { rowsOrder, type SeenSnapshot } from '../../snapshot/events/snapshot-exports.ts'
import type { Snapshots } from '../../snapshot/store/page-snapshots.ts'
import {
  readAt,
  recentSnapshot,
  type SnapshotCost,
  snapshotCost,
  snapshotOrder,
} from '../../snapshot/store/snapshot-order.ts'

interface Seen {
  /** The connection whose choices are remembered. */
  connectionId: string
  /** In which its dates are, unless another one is chosen. */
  zone: string
  /** The columns of the table, left to right; none where there is no table. */
  onScreen: readonly ChosenColumn[]
}

/** Rows on screen, in their order. */
interface RowsOfScreen extends Seen {
  of: 'page' | 'selection'
  events: readonly Event[]
  /** They are as applied. */
  filters: Filters
}

/**
 * Every match of the search on screen; `events` are a sample. They are read and proved even where the page seems to
 * hold them all: a service that gives fewer than were asked for, and counts only those, looks the same.
 */
interface AllMatches extends Omit<RowsOfScreen, 'of'> {
  of: 'all'
  /** It is read first. */
  order: SnapshotOrder
  /** The cost of reading them; null where the service gives no total. */
  cost: SnapshotCost | null
  /** A snapshot of the same search that is minutes old; null where there is none. */
  recent: RecentSnapshot | null
}

/** Offered in place of another reading; used only if it is chosen. */
interface RecentSnapshot {
  subject: SnapshotSubject
  /** Its events. */
  rows: number
  /** It was read then; RFC 3339 UTC. */
  readAt: string
}

export type SnapshotSubject = Extract<ExportSubject, { of: 'snapshot' }> & Seen & { name: string }

export type DialogSubject = RowsOfScreen | AllMatches | SnapshotSubject

// "Export" exports these on the live page: the rows on screen, the selected ones, or every match of the search.

/** This is what an export needs to know of the live page. */
export interface RowsOnScreen {
  search: SearchState
  selection: Selection
  /** They are in the order of the grid. */
  events: readonly Event[]
  /** Left to right. */
  columns: { readonly current: readonly ColumnId[] }
  snapshots: Pick<Snapshots, 'state'>
}

/**
 * Null if there are no rows. Fails with `invalid` if the search's range holds no instant.
 * @param zone in which times are shown: used if the connection has no billing zone
 */
export function liveSubject(
  what: Exportable,
  { search, selection, events, columns, snapshots }: RowsOnScreen,
  current: Connection,
  zone: string,
): Result<DialogSubject> | null {
  const { shown } = search
  if (shown === null) return null
  const { filters } = shown.request
  const { page } = shown.answer
  const onScreen = fileColumns(columns.current)
  const rows = {
    connectionId: current.id,
    zone: current.billingZone ?? zone,
    onScreen,
    filters,
    events: pageOnScreen(page, events),
  }
  if (what === 'selection') {
    return succeeded({ ...rows, of: 'selection', events: inGridOrder(selection, events).events })
  }
  if (what === 'page') return succeeded({ ...rows, of: 'page' })
  const read = snapshotOrder(current, filters, zone)
  if (!read.ok) return failed({ kind: 'invalid', field: 'request', message: read.message })
  const matches = knownTotal(shown.request, page)
  const cost = matches === null ? null : snapshotCost(matches, shown.answer.info.durationMs)
  const found = recentSnapshot(snapshots.state().list, read.order, Date.now())
  const recent = found && {
    subject: { ...snapshotSubject(found, null), onScreen },
    rows: found.rows,
    readAt: readAt(found),
  }
  return succeeded({ ...rows, of: 'all', order: read.order, cost, recent })
}

/** Orders them as on screen; as received if the grid shows the selected rows instead. */
function pageOnScreen({ events }: SearchPage, onScreen: readonly Event[]): readonly Event[] {
  const page = new Set(events)
  const shown = onScreen.filter((event) => page.has(event))
  return shown.length === events.length ? shown : events
}

// A snapshot as the dialog "Export" takes it.

/** @param seen what the screen shows of its events, their conditions, order and columns; null: none of them is on it */
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
