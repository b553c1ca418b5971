// The roving focus of the grid, its keys and its clicks: where a key leads by the ARIA grid pattern, and where places
// are in the DOM. Rows carry their place as data, and a cell is the column that it is in, so that one listener serves
// them all.

import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OpenedRow } from './event-rows.ts'
import type { Reveal } from './rows-in-sight.tsx'
import type { RowSelection } from './use-row-selection.ts'

/** Rows and columns count from 0 in their order on screen. `row` -1 is the column heads, `column` 0 the checkboxes. */
export interface GridPlace {
  row: number
  column: number
}

export interface GridSize {
  rows: number
  columns: number
  /** Rows that one screenful holds: the step of PageUp and PageDown. */
  pageRows: number
}

/** The place that `key` leads to, or null when the key does not move the focus. `control` is Ctrl, or Cmd on a Mac. */
export function placeAfter(key: string, control: boolean, from: GridPlace, size: GridSize): GridPlace | null {
  const target = targetOf(key, control, from, size)
  return target && placeWithin(target, size)
}

/** The nearest existing place: pages differ in rows, and columns can be hidden. */
export function placeWithin({ row, column }: GridPlace, { rows, columns }: GridSize): GridPlace {
  return { row: between(-1, row, rows - 1), column: between(0, column, columns - 1) }
}

function targetOf(key: string, control: boolean, { row, column }: GridPlace, size: GridSize): GridPlace | null {
  const lastColumn = size.columns - 1
  switch (key) {
    case 'ArrowUp':
      return control ? { row: 0, column } : { row: row - 1, column }
    case 'ArrowDown':
      return control ? { row: size.rows - 1, column } : { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: control ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: control ? lastColumn : column + 1 }
    case 'Home':
      return control ? { row: 0, column: 0 } : { row, column: 0 }
    case 'End':
      return control ? { row: size.rows - 1, column: lastColumn } : { row, column: lastColumn }
    case 'PageUp':
      // Up to the first row, and not into the heads; from the heads nowhere.
      return control ? null : { row: Math.max(row - size.pageRows, Math.min(row, 0)), column }
    case 'PageDown':
      return control ? null : { row: row + size.pageRows, column }
    default:
      return null
  }
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}

/** The place that holds `target`; null outside any cell. */
export function placeOf(target: EventTarget): GridPlace | null {
  if (!(target instanceof Element)) return null
  const row = target.closest<HTMLElement>('[data-row]')
  const cell = target.closest<HTMLTableCellElement>('td, th')
  return row && cell ? { row: Number(row.dataset.row), column: cell.cellIndex } : null
}

/** The row that holds `target`, or -1. */
export function rowOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row ? Number(row.dataset.row) : -1
}

function isInFirstCell(target: EventTarget): boolean {
  return target instanceof Element && target.closest('td')?.cellIndex === 0
}

function rowElement(grid: HTMLElement | null, row: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"]`) ?? null
}

/** The focusable element at a place: the cell, or the only control in it. */
function cellElement(grid: HTMLElement | null, { row, column }: GridPlace): HTMLElement | null {
  const cell = (rowElement(grid, row) as HTMLTableRowElement | null)?.cells[column] ?? null
  return cell?.querySelector<HTMLElement>('button, input') ?? cell
}

/**
 * Whether text of the page itself is selected. Text that is selected in a field, even after the focus has left it,
 * shows as a collapsed range of type "Range".
 */
export function isTextSelected(): boolean {
  return document.getSelection()?.isCollapsed === false
}

/**
 * Gives a cell that shows less its `whole` text as a tooltip, under the pointer only: a tooltip per cell costs more.
 */
export function explainCutCell(target: EventTarget, whole: (place: GridPlace) => string | null): void {
  const cell = target instanceof Element ? target.closest('td') : null
  const place = cell && placeOf(cell)
  const text = place && whole(place)
  if (!text || (text === cell.textContent && !isCut(cell))) return
  cell.title = text
}

/** Whether the text overflows the cell itself, or the box that fills it. */
function isCut(cell: Element): boolean {
  const box = cell.firstElementChild
  return cell.scrollWidth > cell.clientWidth || (box !== null && box.scrollWidth > box.clientWidth)
}

/** Takes away the tooltip that `explainCutCell` gave. */
export function forgetCutCell(target: EventTarget): void {
  if (target instanceof Element) target.closest('td')?.removeAttribute('title')
}

// Keys, clicks and the focus are handled for all rows together, so that rows are plain elements.

interface GridInput {
  size: GridSize
  onFocus: (place: GridPlace) => void
  selection: Pick<RowSelection, 'select' | 'extend' | 'selectPage'>
  /** While a row is open, the details follow the focus. */
  opened: OpenedRow
  /** Makes a column, counted from 0, wider by so many CSS pixels. */
  onWiden: (column: number, by: number) => void
}

/** One press of a key resizes a column by so many CSS pixels. */
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
