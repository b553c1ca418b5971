// An event that shows what others of its group show as well.
import type { UnexpectedExample } from '../../../../shared/snapshot/snapshot-shapes.ts'
import { type Column, fieldColumn, type LoadedEvents } from './loaded-events.ts'

const MOST_CHARACTERS = 80

/** @param column that holds the value; null: the event's code is what is shown */
export function exampleOf(table: LoadedEvents, column: Column | null, row: number): UnexpectedExample {
  const { codes, values } = column ?? fieldColumn(table, 'eventCode')
  const id = codes[row] ?? 0
  const ids = fieldColumn(table, 'eventId')
  const eventId = ids.codes[row] ?? 0
  return {
    row,
    eventId: eventId === 0 ? null : ids.values.text(eventId),
    text: id === 0 ? null : values.beginning(id, MOST_CHARACTERS),
  }
}
