// What "Export" is of on the live page: the rows on screen, those that are selected, or every match of the search.
import type { Connection } from '../../shared/connection.ts'
import type { SearchPage, SearchRequest } from '../../shared/event.ts'
import { FIELD_KEYS } from '../../shared/event-fields.ts'
import type { ChosenColumn } from '../../shared/event-table.ts'
import { failed, type Result, succeeded } from '../../shared/failure.ts'
import type { DialogSubject } from '../features/export/export-subject.ts'
import type { Exportable } from '../features/results/export-menu.tsx'
import type { ColumnId } from '../session/column-choice.ts'
import { matchCount, snapshotCost } from '../session/snapshot-cost.ts'
import { snapshotOrder } from '../session/snapshot-order.ts'
import { propertyOf } from '../ui/event-grid/event-columns.ts'
import { inGridOrder } from '../ui/event-grid/row-selection.ts'
import type { InspectorState } from './use-inspector.ts'

/** Null where there are no rows. Failure `invalid` for a search whose range holds no instant. */
export function liveSubject(
  what: Exportable,
  { search, selection, shownEvents, shownColumns }: InspectorState,
  current: Connection,
  zone: string,
): Result<DialogSubject> | null {
  const { shown } = search
  if (shown === null) return null
  const { filters } = shown.request
  const { page } = shown.answer
  const onScreen = shownColumns.current.flatMap(fileColumn)
  const rows = { connectionId: current.id, onScreen, filters, events: shownEvents }
  if (what === 'selection') {
    return succeeded({ ...rows, of: 'selection', events: inGridOrder(selection, shownEvents).events })
  }
  if (what === 'page' || isWhole(shown.request, page)) return succeeded({ ...rows, of: 'page' })
  const read = snapshotOrder(current, filters, zone)
  if (!read.ok) return failed({ kind: 'invalid', field: 'request', message: read.message })
  const matches = matchCount(page, shown.request.limit)
  const cost = matches === null ? null : snapshotCost(matches, shown.answer.info.durationMs)
  return succeeded({ ...rows, of: 'all', order: read.order, cost })
}

/** The page holds every match: it is the first, and shorter than it might be. */
function isWhole({ offset, limit }: SearchRequest, { events, total }: SearchPage): boolean {
  return offset === 0 && events.length < limit && (total === null || total <= events.length)
}

const OWN_FIELDS = new Map<ColumnId, ChosenColumn>([
  ...FIELD_KEYS.map((field) => [field, { field }] as const),
  ['created', { field: 'createdAt' }],
  ['type', { field: 'eventType' }],
])

/** None for the column that shows a part of all properties. */
function fileColumn(id: ColumnId): ChosenColumn[] {
  const property = propertyOf(id)
  const column = property === null ? OWN_FIELDS.get(id) : { property }
  return column === undefined ? [] : [column]
}
