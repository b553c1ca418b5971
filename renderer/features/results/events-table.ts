// The loaded page as a TanStack table: sorted on this page, with the columns that were chosen.
import {
  type ColumnSizingState,
  type ReactTable,
  type SortingState,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { Event } from '../../../shared/event.ts'
import type { ColumnChoice } from '../../session/column-choice.ts'
import { shortened } from '../../ui/excerpt.ts'
import { columnOrder, pinnedColumns, withWidths } from './column-choices.ts'
import { columnsWith, features } from './event-columns.ts'

export type EventsTable = ReactTable<typeof features, Event>

const NO_EVENTS: Event[] = []

interface EventsTableOptions {
  events: readonly Event[] | null
  choice: ColumnChoice
  onChoice: (choice: ColumnChoice) => void
  /** Names of the properties that are columns, chosen or offered. */
  properties: readonly string[]
}

/** Sorting stays for the pages that follow. */
export function useEventsTable({ events, choice, onChoice, properties }: EventsTableOptions): EventsTable {
  const [sorting, setSorting] = useState<SortingState>([])
  const columns = useMemo(() => columnsWith(properties), [properties])
  const state = useMemo(() => {
    const order = columnOrder(choice, properties)
    return {
      columnOrder: order,
      columnVisibility: Object.fromEntries(choice.hidden.map((id) => [id, false])),
      columnSizing: Object.fromEntries(choice.widths) as ColumnSizingState,
      columnPinning: { start: pinnedColumns(choice, order), end: [] },
    }
  }, [choice, properties])
  const sized = (updater: Updater<ColumnSizingState>) =>
    onChoice(withWidths(choice, typeof updater === 'function' ? updater(state.columnSizing) : updater))
  return useTable({
    features,
    columns,
    data: (events as Event[] | null) ?? NO_EVENTS,
    state: { sorting, ...state },
    onSortingChange: setSorting,
    onColumnSizingChange: sized,
    columnResizeMode: 'onEnd',
    enableMultiSort: false,
  })
}

/** The sorted column in words, as "Event code, ascending"; null while the rows stand as the service sent them. */
export function sortWords(table: EventsTable): string | null {
  const [sort] = table.state.sorting
  const name = sort && table.getColumn(sort.id)?.columnDef.header
  return name ? `${shortened(String(name), 100)}, ${sort.desc ? 'descending' : 'ascending'}` : null
}
