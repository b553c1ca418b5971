// What details and comparing, which stand above, offer of the events in lists and figures: handed down.
import { createSafeContext } from '@mantine/core'
import type { Event } from '../../shared/event/event.ts'

export interface EventActions {
  /** Shows its details. */
  open: (event: Event) => void
  /** Compares two or more. */
  compare: (events: readonly Event[]) => void
}

/** What is provided stays the same from render to render: rows are drawn within. */
export const [EventActionsProvider, useEventActions] = createSafeContext<EventActions>('No event can be opened here')
