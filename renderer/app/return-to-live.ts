// A request to the live page while a snapshot covers it goes back to the live page, to show the result.
import type { OpenedSnapshot } from '../snapshot/store/opened-snapshot.ts'
import type { ConnectionSession } from './connection-session.ts'

type Watched = {
  search: Pick<ConnectionSession['search'], 'state' | 'subscribe'>
  details: Pick<ConnectionSession['details'], 'view' | 'subscribe'>
}

/** Returns a function to stop. What the page does by itself, such as its first search and refreshes, does not count. */
export function returnToLive({ search, details }: Watched, opened: Pick<OpenedSnapshot, 'backToLive'>): () => void {
  let { request, shown, failure } = search.state()
  let event = openEvent(details)
  const stops = [
    search.subscribe(() => {
      const wasThere = shown !== null || failure !== null
      const before = request
      ;({ request, shown, failure } = search.state())
      if (wasThere && request !== before) opened.backToLive()
    }),
    details.subscribe(() => {
      const before = event
      event = openEvent(details)
      const isThere = shown !== null || failure !== null
      if (isThere && event !== null && event !== before) opened.backToLive()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function openEvent(details: Watched['details']): string | null {
  const view = details.view()
  if (view === null) return null
  return view.state === 'event' ? view.event.eventId : view.eventId
}
