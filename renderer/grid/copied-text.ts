// Events as they are copied: in the columns of an exported file, IDs for a query, a table for a ticket, JSON for a program.
import type { Event } from '../../shared/event/event.ts'
import { buildEventTable, tableRow } from '../../shared/event/event-table.ts'
import { wellFormed } from '../../shared/exact/well-formed.ts'
import { type CopiedTable, htmlTable, markdownOf, tabSeparated } from '../ui/copied-table.ts'

/** Sets both texts, if the events' values allow HTML; for a copy event, which needs no permission. */
export function putOnClipboard(clipboard: Pick<DataTransfer, 'setData'>, events: readonly Event[]): void {
  const table = copiedTable(events)
  const html = htmlTable(table)
  clipboard.setData('text/plain', tabSeparated(table))
  if (html !== null) clipboard.setData('text/html', html)
}

/** In the columns of an exported file; lone surrogates are replaced, which no clipboard accepts. */
export function copiedTable(events: readonly Event[]): CopiedTable {
  const builder = buildEventTable()
  const rows = events.map(tableRow)
  for (const row of rows) builder.note(row)
  const table = builder.table()
  const cells = (row: (typeof rows)[number]) =>
    table.cells(row).map((cell) => cell && { kind: cell.kind, text: wellFormed(cell.text) })
  return { heads: table.columns.map(({ head }) => head), rows: rows.map(cells) }
}

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
