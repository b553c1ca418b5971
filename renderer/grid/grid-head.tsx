// The grid's column heads: the page's checkbox, and in each column its name, which sorts the loaded page, is dragged to
// another place, and has an edge by which the column is made wider.
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconX } from '@tabler/icons-react'
import { type PointerEvent, useRef } from 'react'
import { PropertyName, propertyNameWords } from '../ui/exact-text.tsx'
import { beginning, ONE_LINE } from '../ui/excerpt.ts'
import { zoneCity } from '../ui/instant-words.ts'
import { ChipButton } from '../ui/link-button.tsx'
import type { RowDrawing } from './event-row.tsx'
import styles from './events-grid.module.css'
import type { GridTable } from './events-table.ts'
import type { GridColumn } from './grid-columns.ts'
import type { GridPlace } from './grid-focus.ts'
import { PRINTABLE } from './grid-measures.ts'
import type { RowSelection } from './use-row-selection.ts'

interface GridHeadProps {
  columns: GridTable
  /** It is drawn as the rows are. */
  drawing: RowDrawing
  selection: Pick<RowSelection, 'share' | 'selectPage'>
  /** This is what its checkbox, and a head that sorts, are about: "rows of this page". */
  rowsName: string
  /** Fits the width of a column to its contents. */
  onFit: (column: GridColumn) => void
  tabStop: GridPlace
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export function GridHead(props: GridHeadProps) {
  const { drawing, rowsName, onFit, tabStop } = props
  const { table, moveColumn } = props.columns
  const { share, selectPage } = props.selection
  const { columns, zone, instants, numbered } = drawing
  const tabIndex = (column: number) => (tabStop.row === -1 && tabStop.column === column ? 0 : -1)
  const drag = useColumnDrag(moveColumn)
  const headers = table.getLeafHeaders()
  return (
    <thead>
      <tr data-row={-1} aria-rowindex={numbered ? 1 : undefined} {...drag}>
        <th scope="col" className={styles.select}>
          <input
            type="checkbox"
            className={styles.checkbox}
            tabIndex={tabIndex(0)}
            aria-label={`Select all ${rowsName}`}
            checked={share === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = share === 'some'
            }}
            onChange={({ currentTarget }) => {
              // The browser has taken it away; rows may take a while to be read, or be more than can be selected.
              currentTarget.indeterminate = share === 'some'
              selectPage(share !== 'all')
            }}
          />
        </th>
        {columns.map((column, index) => {
          const { id, name } = column
          const header = headers.find((one) => one.column.id === id)
          const sorted = header?.column.getIsSorted() ?? false
          const numeric = column.builtIn === null && column.numeric
          const resize = header?.getResizeHandler()
          const edge = (
            <span
              className={styles.edge}
              aria-hidden
              title="Drag to resize the column, double-click to fit its content"
              data-dragged={header?.column.getIsResizing() || undefined}
              onMouseDown={resize}
              onTouchStart={resize}
              onDoubleClick={() => onFit(column)}
            />
          )
          const shared = { scope: 'col', 'data-column': name, 'data-numeric': numeric || undefined } as const
          if (!header?.column.getCanSort()) {
            return (
              <th key={id} {...shared} tabIndex={tabIndex(index + 1)}>
                <span className={styles.headName}>{name}</span>
                {edge}
              </th>
            )
          }
          return (
            <th key={id} {...shared} aria-sort={sorted ? ARIA_SORT[sorted] : 'none'}>
              <button
                type="button"
                className={styles.sort}
                title={`Sort the ${rowsName} by ${propertyNameWords(name, ONE_LINE.characters)}${column.builtIn === 'created' ? `. ${zoneWords(zone, instants.offset)}` : ''}`}
                data-sorted={sorted || undefined}
                tabIndex={tabIndex(index + 1)}
                onClick={header.column.getToggleSortingHandler()}
              >
                <HeadName text={name} />
                {numeric ? (
                  <span className={styles.kind} aria-hidden>
                    #
                  </span>
                ) : null}
                {column.builtIn === 'created' ? (
                  <span className={styles.kind} aria-hidden>
                    {zoneCity(zone)}
                  </span>
                ) : null}
                {sorted === 'asc' ? <IconArrowUp size={13} stroke={2.2} aria-hidden /> : null}
                {sorted === 'desc' ? <IconArrowDown size={13} stroke={2.2} aria-hidden /> : null}
              </button>
              {edge}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** The column has no room for the offset at its usual width. @param offset null: it differs, or the zone is UTC */
const zoneWords = (zone: string, offset: string | null) =>
  `Times are those of ${zoneCity(zone)}${offset === null ? '' : ` (${offset})`}`

/** A property may have any name: 10,000 characters, or invisible ones. */
function HeadName({ text }: { text: string }) {
  const part = beginning(text, ONE_LINE)
  const isPlain = text !== '' && part.end === text.length && PRINTABLE.test(text)
  return <span className={styles.headName}>{isPlain ? text : <PropertyName text={text} part={part} />}</span>
}

// Column heads are dragged to another place. They are dragged by the pointer only: the Columns menu moves them by key.

/** In CSS pixels: a shorter drag is a click, which sorts. */
const SLACK = 6

/** Listeners for the row of heads; `onMove` hears places that count the columns from 0, without the checkbox. */
function useColumnDrag(onMove: (from: number, to: number) => void) {
  const drag = useRef<{ from: number; x: number; to: number | null } | null>(null)

  function end(row: HTMLElement, pointer: number) {
    for (const head of row.children) head.removeAttribute('data-drop')
    row.removeAttribute('data-dragging')
    if (row.hasPointerCapture(pointer)) row.releasePointerCapture(pointer)
    const done = drag.current
    drag.current = null
    return done
  }

  return {
    onPointerDown({ target, button, clientX, pointerType }: PointerEvent<HTMLTableRowElement>) {
      // A finger scrolls.
      if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return
      const head = target.closest('th')
      if (!head || head.cellIndex === 0 || target.closest('[aria-hidden][title]')) return
      drag.current = { from: head.cellIndex - 1, x: clientX, to: null }
    },
    onPointerMove({ currentTarget, clientX, pointerId }: PointerEvent<HTMLTableRowElement>) {
      const now = drag.current
      if (!now || (now.to === null && Math.abs(clientX - now.x) < SLACK)) return
      currentTarget.setPointerCapture(pointerId)
      currentTarget.dataset.dragging = ''
      const heads = [...currentTarget.cells].slice(1)
      const under = heads.findIndex((head) => clientX < head.getBoundingClientRect().right)
      now.to = under < 0 ? heads.length - 1 : under
      heads.forEach((head, index) => {
        if (index === now.to && index !== now.from) head.dataset.drop = index < now.from ? 'before' : 'after'
        else head.removeAttribute('data-drop')
      })
    },
    onPointerUp({ currentTarget, pointerId }: PointerEvent<HTMLTableRowElement>) {
      const done = end(currentTarget, pointerId)
      if (done === null || done.to === null) return
      // The click that ends a drag must not sort.
      currentTarget.addEventListener('click', (clicked) => clicked.stopPropagation(), { capture: true, once: true })
      if (done.to !== done.from) onMove(done.from, done.to)
    },
    onPointerCancel: ({ currentTarget, pointerId }: PointerEvent<HTMLTableRowElement>) =>
      void end(currentTarget, pointerId),
  }
}

// Says how the rows are sorted, and puts them back into their order.

interface SortedChipProps {
  /** It reads as "sorted: Event code, ascending". */
  words: string
  /** This is what pressing it does, such as "Back to the service’s order". */
  back: string
  onUnsort: () => void
}

export function SortedChip({ words, back, onUnsort }: SortedChipProps) {
  return (
    <ChipButton title={back} onClick={onUnsort}>
      <IconArrowsSort size={13} stroke={1.8} aria-hidden />
      <span>{words}</span>
      <IconX size={12} stroke={2} aria-hidden />
      <VisuallyHidden>{back}</VisuallyHidden>
    </ChipButton>
  )
}
