// The loaded page as a TanStack table: its rows sorted within the page, with the columns that were chosen.
import {
  type ColumnSizingState,
  type ReactTable,
  type SortingState,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { shortened } from '../ui/excerpt.ts'
import type { ChosenSorting, ColumnChoice } from './column-choice.ts'
import { columnOrder, columnsWith, features, pinnedColumns, withMoved, withWidths } from './event-columns.ts'

export type EventsTable = ReactTable<typeof features, Event>

const NO_EVENTS: Event[] = []

export interface EventsTableOptions {
  events: readonly Event[] | null
  choice: ColumnChoice
  onChoice: (choice: ColumnChoice) => void
  /** Names of the properties that are columns, chosen or offered. */
  properties: readonly string[]
  /** A column that is not there sorts nothing. Kept for further pages. */
  sorting: ChosenSorting
}

/** The table, and how its columns change places. */
export interface GridTable {
  table: EventsTable
  /** Moves one visible column to the place of another; both are indexes among the visible ones, from 0. */
  moveColumn: (from: number, to: number) => void
}

/** Joins events, chosen columns and sorting into the table that the grid draws. */
export function useEventsTable(options: EventsTableOptions): GridTable {
  const { events, choice, onChoice, properties, sorting: chosen } = options
  const { sort } = chosen
  const columns = useMemo(() => columnsWith(properties), [properties])
  const sorting = useMemo((): SortingState => {
    const isThere = sort !== null && columns.some(({ id }) => id === sort.column)
    return isThere ? [{ id: sort.column, desc: sort.descending }] : []
  }, [sort, columns])
  function changeSorting(updater: Updater<SortingState>) {
    const [next] = typeof updater === 'function' ? updater(sorting) : updater
    chosen.change(next === undefined ? null : { column: next.id, descending: next.desc })
  }
  const state = useMemo(() => {
    const order = columnOrder(choice, properties)
    return {
      columnOrder: order,
      columnVisibility: Object.fromEntries(choice.hidden.map((id) => [id, false])),
      columnSizing: Object.fromEntries(choice.widths) as ColumnSizingState,
      columnPinning: { start: pinnedColumns(choice, order), end: [] },
    }
  }, [choice, properties])
  const changeWidths = (updater: Updater<ColumnSizingState>) =>
    onChoice(withWidths(choice, typeof updater === 'function' ? updater(state.columnSizing) : updater))
  const table = useTable({
    features,
    columns,
    data: (events as Event[] | null) ?? NO_EVENTS,
    state: { sorting, ...state },
    onSortingChange: changeSorting,
    onColumnSizingChange: changeWidths,
    columnResizeMode: 'onEnd',
    enableMultiSort: false,
  })
  function moveColumn(from: number, to: number) {
    const ids = table.getVisibleLeafColumns().map(({ id }) => id)
    onChoice(withMoved(choice, properties, ids, ids[from] ?? '', to))
  }
  return { table, moveColumn }
}

/** The sorted column in words, such as "Event code, ascending"; null while the rows stand as the service sent them. */
export function sortWords(table: EventsTable): string | null {
  const [sort] = table.state.sorting
  const name = sort && table.getColumn(sort.id)?.columnDef.header
  return name ? `${shortened(String(name), 100)}, ${sort.desc ? 'descending' : 'ascending'}` : null
}
