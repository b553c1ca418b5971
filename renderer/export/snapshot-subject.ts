// A snapshot as the dialog "Export" takes it.
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { fileColumns } from '../grid/file-columns.ts'
import { rowsOrder } from '../snapshot/events/rows-order.ts'
import type { SeenSnapshot } from '../snapshot/snapshot-exports.ts'
import type { SnapshotSubject } from './dialog/export-subject.ts'

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
