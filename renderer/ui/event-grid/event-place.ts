// Where an event stands among rows that may bear one ID more than once.
import { type Event, eventKey } from '../../../shared/event.ts'

/** `event` is null as long as only its ID is known. */
export interface EventRef {
  /** Its `eventKey`. */
  key: string
  event: Event | null
}

/** The row of the very event; where another answer brought the rows, the first of its key. -1: none of them. */
export function placeOfEvent(events: readonly Event[], { key, event }: EventRef): number {
  const itself = event === null ? -1 : events.indexOf(event)
  return itself < 0 ? events.findIndex((one) => eventKey(one) === key) : itself
}
