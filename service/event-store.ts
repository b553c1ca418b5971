// The service asks this of the store that holds its events: SQLite's (sqlite-store.ts) answers at once, PostgreSQL's
// (postgres-store.ts) later.
import type { EventRecord } from './event-record.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** A value that is there at once, or later. */
export type Awaitable<Value> = Value | Promise<Value>

/** One page of a search result: the events' JSON texts in order, and the total that the service reports. */
export type Page = { events: string[]; total: number }

/** Whatever is asked for may throw `StoreAway`. */
export type EventStore = {
  /** The JSON text of the first event with this id, or null. */
  find(eventId: string): Awaitable<{ text: string } | null>
  /** One page; `salt` is an integer that selects a shuffled order, where the store has one. */
  search(request: SearchRequest, gaps: Gaps, salt: number): Awaitable<Page>
  /** The number of events that match the search's filters; limit and offset are ignored. */
  countMatches(request: SearchRequest, gaps: Gaps): Awaitable<number>
  count(): Awaitable<number>
  /** Adds events in one transaction; an event whose instant cannot be read throws. */
  add(events: Iterable<EventRecord>): Awaitable<void>
  close(): Awaitable<void>
}

/** A store that cannot answer now, and may later. The message is a sentence that names no host and no secret. */
export class StoreAway extends Error {
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number
  /** The sentence for whoever starts the service. */
  readonly atStart: string

  constructor(message: string, retryAfter: number, options: ErrorOptions & { atStart?: string } = {}) {
    super(message, options)
    this.name = 'StoreAway'
    this.atStart = options.atStart ?? message
    this.retryAfter = retryAfter
  }
}

/** The message of the error 404 for an event. */
export const noSuchEvent = (eventId: string): string => `There is no event with the event_id ${eventId}.`
