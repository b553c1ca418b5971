// The grid over one page of the service, all of whose rows are loaded.
import { useCallback, useMemo } from 'react'
import type { Event } from '../../../shared/event/event.ts'
import { useEventActions } from '../../grid/event-actions.ts'
import { type EventRef, placeOfEvent } from '../../grid/event-place.ts'
import { EventsGrid, type EventsGridProps } from '../../grid/events-grid.tsx'
import { allThere, type GridProgress } from '../../grid/grid-events.ts'
import type { ChosenRows } from '../../grid/row-selection.ts'
import { useGridSelection } from '../../grid/use-grid-selection.ts'
import type { ShownRows } from '../store/search-state.ts'

interface PageGridProps extends Pick<EventsGridProps, 'columns' | 'zone' | 'box' | 'onCopied' | 'children'> {
  /** The page that the rows come from; null before the first answer. */
  shown: ShownRows | null
  progress: Omit<GridProgress, 'coming'>
  /** By event, what does not fit about its row. */
  marks: ReadonlyMap<Event, string>
  chosen: ChosenRows
  /** The event in the details. */
  openEvent: EventRef | null
}

export function PageGrid({ shown, progress, marks, chosen, openEvent, ...grid }: PageGridProps) {
  const { open } = useEventActions()
  const shownRows = grid.columns.table.getRowModel().rows
  const events = useMemo(() => shownRows.map((row) => row.original), [shownRows])
  const key = JSON.stringify(shown?.request ?? null)
  return (
    <EventsGrid
      {...grid}
      view={{
        events: useMemo(() => allThere(events), [events]),
        key,
        name: 'rows of this page',
        sample: events,
        answered: shown?.answer.page ?? null,
        receivedAt: shown?.answer.info.receivedAt ?? null,
        markOf: useCallback((event: Event) => marks.get(event) ?? null, [marks]),
      }}
      progress={{ ...progress, coming: shown === null && progress.busy }}
      selection={useGridSelection(events, key, chosen)}
      opened={{
        index: openEvent === null ? -1 : placeOfEvent(events, openEvent),
        open: (row) => {
          const event = events[row]
          if (event) open(event)
        },
      }}
    />
  )
}
