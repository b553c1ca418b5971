// The grid's keys, clicks and roving focus, handled for all rows together, so that rows are plain elements.
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OpenedRow } from './event-rows.ts'
import {
  cellElement,
  type GridPlace,
  type GridSize,
  isInFirstCell,
  isTextSelected,
  placeAfter,
  placeOf,
  placeWithin,
  rowOf,
} from './grid-focus.ts'
import type { Reveal } from './rows-in-sight.tsx'
import type { RowSelection } from './use-row-selection.ts'

interface GridInput {
  size: GridSize
  onFocus: (place: GridPlace) => void
  selection: Pick<RowSelection, 'select' | 'extend' | 'selectPage'>
  /** While a row is open, the details follow the focus. */
  opened: OpenedRow
  /** Makes a column, counted from 0, wider by so many CSS pixels. */
  onWiden: (column: number, by: number) => void
}

/** By how much one press of a key resizes a column, in CSS pixels. */
const RESIZE_STEP = 12

/** Listeners for the table, and for its body. */
export function useGridInput({ size, onFocus, selection, opened, onWiden }: GridInput) {
  function onKeyDown(pressed: KeyboardEvent<HTMLTableElement>) {
    const place = placeOf(pressed.target)
    if (!place || pressed.altKey) return
    const control = pressed.ctrlKey || pressed.metaKey
    const next = placeAfter(pressed.key, control, place, size)
    const isRow = isRowOf(place.row, size)
    const sideways = pressed.key === 'ArrowRight' ? 1 : pressed.key === 'ArrowLeft' ? -1 : 0
    if (place.row < 0 && place.column > 0 && pressed.shiftKey && sideways !== 0)
      onWiden(place.column - 1, sideways * RESIZE_STEP)
    else if (next) {
      if (isRow && pressed.shiftKey && next.row !== place.row && next.row >= 0) selection.extend(place.row, next.row)
      goTo(next, next.row !== place.row)
    } else if (control && pressed.key.toLowerCase() === 'a') selection.selectPage(true)
    else if (isRow && pressed.key === 'Enter' && !control) opened.open(place.row)
    else if (isRow && pressed.key === ' ' && !control) selection.select(place.row, pressed.shiftKey)
    else return
    pressed.preventDefault()
  }

  function goTo(place: GridPlace, isOtherRow: boolean) {
    onFocus(place)
    if (opened.index >= 0 && isOtherRow && isRowOf(place.row, size)) opened.open(place.row)
  }

  function onClick(clicked: MouseEvent<HTMLTableSectionElement>) {
    const row = rowOf(clicked.target)
    if (!isRowOf(row, size)) return
    if (isInFirstCell(clicked.target) || clicked.shiftKey || clicked.ctrlKey || clicked.metaKey)
      selection.select(row, clicked.shiftKey)
    // Selecting text in a cell is for copying, not for opening the event.
    else if (!isTextSelected()) opened.open(row)
  }

  return {
    table: { onKeyDown, onKeyUp: leaveSpaceToKeyDown },
    body: { onClick, onMouseDown: keepTextUnselected },
  }
}

const isRowOf = (row: number, { rows }: GridSize) => row >= 0 && row < rows

/** A checkbox would react to Space again on key-up. */
function leaveSpaceToKeyDown(released: KeyboardEvent<HTMLTableElement>) {
  if (released.key === ' ' && (placeOf(released.target)?.row ?? -1) >= 0) released.preventDefault()
}

/** Shift and click selects a range of rows; the browser would select the text between. */
function keepTextUnselected(pressed: MouseEvent<HTMLTableSectionElement>) {
  if (!pressed.shiftKey) return
  pressed.preventDefault()
  const place = placeOf(pressed.target)
  if (place) cellElement(pressed.currentTarget, place)?.focus()
}

/**
 * The roving focus: one stop for Tab, which the keys, a click and the open event move.
 * @param openRow brought into sight; -1 while no row of the grid is open
 */
export function useGridFocus(
  grid: RefObject<HTMLElement | null>,
  size: GridSize,
  openRow: number,
  reveal: RefObject<Reveal | null>,
) {
  const [focused, setFocused] = useState<GridPlace>({ row: 0, column: 1 })
  useEffect(() => {
    if (openRow < 0) return
    reveal.current?.(openRow, false)
    // Stepping through the details moves the place to which the focus returns.
    setFocused(({ column }) => ({ row: openRow, column }))
  }, [reveal, openRow])
  return {
    tabStop: placeWithin(focused, size),
    /** To be called when the focus has moved otherwise than by `focus`. */
    moved: setFocused,
    /** Moves the focus to a place, drawn or not. */
    focus(place: GridPlace) {
      if (place.row >= 0) reveal.current?.(place.row, true)
      // The row of the tab stop is always drawn.
      if (cellElement(grid.current, place) === null) flushSync(() => setFocused(place))
      cellElement(grid.current, place)?.focus()
    },
  }
}
