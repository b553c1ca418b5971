// Where things are in the grid's DOM: rows carry their place as data, and a cell is the column that it is in, so that
// one listener serves them all.
import type { GridPlace } from './grid-focus.ts'

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

export function isInFirstCell(target: EventTarget): boolean {
  return target instanceof Element && target.closest('td')?.cellIndex === 0
}

function rowElement(grid: HTMLElement | null, row: number): HTMLElement | null {
  return grid?.querySelector<HTMLElement>(`[data-row="${row}"]`) ?? null
}

/** The focusable element at a place: the cell, or the only control in it. */
export function cellElement(grid: HTMLElement | null, { row, column }: GridPlace): HTMLElement | null {
  const cell = (rowElement(grid, row) as HTMLTableRowElement | null)?.cells[column] ?? null
  return cell?.querySelector<HTMLElement>('button, input') ?? cell
}

/**
 * Text of the page itself is. What a field holds marked, even after the focus has left it, shows as a collapsed range
 * of type "Range".
 */
export function isTextMarked(): boolean {
  return document.getSelection()?.isCollapsed === false
}

/** Gives the cell under the pointer its whole text as a tooltip where it shows less. A listener costs less than a tooltip per cell. */
export function explainCutCell(target: EventTarget, whole: (place: GridPlace) => string | null): void {
  const cell = target instanceof Element ? target.closest('td') : null
  const place = cell && placeOf(cell)
  const text = place && whole(place)
  if (!text || (text === cell.textContent && !isCut(cell))) return
  cell.title = text
}

/** Checks the cell itself, or the box that fills it. */
function isCut(cell: Element): boolean {
  const box = cell.firstElementChild
  return cell.scrollWidth > cell.clientWidth || (box !== null && box.scrollWidth > box.clientWidth)
}

/** Takes away the tooltip that `explainCutCell` gave. */
export function forgetCutCell(target: EventTarget): void {
  if (target instanceof Element) target.closest('td')?.removeAttribute('title')
}
