// The table as an ARIA grid: one tab stop, arrow keys, selection by key and by mouse, copying.
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { type Event, eventKey, type SearchPage } from '../../../shared/event.ts'
import { NARROWEST } from './event-columns.ts'
import { type EventRef, placeOfEvent } from './event-place.ts'
import { EventRow } from './event-row.tsx'
import styles from './events-grid.module.css'
import type { EventsTable } from './events-table.ts'
import { fitWidth, textMeasure } from './fit-width.ts'
import { instantsShown, useGridLayout } from './grid-columns.ts'
import { explainCutCell, forgetCutCell, placeOf, rowOf } from './grid-dom.ts'
import type { GridPlace } from './grid-focus.ts'
import { GridHead } from './grid-head.tsx'
import { HEAD_HEIGHT, rowHeight, rowsPerScreen, SELECT_WIDTH } from './grid-measures.ts'
import { GridRows, isDrawnWhole } from './grid-rows.tsx'
import type { Selection } from './row-selection.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useCopiedRows } from './use-copied-rows.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useGridInput } from './use-grid-input.ts'
import { useGridSelection } from './use-grid-selection.ts'
import type { Room } from './use-room.ts'
import { exactText, wholeText } from './whole-text.ts'

interface EventsGridProps {
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

const GRID_ID = 'events-grid'

/** Moves the focus to where Tab enters the grid. */
export function focusGrid(): void {
  document.querySelector<HTMLElement>(`#${GRID_ID} [tabindex="0"]`)?.focus()
}

export function EventsGrid(props: EventsGridProps) {
  const { table, page, view, marks, zone, receivedAt, scroll, room, paneHeight, busy, dimmed } = props
  const { selection, onSelection, openEvent, onOpen, onCopied } = props
  const grid = useRef<HTMLTableElement>(null)
  const shownRows = table.getRowModel().rows
  const events = useMemo(() => shownRows.map((row) => row.original), [shownRows])
  const instants = useMemo(() => instantsShown(events, zone, receivedAt), [events, zone, receivedAt])
  const layout = useGridLayout(table, events, instants, room.width)
  const { columns } = layout
  const height = rowHeight(paneHeight)
  const size = { rows: events.length, columns: columns.length + 1, pageRows: rowsPerScreen(room.height, height) }
  const openRow = openEvent === null ? -1 : placeOfEvent(events, openEvent)
  const { tabStop, moved, focus } = useGridFocus(grid, size, openRow)
  const selecting = useGridSelection(events, view, selection, onSelection)
  const input = useGridInput({
    events,
    size,
    onFocus: focus,
    selection: selecting,
    isOpen: openRow >= 0,
    onOpen,
    onWiden: widen,
  })

  const widths = [SELECT_WIDTH, ...layout.widths]
  const width = widths.reduce((sum, each) => sum + each)
  // In steps, so that dragging the details' edge draws no row anew for each pixel.
  const propertiesRoom = Math.ceil((widths.at(-1) ?? 0) / 64) * 64
  const places = widths.slice(0, layout.pinned + 1).map((_, index) => {
    const left = widths.slice(0, index).reduce((sum, each) => sum + each, 0)
    return [`--left-${index}`, `${left}px`]
  })
  const heights = { '--head': `${HEAD_HEIGHT}px`, '--row': `${height}px` } as CSSProperties
  const numbered = !isDrawnWhole(events.length)

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at their first
  useLayoutEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0
  }, [view])

  function resize(id: string, size: number) {
    table.setColumnSizing((sizes) => ({ ...sizes, [id]: size }))
  }

  /** By key, a step at a time. */
  function widen(index: number, by: number) {
    const column = columns[index]
    if (column) resize(column.id, Math.max(NARROWEST, (layout.widths[index] ?? 0) + by))
  }

  function whole({ row, column }: GridPlace): string | null {
    const event = events[row]
    const shown = columns[column - 1]
    return event && shown ? wholeText(event, shown.id) : null
  }

  useCopiedRows(
    selection,
    events,
    (target) => {
      const event = events[rowOf(target)]
      const column = columns[(placeOf(target)?.column ?? 0) - 1]
      return event ? { event, cell: column ? exactText(event, column.id) : null } : null
    },
    onCopied,
  )

  function eventRow(row: number): ReactNode {
    const event = events[row]
    return event ? (
      <EventRow
        // By place: ids may repeat, and a page flip reuses the lines that are there.
        key={row}
        event={event}
        row={row}
        columns={columns}
        zone={zone}
        instants={instants}
        propertiesRoom={propertiesRoom}
        selected={selection.has(eventKey(event))}
        open={row === openRow}
        tabStop={row === tabStop.row ? tabStop.column : null}
        mark={marks.get(event) ?? null}
        numbered={numbered}
      />
    ) : null
  }

  return (
    <div ref={scroll} className={styles.scroll} style={heights}>
      <table
        ref={grid}
        id={GRID_ID}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern on the element that has its structure
        role="grid"
        className={styles.grid}
        aria-label="Events"
        aria-busy={busy}
        aria-multiselectable="true"
        aria-rowcount={numbered ? events.length + 1 : undefined}
        data-offset={page?.offset ?? undefined}
        data-limit={page?.limit ?? undefined}
        data-total={page?.total ?? undefined}
        data-dimmed={dimmed || undefined}
        data-pinned={width > room.width ? layout.pinned : undefined}
        style={{ width, ...Object.fromEntries(places) }}
        {...input.table}
        onFocus={({ target }) => {
          const place = placeOf(target)
          if (place) moved(place)
        }}
        onPointerOver={({ target }) => explainCutCell(target, whole)}
        onPointerOut={({ target }) => forgetCutCell(target)}
      >
        <colgroup>
          {widths.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is nothing but its place
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <GridHead
          table={table}
          columns={columns}
          events={events}
          zone={zone}
          instants={instants}
          onMove={props.onMoveColumn}
          onFit={(column) => {
            if (grid.current) resize(column.id, fitWidth(column, events, textMeasure(grid.current)))
          }}
          selection={selection}
          onSelectPage={selecting.selectPage}
          tabStop={tabStop}
          numbered={numbered}
        />
        <tbody {...input.body}>
          <GridRows
            count={events.length}
            height={height}
            scroll={scroll}
            pinned={[tabStop.row, openRow]}
            row={eventRow}
          />
          {page === null && busy ? (
            <SkeletonRows columns={columns} rows={Math.floor((room.height - HEAD_HEIGHT) / height)} />
          ) : null}
        </tbody>
      </table>
      {props.children}
    </div>
  )
}
