// Events as texts: as they came, and as they were first seen.

/** An event as a service sent it: its id and its exact JSON text. */
export interface SentEvent {
  eventId: string
  source: string
}

/** An event as it was first seen (RFC 3339 UTC), as long as that is kept. */
export interface EarlierEvent extends SentEvent {
  seenAt: string
}
