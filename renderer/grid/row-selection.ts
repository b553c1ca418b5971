// The selection across pages, and its changes by a click, a range or the head's checkbox. Nothing is mutated.
import { type Event, eventKey } from '../../shared/event/event.ts'
import { placeOfEvent } from './event-rows.ts'

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

/**
 * Every selected row, by the place that it was selected at (by `eventKey`); those of other places follow, in the order of
 * their selection. Of none is known that it is elsewhere.
 */
export function inPlaces(
  selection: Selection,
  places: ReadonlyMap<string, number>,
): { events: Event[]; elsewhere: number } {
  const placed = selectedEvents(selection).map((event) => ({ event, place: places.get(eventKey(event)) ?? NOWHERE }))
  placed.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
  return { events: placed.map(({ event }) => event), elsewhere: 0 }
}

const NOWHERE = Number.POSITIVE_INFINITY

/** Where a row stood when it was chosen; its event is null if it was not loaded. */
export interface RowPlace {
  row: number
  event: Event | null
}

/**
 * Where a row stands now, wherever sorting or another answer has put it; null where it is gone. `all` are the rows where
 * all are loaded: others do not move.
 */
export function currentRow(all: readonly Event[] | null, { row, event }: RowPlace): number | null {
  if (all === null) return row
  const place = event === null ? -1 : placeOfEvent(all, { key: eventKey(event), event })
  return place < 0 ? null : place
}

export type SelectedShare = 'all' | 'some' | 'none'

/** How much of a page is selected, for its head's checkbox. */
export function selectedShare(selection: Selection, events: readonly Event[]): SelectedShare {
  const count = events.filter((event) => selection.has(eventKey(event))).length
  if (count === 0) return 'none'
  return count === events.length ? 'all' : 'some'
}
