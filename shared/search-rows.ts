// The rows of an answer for a reading, which keeps their texts and goes by a few of their fields: no more of them is built.
import type { Event } from './event.ts'
import { FIELD_KEYS, NO_TEXTS } from './event-fields.ts'
import { scanRows } from './scan-rows.ts'
import { parseSearchPage, type Unusable } from './search-page.ts'
import { type RowsPage, SearchRow } from './search-row.ts'

/** As `parseSearchPage` reads it: what every service writes in a fraction of the time, and what is odd just the same. */
export function parseSearchRows(text: string, mostEvents: number): { ok: true; page: RowsPage } | Unusable {
  const scanned = scanRows(text, mostEvents)
  if (scanned !== null) return { ok: true, page: scanned }
  const parsed = parseSearchPage(text, mostEvents)
  if (!parsed.ok) return parsed
  const { events, total, limit, offset } = parsed.page
  return { ok: true, page: { events: events.map(rowOf), total, limit, offset } }
}

function rowOf(event: Event): SearchRow {
  const texts = { ...NO_TEXTS }
  for (const key of FIELD_KEYS) texts[key] = event[key]
  return new SearchRow(texts, event.source)
}
