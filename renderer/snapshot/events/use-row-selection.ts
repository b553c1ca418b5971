// Selected rows of a snapshot: one by one, a range, or all up to a limit; rows within a range may still have to load.
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Event, eventKey } from '../../../shared/event/event.ts'
import { type Selection, selectedEvents, withSelected } from '../../grid/row-selection.ts'
import type { GridSelection } from '../../grid/use-grid-selection.ts'
import { MOST_TOGETHER, type RowsSession } from '../store/rows-session.ts'

export interface RowSelection {
  /** In the order of the view that they were selected in. */
  events: readonly Event[]
  selecting: GridSelection
  clear: () => void
}

const NOTHING: Selection = new Map()
const TOO_MANY = `At most ${MOST_TOGETHER.toLocaleString('en-US')} rows can be selected at once. Add a condition to have fewer, or export them all.`

/** `view` changes with the order of the rows; `onSaid` receives why some could not be selected. */
export function useRowSelection(
  rows: RowsSession,
  view: string,
  count: number,
  onSaid: (words: string) => void,
): RowSelection {
  const [selection, setSelection] = useState(NOTHING)
  const anchor = useRef<number | null>(null)
  /** Where the range from the anchor ends, as far as keys have taken it. */
  const edge = useRef<number | null>(null)
  const places = useRef(new Map<string, number>())
  const latest = useRef(selection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the view changed, whatever it is
  useLayoutEffect(() => {
    anchor.current = null
    edge.current = null
    places.current = new Map()
  }, [view])

  function change(first: number, events: readonly Event[], isSelected: boolean) {
    const next = withSelected(latest.current, events, events, isSelected)
    if (next.size > MOST_TOGETHER) return onSaid(TOO_MANY)
    events.forEach((event, at) => void places.current.set(eventKey(event), first + at))
    latest.current = next
    setSelection(next)
  }

  async function changeStretch(from: number, to: number, isSelected: boolean) {
    const [first, last] = [Math.min(from, to), Math.max(from, to)]
    if (last - first >= MOST_TOGETHER) return onSaid(TOO_MANY)
    const events = await rows.stretch(first, last)
    if (events === null) onSaid('These rows could not be read. Try again.')
    else change(first, events, isSelected)
  }

  const events = useMemo(() => inOrder(selectedEvents(selection), places.current), [selection])
  const selecting: GridSelection = {
    has: (event) => selection.has(eventKey(event)),
    share: events.length === 0 ? 'none' : events.length >= count ? 'all' : 'some',
    events: () => events,
    select(row, ranging) {
      const event = rows.at(row)
      if (event === null) return
      const isSelected = !latest.current.has(eventKey(event))
      void changeStretch(ranging && anchor.current !== null ? anchor.current : row, row, isSelected)
      anchor.current = row
      edge.current = row
    },
    extend(from, to) {
      const start = rows.at(from)
      if (start === null) return
      const isGoingOn = edge.current === from && latest.current.has(eventKey(start))
      if (!isGoingOn) anchor.current = from
      const origin = anchor.current ?? from
      edge.current = to
      void (async () => {
        if (isGoingOn && Math.abs(to - origin) < Math.abs(from - origin)) await changeStretch(from, to, false)
        await changeStretch(origin, to, true)
      })()
    },
    selectPage(isSelected) {
      if (!isSelected) return clear()
      if (count > 0) void changeStretch(0, count - 1, true)
    },
  }

  function clear() {
    latest.current = NOTHING
    setSelection(NOTHING)
  }

  return { events, selecting, clear }
}

/** Events whose index is not known follow in the order of their selection. */
function inOrder(events: Event[], places: ReadonlyMap<string, number>): Event[] {
  const placeOf = (event: Event) => places.get(eventKey(event)) ?? Number.POSITIVE_INFINITY
  return events
    .map((event) => ({ event, at: placeOf(event) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ event }) => event)
}
