// The menu of a cell: which one has it open, under a secondary click, or with the focus when the menu key is pressed.
import { type MouseEvent, useState } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { wholeText } from './cell-text.ts'
import { COLUMN_FIELDS, propertyOf } from './event-columns.ts'
import type { EventRows } from './event-rows.ts'
import type { EventsTable } from './events-table.ts'
import type { FilterValue } from './filter-by.ts'
import { isTextSelected, placeOf } from './grid-focus.ts'

export interface MenuCell {
  /** Null: it cannot be filtered by. */
  value: FilterValue | null
  /** The exact text to copy. */
  text: string
  /** The menu opens there, in CSS pixels of the window. */
  x: number
  y: number
}

/** `open` handles `onContextMenu` around the grid; outside cells, and over selected text, the browser's menu opens. */
export function useCellMenu(table: EventsTable, rows: EventRows) {
  const [cell, setCell] = useState<MenuCell | null>(null)
  function open(event: MouseEvent) {
    const found = cellAt(table, rows, event)
    if (found === null) return
    event.preventDefault()
    setCell(found)
  }
  return { cell, open, close: () => setCell(null) }
}

function cellAt(table: EventsTable, rows: EventRows, { target, clientX, clientY }: MouseEvent): MenuCell | null {
  const found = valueAt(table, rows, target)
  return found && { ...found, x: clientX, y: clientY }
}

/** Null where there is no value, and while text is selected, which somebody wants to copy. */
export function valueAt(
  table: EventsTable,
  rows: EventRows,
  target: EventTarget,
): Pick<MenuCell, 'value' | 'text'> | null {
  const place = isTextSelected() ? null : placeOf(target)
  if (place === null) return null
  const event = rows.at(place.row)
  // The first is the checkbox.
  const column = table.getVisibleLeafColumns()[place.column - 1]?.id
  if (event === null || column === undefined) return null
  const text = wholeText(event, column)
  return text === null ? null : { value: filterValueOf(event, column), text }
}

function filterValueOf(event: Event, column: string): FilterValue | null {
  const name = propertyOf(column)
  if (name !== null) {
    const property = event.properties.find((one) => one.name === name)
    return property === undefined ? null : { kind: 'property', property }
  }
  const field = Object.hasOwn(COLUMN_FIELDS, column) ? COLUMN_FIELDS[column as keyof typeof COLUMN_FIELDS] : null
  const text = field && event[field]
  return field && text ? { kind: 'field', field, text } : null
}
