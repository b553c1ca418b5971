// The grid over the rows of one page of the service, which are all there.
import { type ReactNode, type RefObject, useCallback, useMemo } from 'react'
import { type Event, eventKey, type SearchPage } from '../../../shared/event.ts'
import { type EventRef, placeOfEvent } from '../../ui/event-grid/event-place.ts'
import { EventsGrid } from '../../ui/event-grid/events-grid.tsx'
import type { EventsTable } from '../../ui/event-grid/events-table.ts'
import { allThere } from '../../ui/event-grid/grid-events.ts'
import { inGridOrder, type Selection, selectedShare } from '../../ui/event-grid/row-selection.ts'
import { useGridSelection } from '../../ui/event-grid/use-grid-selection.ts'
import type { Room } from '../../ui/event-grid/use-room.ts'

interface PageGridProps {
  table: EventsTable
  /** A column was moved to the place of another; both count from 0. */
  onMoveColumn: (from: number, to: number) => void
  /** The page that the rows come from; null before the first answer. */
  page: SearchPage | null
  /** Changes when other rows were asked for: then they are shown from the first. */
  view: string
  /** By event, what does not fit about its row. */
  marks: ReadonlyMap<Event, string>
  zone: string
  /** When the page came, RFC 3339: its year goes without saying. */
  receivedAt: string | null
  /** The scrolling box, and the room in it. */
  scroll: RefObject<HTMLDivElement | null>
  room: Room
  /** Of the whole pane, in CSS pixels: a notice above the rows does not make them lower. */
  paneHeight: number
  busy: boolean
  /** The rows are of an earlier search: they stand back. */
  dimmed: boolean
  selection: Selection
  onSelection: (next: Selection) => void
  /** The event in the details. */
  openEvent: EventRef | null
  onOpen: (event: Event) => void
  /** Hears what was copied, in words. */
  onCopied: (words: string) => void
  /** What stands below the heads when there are no rows. */
  children: ReactNode
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
