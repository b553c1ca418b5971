// What the window offers for the event in the details, by context: the details know neither searches nor snapshots.
import { createSafeContext } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Filters, Property } from '../../../shared/event/event.ts'
import type { EventField } from '../../../shared/event/event-fields.ts'
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
  /** Searches for others like this one. */
  findOthers: (filters: Filters) => void
  /** How an event was first seen; never rejects. */
  firstSeen: AskFirstSeen
  /** Draws what else is offered beside a value, such as "Filter by this". */
  offersFor: (value: DetailValue) => ReactNode
}

export const [DetailActionsProvider, useDetailActions] = createSafeContext<DetailActions>('No event is open here')

export const ValueOffers = ({ value }: { value: DetailValue }) => useDetailActions().offersFor(value)
