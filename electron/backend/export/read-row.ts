// An event's text as the row of a table. Nearly every event is plain: its fields are there once each, in any order, and
// hold strings and numbers. Such a text is gone through once, with nothing built but the row; any other one is parsed.
import type { Property } from '../../../shared/event/event.ts'
import { EVENT_FIELDS, KEYS_BY_NAME, NO_TEXTS, PROPERTIES_FIELD } from '../../../shared/event/event-fields.ts'
import { type TableRow, tableRow } from '../../../shared/event/event-table.ts'
import { BRACE, decodedString, JsonScanner, QUOTE, scalarKind } from '../../../shared/exact/json-scanner.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'

/** What is not a JSON object becomes a row that only its source is known of. */
export function readRow(source: string): TableRow {
  return plainRow(source) ?? parsedRow(source)
}

/** The way of every event that is not plain; exported for the test that holds both ways to the same rows. */
export function parsedRow(source: string): TableRow {
  const read = parseEventText(source)
  if (read.ok) return tableRow(read.event)
  return { ...emptyRow(source), misfit: true }
}

const emptyRow = (source: string): TableRow => ({
  ...NO_TEXTS,
  properties: [],
  extra: [],
  misfit: false,
  source,
})

/** Null where the event is not plain, or no JSON; exported for the test that holds it to a slow parser. */
export function plainRow(source: string): TableRow | null {
  const scanner = new JsonScanner(source)
  const row = emptyRow(source)
  let hasProperties = false
  const takeMember = (first: number): boolean => {
    const { name } = scanner
    if (name === PROPERTIES_FIELD) {
      if (hasProperties || first !== BRACE) return false
      hasProperties = true
      return scanner.each(first, (code) => takeProperty(scanner, code, row.properties))
    }
    const key = KEYS_BY_NAME.get(name)
    if (key === undefined) return takeProperty(scanner, first, row.extra)
    if (row[key] !== null || first !== QUOTE) return false
    row[key] = takeString(scanner)
    return row[key] !== null
  }
  const isPlain = scanner.next() === BRACE && scanner.each(BRACE, takeMember)
  const isWhole = isPlain && hasProperties && EVENT_FIELDS.every(({ key }) => row[key] !== null)
  return isWhole && Number.isNaN(scanner.next()) ? row : null
}

/** The member that the scanner has come to. */
function takeProperty(scanner: JsonScanner, first: number, list: Property[]): boolean {
  const { name } = scanner
  const start = scanner.at
  if (first === QUOTE) {
    const text = takeString(scanner)
    if (text !== null) list.push({ name, kind: 'string', text })
    return text !== null
  }
  if (!scanner.scalar(first)) return false
  list.push({ name, kind: scalarKind(first), text: scanner.text.slice(start, scanner.at) })
  return true
}

/** What the string that comes next means; null where it has no end. */
function takeString(scanner: JsonScanner): string | null {
  const start = scanner.at
  return scanner.string() ? decodedString(scanner.text.slice(start, scanner.at), scanner.escaped) : null
}
