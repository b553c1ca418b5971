// All rows of one search, where a service gives fewer in an answer than were asked for, and does not say so.
import { rowKey, type SearchRow } from '../../../rows/search-rows.ts'
import type { Bounds, ReadingAnswer, Requests } from '../course/requests.ts'

/** Answers that are asked for after the first. */
const MOST_FURTHER = 8

/**
 * The rows of the first answer of `bounds`, and of those after it as long as fewer came than the first counts. An answer that
 * does not simply go on ends them: fewer rows than are counted are then all there are. `more`: there are too many to ask for
 * all; null: a request failed.
 */
export async function allRows(
  requests: Requests,
  { events, total }: ReadingAnswer,
  bounds: Bounds,
): Promise<SearchRow[] | 'more' | null> {
  const rows = [...events]
  const keys = new Set(rows.map(rowKey))
  for (let further = 0; rows.length > 0 && rows.length < (total ?? 0); further += 1) {
    if (further === MOST_FURTHER) return 'more'
    const asked = await requests.page(bounds, rows.length)
    if (!asked.ok) return null
    const fresh = asked.value.events
    if (fresh.length === 0 || asked.value.total !== total || fresh.some((row) => keys.has(rowKey(row)))) break
    for (const row of fresh) keys.add(rowKey(row))
    rows.push(...fresh)
  }
  return rows
}
