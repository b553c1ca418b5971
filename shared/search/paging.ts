// Paging by what came back. `total` may count all matches or only the page (docs/interface.md 4.2 does not say which),
// so it can call for another page but never rule one out.
import type { SearchPage, SearchRequest } from '../event/event.ts'
import { grouped } from '../exact/grouped-digits.ts'

type RequestedPage = Pick<SearchRequest, 'limit' | 'offset'>

/** A page as the service says that it applied the request; as it was asked for where it does not say. */
interface AppliedPage {
  /** It may be lower than what was asked for. */
  limit: number
  offset: number
  /** Events that came. */
  count: number
  /** Whether these are as many as the service gives at once, so that there may be more. */
  isFull: boolean
}

/** The offset of the next page; null when neither a full page nor `total` suggests that there is one. */
export function nextOffset(request: RequestedPage, page: SearchPage): number | null {
  const { limit, offset, count, isFull } = applied(request, page)
  // After a page cut short although `total` says more, going on behind its last row skips nothing.
  const next = offset + (count > 0 ? count : limit)
  const isThereMore = isFull || (page.total !== null && page.total > next)
  // A service that answers with another offset than it was asked for could send a reader round in circles.
  return isThereMore && next > request.offset ? next : null
}

/** The offset of the page before; null on the first page. */
export function previousOffset(request: RequestedPage, page: SearchPage): number | null {
  const { limit, offset } = applied(request, page)
  return offset === 0 ? null : Math.max(0, offset - limit)
}

/** Leads from an empty page past the end to the last rows or, as long as nothing says where they are, a page back. */
export function lastRowsOffset(request: RequestedPage, page: SearchPage): number | null {
  const { limit, offset, count } = applied(request, page)
  const isPastEnd = count === 0 && offset > 0
  if (!isPastEnd) return null
  const total = knownTotal(request, page)
  return total !== null && total <= offset ? Math.floor((total - 1) / limit) * limit : previousOffset(request, page)
}

/** `total` where it must count all matches, else null: it may count the page alone. */
export function knownTotal(request: RequestedPage, page: SearchPage): number | null {
  const { offset, count, isFull } = applied(request, page)
  const { total } = page
  if (total === null) return null
  if (count === 0) {
    // A page past the end has 0 events, so that a 0 may be its own count.
    const countsAll = total > 0 || offset === 0
    return countsAll ? total : null
  }
  const isLessThanSeen = total < offset + count
  // A full first page whose `total` is its own length: its next page may well hold rows.
  const mayCountPage = isFull && total === count
  return isLessThanSeen || mayCountPage ? null : total
}

/** Whether the page has as many events as the service gives at once, so that there may be more. */
export const isFullPage = (request: RequestedPage, page: SearchPage): boolean => applied(request, page).isFull

/**
 * Whether the page is all there is, by the service's own count: from the first row on, fewer than the limit that it
 * says it applied, as many as `total`. Without that limit it may have cut the page short in silence, and counted the
 * page.
 */
export function isWholeAnswer(request: RequestedPage, page: SearchPage): boolean {
  const { offset, count, isFull } = applied(request, page)
  const isFromFirst = offset === 0 && request.offset === 0
  const saysLimit = page.limit !== null
  const isAllRead = page.sent <= count
  return saysLimit && isFromFirst && !isFull && isAllRead && page.total === count
}

/** "Rows 1–50 of 1,234", "Rows 51–100 · total unknown" or "No events". */
export function rangeText(request: RequestedPage, page: SearchPage): string {
  const { offset, count } = applied(request, page)
  if (count === 0) return 'No events'
  const total = knownTotal(request, page)
  const rows = `Rows ${grouped(offset + 1)}–${grouped(offset + count)}`
  return total === null ? `${rows} · total unknown` : `${rows} of ${grouped(total)}`
}

function applied(request: RequestedPage, page: SearchPage): AppliedPage {
  const limit = page.limit ?? request.limit
  const count = page.events.length
  return { limit, offset: page.offset ?? request.offset, count, isFull: count >= Math.min(limit, request.limit) }
}
