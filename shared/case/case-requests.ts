// Which requests to the service belong to a case: those that asked for an event in it, and nothing of any other.
import { type Event, eventPath } from '../event/event.ts'
import { mismatches } from '../search/matches.ts'
import { readSearchBody } from '../search/search-body.ts'
import { parseEventText } from '../search/search-page.ts'
import type { Case } from './case.ts'

/** As "Activity" lists it. */
interface SentRequest {
  connectionName: string
  method: 'GET' | 'POST'
  url: string
  /** The JSON body as sent, or null. */
  body: string | null
}

/**
 * Those that asked this connection for an event of the case by its ID, or searched for its customer and for nothing that
 * the event has not. A search for all customers is of no event: what else it found is nobody's business.
 */
export function requestsOf<Request extends SentRequest>(
  { items }: Case,
  connection: { name: string; baseUrl: string },
  sent: readonly Request[],
): Request[] {
  const events = items.flatMap((item) => {
    const read = item.is === 'event' ? parseEventText(item.source) : null
    return read?.ok ? [read.event] : []
  })
  const paths = new Set(events.map(({ eventId }) => pathOf(eventId)).filter((path) => path !== null))
  return sent.filter(({ connectionName, method, url, body }) => {
    if (connectionName !== connection.name || !url.startsWith(`${connection.baseUrl}/`)) return false
    if (method === 'GET') return paths.has(url.slice(connection.baseUrl.length))
    return body !== null && asksForOneOf(events, body)
  })
}

function pathOf(eventId: string | null): string | null {
  const asked = eventId === null ? null : eventPath(eventId)
  return asked?.kind === 'path' ? asked.path : null
}

function asksForOneOf(events: readonly Event[], body: string): boolean {
  const filters = readSearchBody(body)?.filters
  if (filters === undefined || (filters.customerId === undefined && filters.eventId === undefined)) return false
  return events.some((event) => mismatches(event, filters).length === 0)
}
