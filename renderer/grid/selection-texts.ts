// Selected rows as text: IDs for a query, a table for a ticket, JSON for a program.
import type { Event } from '../../shared/event/event.ts'
import { markdownOf, tabSeparated } from '../ui/copied-table.ts'
import { copiedTable } from './copied-text.ts'

/** A way to copy the selection; `name` is what its menu says. */
export interface SelectionFormat {
  name: string
  text: (events: readonly Event[]) => string
}

export const SELECTION_FORMATS: readonly SelectionFormat[] = [
  { name: 'Rows for a spreadsheet', text: (events) => tabSeparated(copiedTable(events)) },
  { name: 'Event IDs, one per line', text: (events) => idsOf(events).join('\n') },
  { name: 'Event IDs as a JSON array', text: (events) => JSON.stringify(idsOf(events)) },
  { name: 'Markdown table', text: (events) => markdownOf(copiedTable(events)) },
  { name: 'JSON as sent', text: (events) => `[${events.map(({ source }) => source).join(',\n')}]` },
]

/** An event without an ID has none to copy. */
function idsOf(events: readonly Event[]): string[] {
  return events.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
}
