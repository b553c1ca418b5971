// The grid's rows. A page as it was asked for is in the document whole; of a longer list only the rows in sight are, and
// those that have to be there wherever they stand: the one that Tab leads to, and the open one.
import { type ReactNode, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
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

function AllRows({ count, height, scroll, room, row, reveal, view, behind, onSight }: GridRowsProps) {
  useImperativeHandle(reveal, () => (index) => {
    scroll.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  const drawn = useRef({ view, rows: [] as ReactNode[] })
  const inSight = Math.ceil((room - HEAD_HEIGHT) / height)
  const rows = Array.from(
    { length: count },
    (_, index) => (behind && index >= inSight && drawn.current.rows[index]) || row(index),
  )
  // Another view scrolls to its first row. Not on mount, where it would only cause another layout.
  useLayoutEffect(() => {
    if (drawn.current.view !== view && scroll.current) scroll.current.scrollTop = 0
    drawn.current = { view, rows }
  })
  useLayoutEffect(() => onSight?.(0, count - 1), [onSight, count])
  return rows
}

/** Where no frame is drawn, as in a window that is covered. */
const BEHIND_MS = 100

/**
 * Whether the rows below those in sight are still to be drawn: another view draws them one frame later, so that what is in
 * sight comes sooner. Until then they are those of the view before.
 */
export function useRowsBehind(view: string): boolean {
  const [whole, setWhole] = useState(view)
  const behind = whole !== view
  useEffect(() => {
    if (!behind) return
    const show = () => setWhole(view)
    const timer = setTimeout(show, BEHIND_MS)
    const frame = requestAnimationFrame(() => setTimeout(show))
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  }, [behind, view])
  return behind
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
