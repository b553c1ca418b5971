// Ways to copy the selection: rows for a spreadsheet, IDs for a query, a table for a ticket, JSON for a program.
import type { Event } from '../../shared/event/event.ts'
import type { ChosenColumn } from '../../shared/event/event-table.ts'
import { type Copied, copiedForSpreadsheet, markdownOf } from '../ui/copied-table.ts'
import { copiedTable } from './copied-text.ts'

export interface SelectionFormat {
  /** What the menu says. */
  name: string
  /** @param shown the columns on screen that a table can have */
  copied: (events: readonly Event[], shown: readonly ChosenColumn[]) => Copied
}

const plain = (text: string): Copied => ({ text, html: null })

export const SELECTION_FORMATS: readonly SelectionFormat[] = [
  { name: 'Rows, columns shown', copied: (events, shown) => copiedForSpreadsheet(copiedTable(events, shown)) },
  { name: 'Rows, all columns', copied: (events) => copiedForSpreadsheet(copiedTable(events)) },
  { name: 'Event IDs, one per line', copied: (events) => plain(idsOf(events).join('\n')) },
  { name: 'Event IDs as a JSON array', copied: (events) => plain(JSON.stringify(idsOf(events))) },
  { name: 'Markdown table', copied: (events) => plain(markdownOf(copiedTable(events))) },
  { name: 'JSON as sent', copied: (events) => plain(`[${events.map(({ source }) => source).join(',\n')}]`) },
]

/** An event without an ID has none to copy. */
function idsOf(events: readonly Event[]): string[] {
  return events.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
}
