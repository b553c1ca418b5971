// Which cell of a grid has its menu open.
import { type MouseEvent, useState } from 'react'
import { cellAt, type MenuCell } from './cell-at.ts'
import type { EventsTable } from './events-table.ts'
import type { GridEvents } from './grid-events.ts'

/** `open` handles `onContextMenu` around the grid; outside cells, and over selected text, the browser's menu opens. */
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
