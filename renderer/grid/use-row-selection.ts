// Selecting rows: one by one, a range from the last one, or all of them. Rows within a range may still have to be read.
import { useLayoutEffect, useMemo, useRef } from 'react'
import { type Event, eventKey } from '../../shared/event/event.ts'
import { say } from '../ui/notify.tsx'
import { type EventRows, placeOfEvent } from './event-rows.ts'

export type RowSelection = ReturnType<typeof useRowSelection>

/** Rows from one index to another, both inclusive and in either order, that are to be selected or not. */
interface Segment {
  from: number
  to: number
  isSelected: boolean
}

const NOTHING: Selection = new Map()

/** `view` changes with the request for rows: ranges do not extend across views. */
export function useRowSelection(rows: EventRows, view: string, { selection, change }: ChosenRows) {
  /** The row from which a range extends: the last one that was toggled, or where Shift and the arrow keys began. */
  const anchor = useRef<RowPlace | null>(null)
  /** The row to which keys have extended that range. */
  const edge = useRef<RowPlace | null>(null)
  /** The indexes of rows that were selected in this view, by `eventKey`: their order where not all rows are loaded. */
  const places = useRef(new Map<string, number>())
  /** The selection as it is now: while rows are read, others may be selected. */
  const latest = useRef(selection)
  useLayoutEffect(() => {
    latest.current = selection
  }, [selection])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the view changed, whatever it is
  useLayoutEffect(() => {
    anchor.current = null
    edge.current = null
    places.current = new Map()
  }, [view])

  function take(next: Selection) {
    latest.current = next
    change(next)
  }

  /** Selects the rows of segments, or deselects them: of all segments, or of none. At once where rows are loaded. */
  async function put(...segments: Segment[]) {
    const found: { first: number; events: readonly Event[]; isSelected: boolean }[] = []
    for (const { from, to, isSelected } of segments) {
      const [first, last] = [Math.min(from, to), Math.max(from, to)]
      if (rows.limit !== null && last - first >= rows.limit.most) return say(rows.limit.words, 'refused')
      const events = loadedBetween(rows, first, last) ?? (await rows.read(first, last))
      if (events === null) return say('These rows could not be read. Try again.', 'refused')
      found.push({ first, events, isSelected })
    }
    let next = latest.current
    for (const { events, isSelected } of found)
      next = withSelected(next, { page: rows.all ?? events, chosen: events, isSelected })
    if (rows.limit !== null && next.size > rows.limit.most) return say(rows.limit.words, 'refused')
    for (const { first, events } of found) {
      for (const [at, event] of events.entries()) places.current.set(eventKey(event), first + at)
    }
    take(next)
  }

  return {
    has: (event: Event) => selection.has(eventKey(event)),
    /** Every selected event, in the order of the rows; `elsewhere` counts those that are known not to be among them. */
    selected: useMemo(
      () => (rows.all === null ? inPlaces(selection, places.current) : inGridOrder(selection, rows.all)),
      [selection, rows.all],
    ),
    /** How many of the rows are selected. */
    share: useMemo(
      () => (rows.all === null ? shareOf(selection, rows.count) : selectedShare(selection, rows.all)),
      [selection, rows.all, rows.count],
    ),
    /** Toggles a row; with `ranging`, every row from the last toggled one to it. */
    select(row: number, ranging: boolean): void {
      const event = rows.at(row)
      if (event === null) return
      const from = ranging && anchor.current !== null ? currentRow(rows.all, anchor.current) : null
      void put({ from: from ?? row, to: row, isSelected: !latest.current.has(eventKey(event)) })
      anchor.current = { row, event }
      edge.current = anchor.current
    },
    /** Moving the focus with Shift selects the rows in between; moving back deselects them. */
    extend(from: number, to: number): void {
      const event = rows.at(from)
      if (event === null) return
      const isAtEdge = edge.current !== null && currentRow(rows.all, edge.current) === from
      const isContinued = isAtEdge && latest.current.has(eventKey(event))
      if (!isContinued) anchor.current = { row: from, event }
      const origin = (anchor.current && currentRow(rows.all, anchor.current)) ?? to
      edge.current = { row: to, event: rows.at(to) }
      // The range as it was is taken back before the new one is selected, as it may be shorter.
      const before = isContinued ? [{ from: origin, to: from, isSelected: false }] : []
      void put(...before, { from: origin, to, isSelected: true })
    },
    selectPage(isSelected: boolean): void {
      const events = rows.all ?? selectedEvents(latest.current)
      if (!isSelected) take(withSelected(latest.current, { page: events, chosen: events, isSelected: false }))
      else if (rows.count > 0) void put({ from: 0, to: rows.count - 1, isSelected })
    },
    clear: () => take(NOTHING),
  }
}

/** Null where one of them is not loaded. */
function loadedBetween(rows: EventRows, first: number, last: number): Event[] | null {
  const events: Event[] = []
  for (let row = first; row <= last; row += 1) {
    const event = rows.at(row)
    if (event === null) return null
    events.push(event)
  }
  return events
}

/** Tells how many are selected of rows that are not all loaded, as far as their number says. */
function shareOf(selection: Selection, count: number): SelectedShare {
  const { length } = selectedEvents(selection)
  return length === 0 ? 'none' : length >= count ? 'all' : 'some'
}

// The selection across pages, and its changes by a click, a range or the head's checkbox. Nothing is mutated.

/** They are by `eventKey`: rows of one key are selected together, and each of them is held. */
export type Selection = ReadonlyMap<string, readonly Event[]>

/** The selection where it is kept. */
export interface ChosenRows {
  selection: Selection
  change: (next: Selection) => void
}

/** A change of the selection: rows of a page are added, or taken out. */
interface SelectedRows {
  page: readonly Event[]
  chosen: readonly Event[]
  isSelected: boolean
}

/**
 * The selection with chosen rows of a page added, or taken out, together with the page's others of the same keys. Rows
 * that are there already keep their place in the order.
 */
export function withSelected(selection: Selection, { page, chosen, isSelected }: SelectedRows): Selection {
  const next = new Map(selection)
  const keys = new Set(chosen.map(eventKey))
  if (!isSelected) {
    for (const key of keys) next.delete(key)
    return next
  }
  const found = Map.groupBy(page, eventKey)
  for (const key of keys) next.set(key, joined(next.get(key) ?? [], found.get(key) ?? []))
  return next
}

/**
 * The rows of a key that are selected already, and those of a page that are not among them: one that was met on another
 * page too is not there twice. Rows of one text are told apart by nothing, so that as many are taken for the same as
 * there are on both sides.
 */
function joined(held: readonly Event[], found: readonly Event[]): readonly Event[] {
  const unmatched = held.map(({ source }) => source)
  const added = found.filter(({ source }) => {
    const at = unmatched.indexOf(source)
    if (at >= 0) unmatched.splice(at, 1)
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
  const shownByText = Map.groupBy(here, ({ source }) => source)
  // Rows with identical texts differ only in their count: each one shown stands for one that is selected.
  const elsewhere = selectedEvents(selection).filter(({ source }) => shownByText.get(source)?.pop() === undefined)
  return { events: [...here, ...elsewhere], elsewhere: elsewhere.length }
}

/**
 * Every selected row, by the place that it was selected at (by `eventKey`); those of other places follow, in the order
 * of their selection. Nobody knows of any that it is elsewhere.
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
interface RowPlace {
  row: number
  event: Event | null
}

/**
 * Where a row stands now, wherever sorting or another answer has put it; null where it is gone. `all` are the rows
 * where all are loaded: others do not move.
 */
export function currentRow(all: readonly Event[] | null, { row, event }: RowPlace): number | null {
  if (all === null) return row
  const place = event === null ? -1 : placeOfEvent(all, { key: eventKey(event), event })
  return place < 0 ? null : place
}

type SelectedShare = 'all' | 'some' | 'none'

/** How much of a page is selected, for its head's checkbox. */
export function selectedShare(selection: Selection, events: readonly Event[]): SelectedShare {
  const count = events.filter((event) => selection.has(eventKey(event))).length
  if (count === 0) return 'none'
  return count === events.length ? 'all' : 'some'
}
