// One pass over the text of an answer that cuts out its events and a few of their fields. It takes what services usually
// write; at anything else it gives up, and the exact parser reads the answer.
import { KEYS_BY_NAME, NO_TEXTS } from './event-fields.ts'
import { MOST_VALUES } from './exact-json.ts'
import { BRACE, BRACKET, CLOSING_BRACE, COMMA, JsonScanner, QUOTE, TO_CLOSING } from './json-scanner.ts'
import { type RowsPage, SearchRow } from './search-row.ts'

type Counts = Pick<RowsPage, 'total' | 'limit' | 'offset'>

const COUNTS: ReadonlyMap<string, keyof Counts> = new Map([
  ['total', 'total'],
  ['limit', 'limit'],
  ['offset', 'offset'],
])

/** Whole numbers of at most fifteen digits: any other way to write a count is left to the exact parser. */
const COUNT = /^(?:0|[1-9]\d{0,14})$/

/** Null where the exact parser has to say what this is. */
export function scanRows(text: string, mostEvents: number): RowsPage | null {
  const scanner = new JsonScanner(text, MOST_VALUES)
  let events: SearchRow[] | null = null
  const counts: Counts = { total: null, limit: null, offset: null }
  const isRead = members(scanner, (name, code) => {
    const count = COUNTS.get(name)
    if (count !== undefined) {
      const start = scanner.at
      if (counts[count] !== null || code === QUOTE || !scanner.leaf(code)) return false
      const digits = text.slice(start, scanner.at)
      if (!COUNT.test(digits)) return false
      counts[count] = Number(digits)
      return true
    }
    if (name !== 'events') return scanner.value(code)
    if (events !== null) return false
    events = code === BRACKET ? eventsOf(scanner, mostEvents) : null
    return events !== null
  })
  const isWhole = isRead && Number.isNaN(scanner.next())
  // A limit of 0 says nothing of a page's size.
  return isWhole && events !== null && counts.limit !== 0 ? { events, ...counts } : null
}

function eventsOf(scanner: JsonScanner, mostEvents: number): SearchRow[] | null {
  const rows: SearchRow[] = []
  if (scanner.empty(BRACKET)) return rows
  for (;;) {
    if (!scanner.item()) return null
    const code = scanner.next()
    if (rows.length >= mostEvents) {
      if (!scanner.value(code)) return null
    } else {
      const row = rowOf(scanner)
      if (row === null) return null
      rows.push(row)
    }
    const after = scanner.next()
    if (after === COMMA) continue
    if (after !== BRACKET + TO_CLOSING) return null
    scanner.at += 1
    return rows
  }
}

function rowOf(scanner: JsonScanner): SearchRow | null {
  const { text, at: start } = scanner
  const texts = { ...NO_TEXTS }
  const isRead = members(scanner, (name, code) => {
    const field = KEYS_BY_NAME.get(name)
    if (field === undefined) return scanner.value(code)
    const from = scanner.at
    // Escaped, given twice, or no string.
    if (texts[field] !== null || code !== QUOTE || !scanner.string() || scanner.escaped) return false
    texts[field] = text.slice(from + 1, scanner.at - 1)
    return true
  })
  return isRead ? new SearchRow(texts, text.slice(start, scanner.at)) : null
}

/** An object, from its brace to behind its end. `take` reads the value that begins with `code`, and answers whether it did. */
function members(scanner: JsonScanner, take: (name: string, code: number) => boolean): boolean {
  if (scanner.next() !== BRACE) return false
  if (scanner.empty(BRACE)) return true
  for (;;) {
    if (!scanner.item()) return false
    scanner.next()
    const quote = scanner.at
    if (!scanner.string() || scanner.escaped) return false
    const name = scanner.text.slice(quote + 1, scanner.at - 1)
    if (!scanner.colon() || !take(name, scanner.next())) return false
    const after = scanner.next()
    if (after === COMMA) continue
    if (after !== CLOSING_BRACE) return false
    scanner.at += 1
    return true
  }
}
