// What came by itself or is not what it was, in the few words that a row or a button has room for.
import type { EventChange } from '../../shared/event-difference.ts'
import type { DetailView } from '../session/detail-view.ts'
import type { EventChanges } from '../session/event-watch.ts'
import type { SearchState } from '../session/search-state.ts'
import { clockWords } from '../ui/instant-words.ts'

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

/** What the button says that shows an answer which came by itself. */
export function newerWords({ request }: NonNullable<SearchState['newer']>, shown: SearchState['shown']): string {
  return request === shown?.request ? 'Newer answer – Show' : 'The service is back – Show the rows asked for'
}
