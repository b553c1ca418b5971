// The selected rows as texts for other places: IDs for a query, a table for a ticket, JSON for a program.
import type { Event } from '../../../shared/event.ts'
import { copiedTable, tabSeparated } from './copied-text.ts'

/** A way to copy the selection; `name` is what its menu says. */
export interface SelectionFormat {
  name: string
  text: (events: readonly Event[]) => string
}

export const SELECTION_FORMATS: readonly SelectionFormat[] = [
  { name: 'Rows for a spreadsheet', text: (events) => tabSeparated(copiedTable(events)) },
  { name: 'Event IDs, one a line', text: (events) => idsOf(events).join('\n') },
  { name: 'Event IDs as a JSON array', text: (events) => JSON.stringify(idsOf(events)) },
  { name: 'Markdown table', text: markdownTable },
  { name: 'JSON as sent', text: (events) => `[${events.map(({ source }) => source).join(',\n')}]` },
]

/** An event without an ID has none to copy. */
function idsOf(events: readonly Event[]): string[] {
  return events.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
}

/** GitHub's table: a pipe would end a cell and a line break a row, so both are written in another way. */
export function markdownTable(events: readonly Event[]): string {
  const { heads, rows } = copiedTable(events)
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((cells) => line(cells.map((cell) => markdownCell(cell?.text ?? ''))))
  return [line(heads.map(markdownCell)), line(heads.map(() => '---')), ...body].join('\n')
}

/** What Markdown or HTML would take for a sign of its own stands behind a backslash or as an entity. */
function markdownCell(text: string): string {
  return text
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/\r\n|[\r\n]/g, '<br>')
}
