// What else can be done with a value of the event that is shown, such as "Filter by this": the app says what that is.
import { createContext, type ReactNode, useContext } from 'react'
import type { Property } from '../../../shared/event/event.ts'
import type { EventField } from '../../../shared/event/event-fields.ts'

/** A field of the interface, or a property; `text` is exact. */
export type DetailValue =
  | { kind: 'field'; field: EventField['key']; text: string }
  | { kind: 'property'; property: Property }

/** Draws the offers beside a value; null: there are none. */
export type OffersFor = (value: DetailValue) => ReactNode

export const ValueOffersContext = createContext<OffersFor | null>(null)

export function ValueOffers({ value }: { value: DetailValue }) {
  return useContext(ValueOffersContext)?.(value) ?? null
}
