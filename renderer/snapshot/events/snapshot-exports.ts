// The dialog of exports as a context, which the floor above fills: whatever shows a snapshot can export it.
import { createContext, useContext } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { RowsQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { ColumnId, Sorting } from '../../grid/column-choice.ts'
import { COLUMN_FIELDS, propertyOf } from '../../grid/event-columns.ts'

/** How the snapshot is shown on screen, which the file follows. */
export interface SeenSnapshot {
  scope: Scope
  sort: Sorting
  /** Left to right; empty until first drawn. */
  columns: readonly ColumnId[]
}

export interface SnapshotExports {
  /** Opens the dialog. `seen` null: it is not on screen, so all of its rows are exported, in order of time. */
  open: (snapshot: SnapshotSummary, seen: SeenSnapshot | null) => void
}

const ExportsContext = createContext<SnapshotExports>({ open: () => {} })

export const SnapshotExportsProvider = ExportsContext.Provider

/** Without a provider above, `open` does nothing. */
export const useSnapshotExports = (): SnapshotExports => useContext(ExportsContext)

/** The order in which to ask for rows. Null: the snapshot's own, also for a column that rows cannot be sorted by. */
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
