// The table as an ARIA grid: one tab stop, arrow keys, selection by key and by mouse, copying.
// Listens for all rows at once, so that a row stays plain elements.
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Event, eventKey, type SearchPage } from '../../../shared/event.ts'
import { type EventRef, placeOfEvent } from './event-place.ts'
import { EventRow } from './event-row.tsx'
import styles from './events-grid.module.css'
import { type EventsTable, useVisibleColumns, wantedWidths } from './events-table.ts'
import {
  cellElement,
  explainCutCell,
  forgetCutCell,
  isInFirstCell,
  isTextMarked,
  placeOf,
  rowElement,
  rowOf,
  rowsInView,
} from './grid-dom.ts'
import { type GridPlace, placeAfter, placeWithin } from './grid-focus.ts'
import { GridHead } from './grid-head.tsx'
import { columnWidths, HEAD_HEIGHT, rowHeight, SELECT_WIDTH } from './grid-measures.ts'
import { rangeOf, type Selection, withSelected } from './row-selection.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import { useCopiedRows } from './use-copied-rows.ts'
import type { Room } from './use-room.ts'
import { wholeText } from './whole-text.ts'

interface EventsGridProps {
  table: EventsTable
  /** The page that the rows come from; null before the first answer. */
  page: SearchPage | null
  /** Changes when other rows were asked for: then they are shown from the first. */
  view: string
  /** By event, what does not fit about its row. */
  marks: ReadonlyMap<Event, string>
  zone: string
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
  onCopied: (rows: number) => void
  /** What stands below the heads when there are no rows. */
  children: ReactNode
}

const GRID_ID = 'events-grid'

/** Moves the focus to where Tab enters the grid. */
export function focusGrid(): void {
  document.querySelector<HTMLElement>(`#${GRID_ID} [tabindex="0"]`)?.focus()
}

export function EventsGrid(props: EventsGridProps) {
  const {
    table,
    page,
    view,
    marks,
    zone,
    scroll,
    room,
    paneHeight,
    busy,
    dimmed,
    selection,
    onSelection,
    openEvent,
    onOpen,
    onCopied,
  } = props
  const grid = useRef<HTMLTableElement>(null)
  const anchor = useRef<Event | null>(null)
  const [focused, setFocused] = useState<GridPlace>({ row: 0, column: 1 })
  const events = table.getRowModel().rows.map((row) => row.original)
  const columns = useVisibleColumns(table)
  const size = { rows: events.length, columns: columns.length + 1 }
  const tabStop = placeWithin(focused, { ...size, pageRows: 1 })
  const openRow = openEvent === null ? -1 : placeOfEvent(events, openEvent)

  const widths = [SELECT_WIDTH, ...columnWidths(wantedWidths(table, zone), room.width)]
  // In steps, so that dragging the details' edge draws no row anew for each pixel.
  const propertiesRoom = Math.ceil((widths.at(-1) ?? 0) / 64) * 64
  const height = rowHeight(paneHeight)
  const heights = { '--head': `${HEAD_HEIGHT}px`, '--row': `${height}px` } as CSSProperties

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at their first, and no range reaches into them
  useLayoutEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0
    anchor.current = null
  }, [view])

  useEffect(() => {
    if (openRow < 0) return
    rowElement(grid.current, openRow)?.scrollIntoView({ block: 'nearest' })
    // Stepping through the details moves the place to which the focus returns.
    setFocused(({ column }) => ({ row: openRow, column }))
  }, [openRow])

  function select(row: number, ranging: boolean) {
    const event = events[row]
    if (!event) return
    const range = rangeOf(events, ranging ? anchor.current : null, row)
    onSelection(withSelected(selection, events, range, !selection.has(eventKey(event))))
    anchor.current = event
  }

  function selectPage(selected: boolean) {
    onSelection(withSelected(selection, events, events, selected))
  }

  function onKeyDown(pressed: KeyboardEvent<HTMLTableElement>) {
    const place = placeOf(pressed.target)
    if (!place || pressed.altKey) return
    const control = pressed.ctrlKey || pressed.metaKey
    const next = placeAfter(pressed.key, control, place, { ...size, pageRows: rowsInView(grid.current) })
    const event = events[place.row]
    if (next) cellElement(grid.current, next)?.focus()
    else if (control && pressed.key.toLowerCase() === 'a') selectPage(true)
    else if (event && pressed.key === 'Enter' && !control) onOpen(event)
    else if (event && pressed.key === ' ' && !control) select(place.row, pressed.shiftKey)
    else return
    pressed.preventDefault()
  }

  function onClick(clicked: MouseEvent<HTMLTableSectionElement>) {
    const row = rowOf(clicked.target)
    const event = events[row]
    if (!event) return
    if (isInFirstCell(clicked.target) || clicked.shiftKey || clicked.ctrlKey || clicked.metaKey)
      select(row, clicked.shiftKey)
    // Someone who marks text in a cell wants to copy it, not to open the event.
    else if (!isTextMarked()) onOpen(event)
  }

  function whole({ row, column }: GridPlace): string | null {
    const event = events[row]
    const id = columns[column - 1]
    return event && id ? wholeText(event, id) : null
  }

  useCopiedRows(selection, (target) => events[rowOf(target)] ?? null, onCopied)

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
        data-offset={page?.offset ?? undefined}
        data-limit={page?.limit ?? undefined}
        data-total={page?.total ?? undefined}
        data-dimmed={dimmed || undefined}
        style={{ width: widths.reduce((sum, width) => sum + width) }}
        onKeyDown={onKeyDown}
        onKeyUp={leaveSpaceToKeyDown}
        onFocus={({ target }) => setFocused((now) => placeOf(target) ?? now)}
        onPointerOver={({ target }) => explainCutCell(target, whole)}
        onPointerOut={({ target }) => forgetCutCell(target)}
      >
        <colgroup>
          {widths.map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is nothing but its place
            <col key={index} style={{ width }} />
          ))}
        </colgroup>
        <GridHead table={table} events={events} selection={selection} onSelectPage={selectPage} tabStop={tabStop} />
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the table's, the focus is in the cells */}
        <tbody onClick={onClick} onMouseDown={keepTextUnmarked}>
          {events.map((event, row) => (
            <EventRow
              // biome-ignore lint/suspicious/noArrayIndexKey: ids may repeat, and a page flip reuses the lines that are there
              key={row}
              event={event}
              row={row}
              columns={columns}
              zone={zone}
              propertiesRoom={propertiesRoom}
              selected={selection.has(eventKey(event))}
              open={row === openRow}
              tabStop={row === tabStop.row ? tabStop.column : null}
              mark={marks.get(event) ?? null}
            />
          ))}
          {page === null && busy ? (
            <SkeletonRows columns={columns} rows={Math.floor((room.height - HEAD_HEIGHT) / height)} />
          ) : null}
        </tbody>
      </table>
      {props.children}
    </div>
  )
}

/** A checkbox would take Space when the key comes up again. */
function leaveSpaceToKeyDown(released: KeyboardEvent<HTMLTableElement>) {
  if (released.key === ' ' && (placeOf(released.target)?.row ?? -1) >= 0) released.preventDefault()
}

/** Shift and click chooses a range of rows; the browser would mark the text between. */
function keepTextUnmarked(pressed: MouseEvent<HTMLTableSectionElement>) {
  if (!pressed.shiftKey) return
  pressed.preventDefault()
  const place = placeOf(pressed.target)
  if (place) cellElement(pressed.currentTarget, place)?.focus()
}
