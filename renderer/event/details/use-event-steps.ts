// The position of the open event among the loaded rows, and the steps to its neighbours.
import { useCallback, useMemo } from 'react'
import { type Event, eventKey } from '../../../shared/event/event.ts'
import { type EventRef, placeOfEvent } from '../../grid/event-rows.ts'
import type { DetailSession } from '../store/detail-session.ts'
import type { DetailView } from '../store/detail-view.ts'

export interface EventSteps {
  /** From 0; null where the event is not among the rows. */
  position: { index: number; count: number } | null
  /** As "on this page": the rows that the position counts. */
  among: string
  /** Null at either end, and where the event is not among the rows. */
  previous: (() => void) | null
  next: (() => void) | null
}

/** `events` in the order on screen. `open` is the open event, to mark its row; null when none is. */
export function useEventSteps(
  details: DetailSession,
  view: DetailView | null,
  events: readonly Event[],
): { open: EventRef | null; steps: EventSteps } {
  const key = keyOf(view)
  const event = view?.state === 'event' ? view.event : null
  const open = useMemo(() => (key === null ? null : { key, event }), [key, event])
  const index = useMemo(() => (open === null ? -1 : placeOfEvent(events, open)), [events, open])
  const count = events.length
  const position = useMemo(() => (index < 0 ? null : { index, count }), [index, count])
  const go = useCallback(
    (to: number) => {
      const neighbour = events[to]
      if (neighbour) details.open(neighbour)
    },
    [events, details],
  )
  const previous = useMemo(() => (index > 0 ? () => go(index - 1) : null), [go, index])
  const next = useMemo(() => (index >= 0 && index < count - 1 ? () => go(index + 1) : null), [go, index, count])
  return {
    open,
    steps: useMemo(() => ({ position, among: 'on this page', previous, next }), [position, previous, next]),
  }
}

function keyOf(view: DetailView | null): string | null {
  switch (view?.state) {
    case undefined:
      return null
    case 'event':
      return eventKey(view.event)
    case 'loading':
    case 'failure':
      return view.eventId
    default:
      return view satisfies undefined
  }
}
