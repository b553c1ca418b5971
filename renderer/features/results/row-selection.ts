// The selection across pages: what one click, a range or the head's checkbox makes of it. Nothing is changed in place.
import { type Event, eventKey } from '../../../shared/event.ts'

export type Selection = ReadonlyMap<string, Event>

/** The selection with `events` added, or taken out. Those already there keep their place in the order. */
export function withSelected(selection: Selection, events: readonly Event[], selected: boolean): Selection {
  const next = new Map(selection)
  for (const event of events) {
    if (selected) next.set(eventKey(event), event)
    else next.delete(eventKey(event))
  }
  return next
}

/** The rows from `anchor` to `row`, whichever comes first; a missing anchor means the row alone. */
export function rangeOf(events: readonly Event[], anchor: number | null, row: number): readonly Event[] {
  const from = anchor ?? row
  return events.slice(Math.min(from, row), Math.max(from, row) + 1)
}

/** How much of a page is selected, for its head's checkbox. */
export function selectedShare(selection: Selection, events: readonly Event[]): 'all' | 'some' | 'none' {
  const count = events.filter((event) => selection.has(eventKey(event))).length
  if (count === 0) return 'none'
  return count === events.length ? 'all' : 'some'
}
