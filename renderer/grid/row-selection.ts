// The selection across pages, and its changes by a click, a range or the head's checkbox. Nothing is mutated.
import { type Event, eventKey } from '../../shared/event/event.ts'
import { placeOfEvent } from './event-place.ts'

/** By `eventKey`: rows of one key are selected together, and each of them is held. */
export type Selection = ReadonlyMap<string, readonly Event[]>

/** The selection where it is kept. */
export interface ChosenRows {
  selection: Selection
  change: (next: Selection) => void
}

/**
 * The selection with `chosen` rows of a page added, or taken out, together with the page's others of the same keys. Those
 * already there keep their place in the order.
 */
export function withSelected(
  selection: Selection,
  page: readonly Event[],
  chosen: readonly Event[],
  selected: boolean,
): Selection {
  const next = new Map(selection)
  const keys = new Set(chosen.map(eventKey))
  if (!selected) {
    for (const key of keys) next.delete(key)
    return next
  }
  const found = Map.groupBy(page, eventKey)
  for (const key of keys) next.set(key, joined(next.get(key) ?? [], found.get(key) ?? []))
  return next
}

/** What is held, and what of the found rows it lacks: one that was met on another page too is not held twice. */
function joined(held: readonly Event[], found: readonly Event[]): readonly Event[] {
  const met = held.map(({ source }) => source)
  const added = found.filter(({ source }) => {
    const at = met.indexOf(source)
    if (at >= 0) met.splice(at, 1)
    return at < 0
  })
  return [...held, ...added]
}

/** Every selected row, in the order in which they were selected. */
export function selectedEvents(selection: Selection): Event[] {
  return [...selection.values()].flat()
}

/** Every selected row: those in `shown` in that order, then the others in the order of their selection. */
export function inGridOrder(selection: Selection, shown: readonly Event[]): { events: Event[]; elsewhere: number } {
  const here = shown.filter((event) => selection.has(eventKey(event)))
  const met = Map.groupBy(here, ({ source }) => source)
  // Rows with identical texts differ only in their count.
  const elsewhere = selectedEvents(selection).filter(({ source }) => met.get(source)?.pop() === undefined)
  return { events: [...here, ...elsewhere], elsewhere: elsewhere.length }
}

/** The rows between `anchor` and `row`, wherever sorting or another answer has put it; the row alone where it is gone. */
export function rangeOf(events: readonly Event[], anchor: Event | null, row: number): readonly Event[] {
  const place = anchor === null ? -1 : placeOfEvent(events, { key: eventKey(anchor), event: anchor })
  const from = place < 0 ? row : place
  return events.slice(Math.min(from, row), Math.max(from, row) + 1)
}

export type SelectedShare = 'all' | 'some' | 'none'

/** How much of a page is selected, for its head's checkbox. */
export function selectedShare(selection: Selection, events: readonly Event[]): SelectedShare {
  const count = events.filter((event) => selection.has(eventKey(event))).length
  if (count === 0) return 'none'
  return count === events.length ? 'all' : 'some'
}
