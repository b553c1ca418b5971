// The index of an event among rows in which an ID may repeat.
import { type Event, eventKey } from '../../shared/event/event.ts'

/** `event` is null as long as only its ID is known. */
export interface EventRef {
  /** Its `eventKey`. */
  key: string
  event: Event | null
}

/** The row of the same object; among rows of another answer, the first with its key; else -1. */
export function placeOfEvent(events: readonly Event[], { key, event }: EventRef): number {
  const itself = event === null ? -1 : events.indexOf(event)
  return itself < 0 ? events.findIndex((one) => eventKey(one) === key) : itself
}
