// An event's text as the row of a table. Nearly every event is plain: its fields are there once each, in any order,
// and hold strings and numbers. Such a text is gone through once, with nothing built but the row; any other one is parsed.
import type { Property } from '../../../shared/event/event.ts'
import { EVENT_FIELDS, KEYS_BY_NAME, NO_TEXTS, PROPERTIES_FIELD } from '../../../shared/event/event-fields.ts'
import { type TableRow, tableRow } from '../../../shared/event/event-table.ts'
import { JsonScanner } from '../../../shared/exact/json-scanner.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'

/** What is no JSON object becomes a row that only its source is known of. */
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

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPENING = 0x7b
const CLOSING = 0x7d

/** Null where the event is not plain, or no JSON. */
function plainRow(source: string): TableRow | null {
  const scanner = new JsonScanner(source)
  const row = emptyRow(source)
  let hasProperties = false
  const isPlain = eachMember(scanner, (name) => {
    if (name === PROPERTIES_FIELD) {
      if (hasProperties) return false
      hasProperties = true
      return eachMember(scanner, (own) => takeProperty(scanner, own, row.properties))
    }
    const key = KEYS_BY_NAME.get(name)
    if (key === undefined) return takeProperty(scanner, name, row.extra)
    if (row[key] !== null) return false
    row[key] = takeString(scanner)
    return row[key] !== null
  })
  const isWhole = isPlain && hasProperties && EVENT_FIELDS.every(({ key }) => row[key] !== null)
  return isWhole && Number.isNaN(scanner.next()) ? row : null
}

/** Walks over one object; `take` starts at a value and returns after it, or says that it is not plain. */
function eachMember(scanner: JsonScanner, take: (name: string) => boolean): boolean {
  if (scanner.next() !== OPENING) return false
  if (scanner.empty(OPENING)) return true
  for (;;) {
    scanner.at += 1
    const name = takeString(scanner)
    if (name === null || scanner.next() !== COLON) return false
    scanner.at += 1
    if (!take(name)) return false
    const code = scanner.next()
    if (code === CLOSING) {
      scanner.at += 1
      return true
    }
    if (code !== COMMA) return false
  }
}

function takeProperty(scanner: JsonScanner, name: string, list: Property[]): boolean {
  const code = scanner.next()
  const start = scanner.at
  if (code === QUOTE) {
    const text = takeString(scanner)
    if (text !== null) list.push({ name, kind: 'string', text })
    return text !== null
  }
  if (!scanner.scalar(code)) return false
  const kind = code === 0x6e ? 'null' : code === 0x74 || code === 0x66 ? 'boolean' : 'number'
  list.push({ name, kind, text: scanner.text.slice(start, scanner.at) })
  return true
}

/** What the string that comes next means; null where none does. */
function takeString(scanner: JsonScanner): string | null {
  scanner.next()
  const start = scanner.at
  if (!scanner.string()) return null
  const { text, at, escaped } = scanner
  return escaped ? (JSON.parse(text.slice(start, at)) as string) : text.slice(start + 1, at - 1)
}
