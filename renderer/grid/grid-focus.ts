// Where the roving focus of the grid goes by the keys of the ARIA grid pattern, and where its places are in the DOM:
// rows carry their place as data, and a cell is the column that it is in, so that one listener serves them all.

/** `row` -1 is the column heads; rows and columns count from 0 in their order on screen. */
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
