// Where the open event stands among the loaded rows, and the way to its neighbours.
import { useCallback, useMemo } from 'react'
import { type Event, eventKey } from '../../shared/event.ts'
import type { DetailView } from '../features/detail/detail-view.ts'
import type { DetailSession } from './detail-session.ts'

export interface EventSteps {
  /** Of the open event, to mark its row; null when none is open. */
  openKey: string | null
  position: { index: number; count: number } | null
  /** null at an end, and where the event is none of the rows. */
  previous: (() => void) | null
  next: (() => void) | null
}

/** `events` in the order on screen. */
export function useEventSteps(details: DetailSession, view: DetailView | null, events: readonly Event[]): EventSteps {
  const openKey = keyOf(view)
  const index = useMemo(
    () => (openKey === null ? -1 : events.findIndex((event) => eventKey(event) === openKey)),
    [events, openKey],
  )
  const count = events.length
  const position = useMemo(() => (index < 0 ? null : { index, count }), [index, count])
  const go = useCallback(
    (to: number) => {
      const event = events[to]
      if (event) details.open(event)
    },
    [events, details],
  )
  const previous = useMemo(() => (index > 0 ? () => go(index - 1) : null), [go, index])
  const next = useMemo(() => (index >= 0 && index < count - 1 ? () => go(index + 1) : null), [go, index, count])
  return { openKey, position, previous, next }
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
