// A sorted column of the table as the order in which a snapshot is asked for its rows.
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { Sorting } from '../../grid/column-choice.ts'
import { COLUMN_FIELDS, propertyOf } from '../../grid/event-columns.ts'

/** Null: in the order of the snapshot, also for a column that rows cannot be sorted by. */
export function rowsOrder(sort: Sorting): RowsQuestion['sort'] {
  const key = sort === null ? null : keyOf(sort.column)
  return key === null || sort === null ? null : { key, descending: sort.descending }
}

function keyOf(column: string): SnapshotKey | null {
  const name = propertyOf(column)
  if (name !== null) return { of: 'property', name }
  return Object.hasOwn(COLUMN_FIELDS, column)
    ? { of: 'field', field: COLUMN_FIELDS[column as keyof typeof COLUMN_FIELDS] }
    : null
}
