// rows/ reads the events of an answer in its bytes, for a reading that keeps their texts.
// The rows of an answer for a reading, which keeps their texts and builds only the few fields that it uses.
import type { Event } from '../../../shared/event/event.ts'
import { parseSearchPage, type Unusable } from '../../../shared/search/search-page.ts'
import { scanRows } from './scan-rows.ts'
import { RowProperties, type RowsPage, type SearchRow } from './search-row.ts'

/**
 * As `parseSearchPage` reads it: what every service writes in a fraction of the time, and what is odd just the same. Rows
 * may stay in `bytes`, which must not change any more.
 */
export function parseSearchRows(bytes: Buffer, mostEvents: number): { ok: true; page: RowsPage } | Unusable {
  const scanned = scanRows(bytes, mostEvents)
  if (scanned !== null) return { ok: true, page: scanned }
  const text = utf8Text(bytes)
  if (!text.ok) return text
  const parsed = parseSearchPage(text.text, mostEvents)
  if (!parsed.ok) return parsed
  const { events, total, limit, offset } = parsed.page
  return { ok: true, page: { events: events.map((event) => new ExactRow(event)), total, limit, offset } }
}

/** No more of an event than a reading uses. */
class ExactRow extends RowProperties implements SearchRow {
  readonly eventId: string | null
  readonly customerId: string | null
  readonly eventCode: string | null
  readonly eventType: string | null
  readonly createdAt: string | null
  readonly source: string

  constructor({ eventId, customerId, eventCode, eventType, createdAt, source }: Event) {
    super()
    this.eventId = eventId
    this.customerId = customerId
    this.eventCode = eventCode
    this.eventType = eventType
    this.createdAt = createdAt
    this.source = source
  }
}

/** The text of an answer. Strict, so that no byte turns into U+FFFD in silence; a byte order mark goes. */
export function utf8Text(bytes: Uint8Array): { ok: true; text: string } | Unusable {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { ok: false, why: 'unfit', problems: ['The answer is not UTF-8, as JSON must be.'] }
  }
}
