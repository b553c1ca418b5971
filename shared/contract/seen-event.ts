// Events as JSON text: as sent, and as first seen.

/** An event as a service sent it: its id and its exact JSON text. */
export interface SentEvent {
  eventId: string
  source: string
}

/** An event as first seen, as long as that is kept. `seenAt`: RFC 3339 in UTC. */
export interface EarlierEvent extends SentEvent {
  seenAt: string
}
