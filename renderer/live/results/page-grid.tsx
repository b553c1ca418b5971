// The grid over one page of the service, all of whose rows are loaded.
import { useCallback, useMemo } from 'react'
import { type Event, eventKey, type SearchPage } from '../../../shared/event/event.ts'
import { type EventRef, placeOfEvent } from '../../grid/event-place.ts'
import { EventsGrid, type EventsGridProps } from '../../grid/events-grid.tsx'
import { allThere } from '../../grid/grid-events.ts'
import { inGridOrder, type Selection, selectedShare } from '../../grid/row-selection.ts'
import { useGridSelection } from '../../grid/use-grid-selection.ts'

type AsInGrid =
  | 'table'
  | 'onMoveColumn'
  | 'view'
  | 'zone'
  | 'receivedAt'
  | 'scroll'
  | 'room'
  | 'busy'
  | 'dimmed'
  | 'onCopied'
  | 'children'

interface PageGridProps extends Pick<EventsGridProps, AsInGrid> {
  /** The page that the rows come from; null before the first answer. */
  page: SearchPage | null
  /** By event, what does not fit about its row. */
  marks: ReadonlyMap<Event, string>
  selection: Selection
  onSelection: (next: Selection) => void
  /** The event in the details. */
  openEvent: EventRef | null
  onOpen: (event: Event) => void
}

export function PageGrid({ page, marks, selection, onSelection, openEvent, onOpen, ...grid }: PageGridProps) {
  const { table, view, busy } = grid
  const shownRows = table.getRowModel().rows
  const events = useMemo(() => shownRows.map((row) => row.original), [shownRows])
  const rows = useMemo(() => allThere(events), [events])
  const selecting = useGridSelection(events, view, selection, onSelection)
  return (
    <EventsGrid
      {...grid}
      rows={rows}
      sample={events}
      answered={page}
      markOf={useCallback((event: Event) => marks.get(event) ?? null, [marks])}
      coming={page === null && busy}
      isSelected={(event) => selection.has(eventKey(event))}
      share={useMemo(() => selectedShare(selection, events), [selection, events])}
      selecting={selecting}
      selected={() => inGridOrder(selection, events).events}
      rowsName="rows of this page"
      openRow={openEvent === null ? -1 : placeOfEvent(events, openEvent)}
      onOpen={(row) => {
        const event = events[row]
        if (event) onOpen(event)
      }}
    />
  )
}
