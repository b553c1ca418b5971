// Short labels for rows and buttons: answers that arrived in the background, and events that changed.
import { eventKey, type SearchPage, type SearchRequest } from '../../../shared/event/event.ts'
import type { EventChange } from '../../../shared/event/event-difference.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SearchState } from '../../live/store/search-state.ts'
import { clockWords } from '../../ui/instant-words.ts'
import type { DetailView } from '../store/detail-view.ts'
import type { EventChanges } from '../store/event-watch.ts'

/** By event id, for the mark on its row. */
export function changeWords(changes: EventChanges, zone: string): ReadonlyMap<string, string> {
  const now = new Date().toISOString()
  const words = ({ kind, since }: EventChange) =>
    kind === 'gone'
      ? `was here at ${clockWords(since, zone, now)}, now 404`
      : `changed since ${clockWords(since, zone, now)}`
  return new Map([...changes].map(([eventId, change]) => [eventId, words(change)]))
}

/** What the watch found about the event in the details. */
export function changeOf(view: DetailView, changes: EventChanges): EventChange | null {
  return (view.state === 'event' && view.event.eventId !== null && changes.get(view.event.eventId)) || null
}

/** The label of the button that shows an answer which arrived in the background. */
export function newerWords(
  { request, answer }: NonNullable<SearchState['newer']>,
  shown: SearchState['shown'],
): string {
  if (shown === null || request !== shown.request) return 'The service is back – show the rows asked for'
  return newEventsWords(request, shown.answer.page, answer.page) ?? 'Newer results – show'
}

/** On later pages new events push others over from the page before, so only the totals can tell how many are new. */
function newEventsWords({ offset, limit }: SearchRequest, before: SearchPage, after: SearchPage): string | null {
  const fresh = offset === 0 ? newEvents(before, after, limit) : 0
  if (fresh > 0) {
    const isAll = fresh === after.events.length && before.events.length > 0
    return `${fresh}${isAll ? ' or more' : ''} new ${fresh === 1 ? 'event' : 'events'} – show`
  }
  const more = before.total === null || after.total === null ? 0 : after.total - before.total
  return more > 0 ? `${grouped(more)} more ${more === 1 ? 'event' : 'events'} – show` : null
}

/** Events after the last known one on a full page may only have moved up because another event was removed. */
function newEvents(before: SearchPage, after: SearchPage, limit: number): number {
  const known = new Set(before.events.map(eventKey))
  const isNew = after.events.map((event) => !known.has(eventKey(event)))
  const lastKnown = isNew.lastIndexOf(false)
  const isFull = before.events.length >= limit
  return isNew.filter((fresh, at) => fresh && (at < lastKnown || lastKnown === -1 || !isFull)).length
}
