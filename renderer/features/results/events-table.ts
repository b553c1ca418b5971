// The loaded page as a TanStack table: sorted on this page, with the columns that are not hidden.
import { type ReactTable, type SortingState, useTable } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { Event } from '../../../shared/event.ts'
import { type ColumnId, columns, features } from './event-columns.ts'
import type { Width } from './grid-measures.ts'

export type EventsTable = ReactTable<typeof features, Event>

const NO_EVENTS: Event[] = []

/** Sorting stays for the pages that follow; `hiddenColumns` are column ids. */
export function useEventsTable(events: Event[] | null, hiddenColumns: readonly string[]): EventsTable {
  const [sorting, setSorting] = useState<SortingState>([])
  const columnVisibility = useMemo(() => Object.fromEntries(hiddenColumns.map((id) => [id, false])), [hiddenColumns])
  return useTable({
    features,
    columns,
    data: events ?? NO_EVENTS,
    state: { sorting, columnVisibility },
    onSortingChange: setSorting,
    enableMultiSort: false,
  })
}

/** The same array as long as the same columns are visible, so that rows are not drawn again for nothing. */
export function useVisibleColumns(table: EventsTable): readonly ColumnId[] {
  const ids = table.getVisibleLeafColumns().map(({ id }) => id)
  const key = ids.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the ids do
  return useMemo(() => ids as ColumnId[], [key])
}

/** Instants outside UTC have "+01:00" beside them. In CSS pixels. */
const OFFSET_WIDTH = 48

/** The widths that the visible columns ask for, left to right. */
export function wantedWidths(table: EventsTable, zone: string): Width[] {
  return table.getVisibleLeafColumns().map(({ id, columnDef }) => {
    const { least = 0, most = 0, share = 0 } = columnDef.meta ?? {}
    const offset = id === 'created' && zone !== 'UTC' ? OFFSET_WIDTH : 0
    return { share, least: least + offset, most: most + offset }
  })
}

/** The sorted column in words, as "Event code, ascending"; null while the rows stand as the service sent them. */
export function sortWords(table: EventsTable): string | null {
  const [sort] = table.state.sorting
  const name = sort && table.getColumn(sort.id)?.columnDef.header
  return name ? `${String(name)}, ${sort.desc ? 'descending' : 'ascending'}` : null
}
