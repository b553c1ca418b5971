// Which cell of a grid has its menu open.
import { type MouseEvent, useState } from 'react'
import { cellAt, type MenuCell } from './cell-at.ts'
import type { EventsTable } from './events-table.ts'
import type { GridEvents } from './grid-events.ts'

/** `open` is for `onContextMenu` around the grid. Outside its cells, and over marked text, the menu is the browser's. */
export function useCellMenu(table: EventsTable, rows: GridEvents) {
  const [cell, setCell] = useState<MenuCell | null>(null)
  function open(event: MouseEvent) {
    const found = cellAt(table, rows, event)
    if (found === null) return
    event.preventDefault()
    setCell(found)
  }
  return { cell, open, close: () => setCell(null) }
}
