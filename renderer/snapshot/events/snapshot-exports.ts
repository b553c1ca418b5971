// What the floor above offers, by context: whatever shows a snapshot can export it.
import { createContext, useContext } from 'react'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ColumnId, Sorting } from '../../grid/column-choice.ts'

/** How it is shown on screen, which the file follows. */
export interface SeenSnapshot {
  scope: Scope
  sort: Sorting
  /** Left to right; none before they were drawn. */
  columns: readonly ColumnId[]
}

export interface SnapshotExports {
  /** Opens the dialog. `seen` null: it is not on screen, so all of its rows are exported, in order of time. */
  open: (snapshot: SnapshotSummary, seen: SeenSnapshot | null) => void
}

const Offered = createContext<SnapshotExports>({ open: () => {} })

export const SnapshotExportsProvider = Offered.Provider

/** Without a provider above, `open` does nothing. */
export const useSnapshotExports = (): SnapshotExports => useContext(Offered)
