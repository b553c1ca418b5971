// The grid's rows. A page as it was asked for is in the document whole; of a longer list only the rows in sight are, and
// those that have to be there wherever they stand: the one that Tab leads to, and the open one.
import { useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { partOnDemand } from '../ui/on-demand.tsx'
import styles from './events-grid.module.css'
import { HEAD_HEIGHT } from './grid-measures.ts'
import type { GridRowsProps } from './rows-in-sight.tsx'

/** Up to this many, all rows are drawn, which suits the browser's find and assistive technology best. */
const ALL_DRAWN = 200
const RowsInSight = partOnDemand(() => import('./rows-in-sight.tsx').then((part) => part.RowsInSight))

/** Whether so many rows are all in the document, which holds for up to 200. */
export const areAllDrawn = (rows: number) => rows <= ALL_DRAWN

export function GridRows(props: GridRowsProps) {
  return areAllDrawn(props.count) ? <AllRows {...props} /> : <RowsInSight {...props} />
}

function AllRows({ count, height, scroll, room, row, reveal, view, onSight }: GridRowsProps) {
  useImperativeHandle(reveal, () => (index) => {
    scroll.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  const drawn = useRef(view)
  const inSight = Math.ceil((room - HEAD_HEIGHT) / height)
  // Another view scrolls to its first row. Not on mount, where it would only cause another layout.
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

/** Where no frame is drawn, as in a window that is covered. */
const BEHIND_MS = 100

/**
 * Rows from `first` on are laid out and painted one frame later than those in sight, which come sooner for that. What
 * they hold is in the document at once. Not while the focus is among rows: they would lose it.
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
export function SkeletonRows({ columns, rows }: { columns: readonly { id: string }[]; rows: number }) {
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
