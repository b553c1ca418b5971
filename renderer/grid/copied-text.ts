// Events as they are copied: a table in the columns of an exported file.
import type { Event } from '../../shared/event/event.ts'
import { buildEventTable, type ChosenColumn, tableRow } from '../../shared/event/event-table.ts'
import { wellFormed } from '../../shared/exact/well-formed.ts'
import { type CopiedTable, copiedForSpreadsheet } from '../ui/copied-table.ts'

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
