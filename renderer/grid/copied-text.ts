// Events as they are copied: a table in the columns of an exported file, or, for a selection, in the format that is
// chosen.
import type { Event } from '../../shared/event/event.ts'
import { buildEventTable, type ChosenColumn, tableRow } from '../../shared/event/event-table.ts'
import { wellFormed } from '../../shared/exact/exact-json.ts'
import type { CopiedTable } from '../../shared/figures/figure-description.ts'
import { type Copied, copiedForSpreadsheet, markdownOf } from '../ui/clipboard.ts'

/** Sets both texts, if the events' values allow HTML; for a copy event, which needs no permission. */
export function putOnClipboard(clipboard: Pick<DataTransfer, 'setData'>, events: readonly Event[]): void {
  const { text, html } = copiedForSpreadsheet(copiedTable(events))
  clipboard.setData('text/plain', text)
  if (html !== null) clipboard.setData('text/html', html)
}

/**
 * In the columns of an exported file; lone surrogates are replaced, which no clipboard accepts.
 * @param chosen these alone; all where it is left out
 */
export function copiedTable(events: readonly Event[], chosen?: readonly ChosenColumn[]): CopiedTable {
  const builder = buildEventTable({ chosen })
  const rows = events.map(tableRow)
  for (const row of rows) builder.note(row)
  const table = builder.table()
  const cells = (row: (typeof rows)[number]) =>
    table.cells(row).map((cell) => cell && { kind: cell.kind, text: wellFormed(cell.text) })
  return { heads: table.columns.map(({ head }) => head), rows: rows.map(cells) }
}

/** A way to copy the selection. */
export interface SelectionFormat {
  /** The menu says it. */
  name: string
  /** @param shown the columns on screen that a table can have */
  copied: (events: readonly Event[], shown: readonly ChosenColumn[]) => Copied
}

const plain = (text: string): Copied => ({ text, html: null })

/** Rows for a spreadsheet, IDs for a query, a table for a ticket, JSON for a program. */
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
