// A snapshot as the dialog "Export" takes it.
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import type { ColumnId } from '../grid/column-choice.ts'
import { rowsOrder } from '../snapshot/events/rows-order.ts'
import type { SnapshotView } from '../snapshot/store/snapshot-view.ts'
import type { DialogSubject } from './dialog/export-subject.ts'
import { fileColumns } from './file-columns.ts'

/** How it is shown on screen, which the file follows. */
interface SeenSnapshot {
  scope: Scope
  sort: SnapshotView['sort']
  /** Left to right; none before they were drawn. */
  columns: readonly ColumnId[]
}

/** @param seen null: it is not on screen, so all of its rows are exported, in order of time */
export function snapshotSubject(
  { id, name, connection, range }: SnapshotSummary,
  seen: SeenSnapshot | null,
): DialogSubject {
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
