// The grid's rows. A page as it was asked for is in the document whole; of a longer list only the rows in sight are, and
// those that have to be there wherever they stand: the one that Tab leads to, and the open one.
import { useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { partOnDemand } from '../on-demand.tsx'
import type { GridRowsProps } from './rows-in-sight.tsx'

/** Up to here all rows are drawn, which the browser's own find and whoever reads the document like best. */
const ALL_DRAWN = 200
const RowsInSight = partOnDemand(() => import('./rows-in-sight.tsx').then((part) => part.RowsInSight))

export const areAllDrawn = (rows: number) => rows <= ALL_DRAWN

export function GridRows(props: GridRowsProps) {
  return areAllDrawn(props.count) ? <AllRows {...props} /> : <RowsInSight {...props} />
}

function AllRows({ count, scroll, row, reveal, view, onSight }: GridRowsProps) {
  useImperativeHandle(reveal, () => (index) => {
    scroll.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' })
  })
  const drawn = useRef(view)
  // Another view scrolls to its first row. Not on mount, where it would only cause another layout.
  useLayoutEffect(() => {
    if (drawn.current !== view && scroll.current) scroll.current.scrollTop = 0
    drawn.current = view
  }, [scroll, view])
  useLayoutEffect(() => onSight?.(0, count - 1), [onSight, count])
  return Array.from({ length: count }, (_, index) => row(index))
}
