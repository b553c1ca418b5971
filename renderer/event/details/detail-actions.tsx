// This is what the window offers for the event in the details: actions by context, because the details know neither
// searches nor snapshots; and the steps to its neighbours.

import { createSafeContext } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { type Event, eventKey, type Filters, type Property } from '../../../shared/event/event.ts'
import type { EventField } from '../../../shared/event/event-fields.ts'
import { type EventRef, placeOfEvent } from '../../grid/event-rows.ts'
import type { DetailSession, DetailView } from '../store/detail-session.ts'
import type { AskFirstSeen } from './event-history.tsx'

/** A field of the interface, or a property; `text` is exact. */
export type DetailValue =
  | { kind: 'field'; field: EventField['key']; text: string }
  | { kind: 'property'; property: Property }

export interface DetailActions {
  close: () => void
  /** Asks for the event again. */
  retry: () => void
  /** Shows the answer that arrived in the background. */
  showNewer: () => void
  replaceToken: () => void
  editConnection: () => void
  /** Searches for others like this one. */
  findOthers: (filters: Filters) => void
  /** How an event was first seen; never rejects. */
  firstSeen: AskFirstSeen
  /** Draws what else is offered beside a value, such as "Filter by this". */
  offersFor: (value: DetailValue) => ReactNode
}

export const [DetailActionsProvider, useDetailActions] = createSafeContext<DetailActions>('No event is open here')

export const ValueOffers = ({ value }: { value: DetailValue }) => useDetailActions().offersFor(value)

export interface EventSteps {
  /** It counts from 0; null where the event is not among the rows. */
  position: { index: number; count: number } | null
  /** It names the rows that the position counts, as "on this page". */
  among: string
  /** Null at either end, and where the event is not among the rows. */
  previous: (() => void) | null
  next: (() => void) | null
}

/**
 * The position of the open event among the rows, and the steps to its neighbours.
 * @param events in the order on screen
 * @returns `open` is the open event, to mark its row; null when none is
 */
export function useEventSteps(
  details: DetailSession,
  view: DetailView | null,
  events: readonly Event[],
): { open: EventRef | null; steps: EventSteps } {
  const event = view?.state === 'event' ? view.event : null
  // While it is loading there is only its ID, by which rows are known too.
  const key = view === null ? null : view.state === 'event' ? eventKey(view.event) : view.eventId
  const open = useMemo(() => (key === null ? null : { key, event }), [key, event])
  const steps = useMemo((): EventSteps => {
    const index = open === null ? -1 : placeOfEvent(events, open)
    function stepTo(to: number) {
      const neighbour = events[to]
      return index < 0 || neighbour === undefined ? null : () => details.open(neighbour)
    }
    return {
      position: index < 0 ? null : { index, count: events.length },
      among: 'on this page',
      previous: stepTo(index - 1),
      next: stepTo(index + 1),
    }
  }, [open, events, details])
  return { open, steps }
}
