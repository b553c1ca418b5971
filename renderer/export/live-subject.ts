// What "Export" exports on the live page: the rows on screen, the selected ones, or every match of the search.
import type { Connection } from '../../shared/connection/connection.ts'
import type { SearchPage, SearchRequest } from '../../shared/event/event.ts'
import { failed, type Result, succeeded } from '../../shared/failure/failure.ts'
import type { InspectorState } from '../app/use-inspector.ts'
import { inGridOrder } from '../grid/row-selection.ts'
import type { Exportable } from '../live/results/export-menu.tsx'
import { matchCount, snapshotCost } from '../snapshot/store/snapshot-cost.ts'
import { snapshotOrder } from '../snapshot/store/snapshot-order.ts'
import type { DialogSubject } from './dialog/export-subject.ts'
import { fileColumns } from './file-columns.ts'

/** `zone`: that of display. Null where there are no rows. Failure `invalid` for a search whose range holds no instant. */
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
  const onScreen = fileColumns(shownColumns.current)
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

/** Whether the page holds every match: it is the first one, and not full. */
function isWhole({ offset, limit }: SearchRequest, { events, total }: SearchPage): boolean {
  return offset === 0 && events.length < limit && (total === null || total <= events.length)
}
