// What the details pane can show.
import type { AnswerInfo, Event } from '../../../shared/event/event.ts'
import type { Failure } from '../../../shared/failure/failure.ts'

/** Where an event on screen came from, and how old it is. */
export interface EventOrigin {
  from: 'service' | 'cache' | 'snapshot'
  /** RFC 3339 UTC. */
  receivedAt: string
  /** It came with a page of results, not by its ID. */
  withPage: boolean
  /** Why the last refresh failed; null if there was none, or it succeeded. */
  unrefreshed: Failure | null
}

export interface EventView {
  state: 'event'
  event: Event
  /** Null for an event that came with a page. */
  info: AnswerInfo | null
  source: EventOrigin
  /** What the service says now, where that differs. */
  newer: { event: Event; info: AnswerInfo } | null
}

export type DetailView =
  | EventView
  /** `startedAt` is in ms, as Date.now(). */
  | { state: 'loading'; eventId: string; startedAt: number }
  | { state: 'failure'; eventId: string; failure: Failure }
