// The roving focus: one stop for Tab, which the keys, a click and the open event move.
import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { cellElement } from './grid-dom.ts'
import { type GridPlace, type GridSize, placeWithin } from './grid-focus.ts'
import type { Reveal } from './rows-in-sight.tsx'

export interface GridFocus {
  /** The tab stop of the grid. */
  tabStop: GridPlace
  /** To be called when the focus has moved by other means. */
  moved: (place: GridPlace) => void
  /** Moves the focus to a place, drawn or not. */
  focus: (place: GridPlace) => void
}

/** `openRow` is -1 while no row of the grid is open; it is brought into sight. */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  size: GridSize,
  openRow: number,
  reveal: RefObject<Reveal | null>,
): GridFocus {
  const [focused, setFocused] = useState<GridPlace>({ row: 0, column: 1 })
  useEffect(() => {
    if (openRow < 0) return
    reveal.current?.(openRow, false)
    // Stepping through the details moves the place to which the focus returns.
    setFocused(({ column }) => ({ row: openRow, column }))
  }, [reveal, openRow])
  return {
    tabStop: placeWithin(focused, size),
    moved: setFocused,
    focus(place) {
      if (place.row >= 0) reveal.current?.(place.row, true)
      // The row of the tab stop is always drawn.
      if (cellElement(grid.current, place) === null) flushSync(() => setFocused(place))
      cellElement(grid.current, place)?.focus()
    },
  }
}
