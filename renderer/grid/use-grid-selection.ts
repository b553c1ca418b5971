// Selecting rows of the grid: one by one, a range from the last one, or the whole page.
import { useLayoutEffect, useMemo, useRef } from 'react'
import { type Event, eventKey } from '../../shared/event/event.ts'
import {
  type ChosenRows,
  inGridOrder,
  rangeOf,
  type SelectedShare,
  selectedShare,
  withSelected,
} from './row-selection.ts'

export interface GridSelection {
  has: (event: Event) => boolean
  /** How many of the rows are selected. */
  share: SelectedShare
  /** All selected events, in the order of the grid. */
  events: () => readonly Event[]
  /** Toggles a row; with `ranging`, every row from the last toggled one to it. */
  select: (row: number, ranging: boolean) => void
  /** Moving the focus with Shift selects the rows in between; moving back deselects them. */
  extend: (from: number, to: number) => void
  selectPage: (selected: boolean) => void
}

/** `view` changes with the request for rows: ranges do not extend across views. */
export function useGridSelection(
  events: readonly Event[],
  view: string,
  { selection, change }: ChosenRows,
): GridSelection {
  const anchor = useRef<Event | null>(null)
  /** Where the range from the anchor ends, as far as keys have taken it. */
  const edge = useRef<Event | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the view changed, whatever it is
  useLayoutEffect(() => {
    anchor.current = null
    edge.current = null
  }, [view])
  return {
    has: (event) => selection.has(eventKey(event)),
    share: useMemo(() => selectedShare(selection, events), [selection, events]),
    events: () => inGridOrder(selection, events).events,
    select(row, ranging) {
      const event = events[row]
      if (!event) return
      const range = rangeOf(events, ranging ? anchor.current : null, row)
      change(withSelected(selection, events, range, !selection.has(eventKey(event))))
      anchor.current = event
      edge.current = event
    },
    extend(from, to) {
      const start = events[from]
      if (!start) return
      const isGoingOn = edge.current === start && selection.has(eventKey(start))
      if (!isGoingOn) anchor.current = start
      const left = isGoingOn ? rangeOf(events, anchor.current, from) : []
      const range = rangeOf(events, anchor.current, to)
      const kept = left.length === 0 ? selection : withSelected(selection, events, left, false)
      change(withSelected(kept, events, range, true))
      edge.current = events[to] ?? null
    },
    selectPage: (selected) => change(withSelected(selection, events, events, selected)),
  }
}
