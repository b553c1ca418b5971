// The table as an ARIA grid: one tab stop, arrow keys, selection by key and by mouse, copying by Ctrl/Cmd+C.

import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Event } from '../../shared/event/event.ts'
import { wellFormed } from '../../shared/exact/exact-json.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import type { NamesById } from '../ui/names-by-connection.ts'
import { say } from '../ui/notify.tsx'
import { onceControlsThere, partOnDemand } from '../ui/on-demand.tsx'
import { exactText, wholeText } from './cell-text.ts'
import { NARROWEST } from './event-columns.ts'
import { EventRow, type RowDrawing } from './event-row.tsx'
import type { GridProgress, GridView, OpenedRow } from './event-rows.ts'
import styles from './events-grid.module.css'
import type { GridTable } from './events-table.ts'
import { fitWidth, instantsShown, textMeasure, useGridLayout } from './grid-columns.ts'
import {
  explainCutCell,
  forgetCutCell,
  type GridPlace,
  isTextSelected,
  placeOf,
  rowOf,
  useGridFocus,
  useGridInput,
} from './grid-focus.ts'
import { GridHead } from './grid-head.tsx'
import { HEAD_HEIGHT, type Measured, rowHeight, rowsPerScreen, SELECT_WIDTH } from './grid-measures.ts'
import type { GridRowsProps, Reveal } from './rows-in-sight.tsx'
import type { RowSelection } from './use-row-selection.ts'

interface EventsGridProps {
  columns: GridTable
  view: GridView
  progress: GridProgress
  zone: string
  /** Customers are called so, by ID. */
  names: NamesById | undefined
  /** The scrolling box. */
  box: Measured<HTMLDivElement>
  selection: RowSelection
  opened: OpenedRow
  /** Shown below the heads when there are no rows. */
  children: ReactNode
}

/** Moves the focus to the tab stop of the grid that nothing covers. */
export function focusGrid(): void {
  document.querySelector<HTMLElement>('[data-events-grid]:not([inert] *) [tabindex="0"]')?.focus()
}

export function EventsGrid(props: EventsGridProps) {
  const { view, progress, zone, names, selection, opened } = props
  const { table } = props.columns
  const { rows, sample, answered, receivedAt } = view
  const { ref: scroll, room } = props.box
  const grid = useRef<HTMLTableElement>(null)
  const reveal = useRef<Reveal>(null)
  const idPrefix = useId()
  const instants = useMemo(() => instantsShown(sample, zone, receivedAt), [sample, zone, receivedAt])
  const layout = useGridLayout(table, sample, instants, room.width)
  const { columns } = layout
  const height = useSyncExternalStore(onResize, () => rowHeight(innerHeight))
  const size = { rows: rows.count, columns: columns.length + 1, pageRows: rowsPerScreen(room.height, height) }
  const { tabStop, moved, focus } = useGridFocus(grid, size, opened.index, reveal)
  const input = useGridInput({ size, onFocus: focus, selection, opened, onWiden: widen })

  const widths = [SELECT_WIDTH, ...layout.widths]
  const width = widths.reduce((sum, each) => sum + each)
  // It grows in steps, so that dragging the edge of the details does not render rows for each pixel.
  const propertiesRoom = Math.ceil((widths.at(-1) ?? 0) / 64) * 64
  const places = widths.slice(0, layout.pinned + 1).map((_, index) => {
    const left = widths.slice(0, index).reduce((sum, each) => sum + each, 0)
    return [`--left-${index}`, `${left}px`]
  })
  const tracks = widths.map((each) => `${each}px`).join(' ')
  const heights = { '--head': `${HEAD_HEIGHT}px`, '--row': `${height}px` } as CSSProperties
  const numbered = view.numbered || !areAllDrawn(rows.count)
  const drawing = useMemo(
    (): RowDrawing => ({ columns, zone, instants, propertiesRoom, numbered, names, idPrefix }),
    [columns, zone, instants, propertiesRoom, numbered, names, idPrefix],
  )

  function resize(id: string, size: number) {
    table.setColumnSizing((sizes) => ({ ...sizes, [id]: size }))
  }

  /** Resizes a column by keyboard, a step at a time. */
  function widen(index: number, by: number) {
    const column = columns[index]
    if (column) resize(column.id, Math.max(NARROWEST, (layout.widths[index] ?? 0) + by))
  }

  function wholeTextAt({ row, column }: GridPlace): string | null {
    const event = rows.at(row)
    const shown = columns[column - 1]
    return event && shown ? wholeText(event, shown.id) : null
  }

  useCopiedRows(grid, selection.selected.events, (target) => {
    const event = rows.at(rowOf(target))
    const column = columns[(placeOf(target)?.column ?? 0) - 1]
    return event ? { event, cell: column ? exactText(event, column.id) : null } : null
  })

  const againOf = useSameAgain(opened.event)
  function eventRow(row: number): ReactNode {
    const event = rows.at(row)
    return (
      <EventRow
        // The key is the index: IDs may repeat, and paging reuses the existing lines.
        key={row}
        event={event}
        row={row}
        drawing={drawing}
        selected={event !== null && selection.has(event)}
        open={row === opened.index}
        tabStop={row === tabStop.row ? tabStop.column : null}
        mark={event && view.markOf(event)}
        again={event && againOf(event)}
      />
    )
  }

  return (
    <div ref={scroll} className={styles.scroll} style={heights}>
      <table
        ref={grid}
        data-events-grid
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern on the element that has its structure
        role="grid"
        className={styles.grid}
        aria-label="Events"
        aria-busy={progress.busy}
        aria-multiselectable="true"
        aria-rowcount={numbered ? rows.count + 1 : undefined}
        data-offset={answered?.offset ?? undefined}
        data-limit={answered?.limit ?? undefined}
        data-total={answered?.total ?? undefined}
        data-dimmed={progress.dimmed || undefined}
        data-pinned={width > room.width ? layout.pinned : undefined}
        style={{ width, '--columns': tracks, ...Object.fromEntries(places) } as CSSProperties}
        {...input.table}
        onFocus={({ target }) => {
          const place = placeOf(target)
          if (place) moved(place)
        }}
        onPointerOver={({ target }) => explainCutCell(target, wholeTextAt)}
        onPointerOut={({ target }) => forgetCutCell(target)}
      >
        <GridHead
          columns={props.columns}
          drawing={drawing}
          onFit={(column) => {
            if (grid.current) resize(column.id, fitWidth(column, sample, textMeasure(grid.current)))
          }}
          selection={selection}
          rowsName={view.name}
          tabStop={tabStop}
        />
        <tbody {...input.body}>
          <GridRows
            count={rows.count}
            height={height}
            scroll={scroll}
            room={room.height}
            pinned={[tabStop.row, opened.index]}
            row={eventRow}
            reveal={reveal}
            view={view.key}
            onSight={view.onSight}
          />
          {progress.coming ? (
            <SkeletonRows columns={columns} rows={Math.floor((room.height - HEAD_HEIGHT) / height)} />
          ) : null}
        </tbody>
      </table>
      {props.children}
    </div>
  )
}

function onResize(listener: () => void): () => void {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Tells by what a row looks like the open event again. Loaded once one is: the first rows do not wait for it. */
function useSameAgain(open: Event | null): (event: Event) => string | null {
  const [loaded, setLoaded] = useState<typeof import('./same-again.ts') | null>(null)
  const isOpen = open !== null
  useEffect(() => {
    if (isOpen) void import('./same-again.ts').then(setLoaded)
  }, [isOpen])
  return (event) => (open === null || loaded === null ? null : loaded.sameAgain(open, event))
}

/** A copy event takes its texts at once, so what makes them is loaded before, but after the first rows are drawn. */
let copying: typeof import('./copied-text.ts') | null = null

async function loadCopying(): Promise<void> {
  copying ??= await import('./copied-text.ts')
}

/**
 * Ctrl/Cmd+C copies the selected rows wherever the focus is, else the cell that has the focus (on a checkbox, its row),
 * and says so. Selected text, fields, overlays, and what covers the grid keep the key for themselves.
 * @param selected in the grid's order
 * @param placeAt the event whose row holds the target, and the exact text of its cell: null on a checkbox, which means
 * the row
 */
function useCopiedRows(
  grid: RefObject<HTMLElement | null>,
  selected: readonly Event[],
  placeAt: (target: EventTarget) => { event: Event; cell: string | null } | null,
): void {
  const copy = useEffectEvent((copied: ClipboardEvent) => {
    const { target, clipboardData } = copied
    if (target === null || clipboardData === null || copied.defaultPrevented) return
    if (isTextSelected() || isElsewhere(target) || grid.current?.closest('[inert]')) return
    const place = placeAt(target)
    if (selected.length === 0 && place === null) return
    copied.preventDefault()
    if (selected.length === 0 && place?.cell != null) {
      clipboardData.setData('text/plain', wellFormed(place.cell))
      return say('Cell copied')
    }
    const rows = selected.length > 0 || place === null ? selected : [place.event]
    // Right after the start the module is still being loaded: the same is copied once it is there.
    if (copying === null) return void loadCopying().then(() => document.execCommand('copy'))
    copying.putOnClipboard(clipboardData, rows)
    say(rows.length === 1 ? '1 row copied' : `${grouped(rows.length)} rows copied`)
  })
  useEffect(() => {
    onceControlsThere(() => void loadCopying())
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [])
}

/** Tells whether a target is in a field that has its own text to copy, or in an overlay. */
function isElsewhere(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isField = target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')
  return isField || target.isContentEditable || target.closest('[role="dialog"], [role="menu"]') !== null
}

// The grid's rows. A page as it was asked for is in the document whole; of a longer list only the rows in sight are,
// and those that have to be there wherever they stand: the one that Tab leads to, and the open one.

/** Up to this many, all rows are drawn, which suits the browser's find and assistive technology best. */
const ALL_DRAWN = 200
const RowsInSight = partOnDemand(() => import('./rows-in-sight.tsx').then((part) => part.RowsInSight))

/** Whether so many rows are all in the document, which holds for up to 200. */
const areAllDrawn = (rows: number) => rows <= ALL_DRAWN

function GridRows(props: GridRowsProps) {
  return areAllDrawn(props.count) ? <AllRows {...props} /> : <RowsInSight {...props} />
}

function AllRows({ count, height, scroll, room, row, reveal, view, onSight }: GridRowsProps) {
  useImperativeHandle(reveal, () => (index) => {
    scroll.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  const drawn = useRef(view)
  const inSight = Math.ceil((room - HEAD_HEIGHT) / height)
  // Another view scrolls to its first row. The mount does not, where it would only cause another layout.
  useLayoutEffect(() => {
    const box = scroll.current
    if (drawn.current !== view && box) {
      layOutBehind(box, inSight)
      box.scrollTop = 0
    }
    drawn.current = view
  }, [scroll, view, inSight])
  useLayoutEffect(() => onSight?.(0, count - 1), [onSight, count])
  return Array.from({ length: count }, (_, index) => row(index))
}

/** No frame may be drawn, as in a window that is covered. */
const BEHIND_MS = 100

/**
 * Rows from `first` on are laid out and painted one frame later than those in sight, which come sooner for that. Their
 * texts are in the document at once. Not while the focus is among rows: they would lose it.
 */
function layOutBehind(box: HTMLElement, first: number): void {
  if (box.contains(document.activeElement)) return
  const rows = [...box.querySelectorAll<HTMLElement>('[data-event-id]')].slice(first)
  for (const { style } of rows) style.contentVisibility = 'hidden'
  function show() {
    clearTimeout(timer)
    for (const { style } of rows) style.contentVisibility = ''
  }
  const timer = setTimeout(show, BEHIND_MS)
  requestAnimationFrame(() => setTimeout(show))
}

/** Placeholders before the first answer, hidden from screen readers (the grid is marked as busy). */
function SkeletonRows({ columns, rows }: { columns: readonly { id: string }[]; rows: number }) {
  return Array.from({ length: Math.max(0, rows) }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows have nothing but their place
    <tr key={row} className={styles.skeleton} aria-hidden>
      <td />
      {columns.map(({ id }) => (
        <td key={id}>
          <span />
        </td>
      ))}
    </tr>
  ))
}
