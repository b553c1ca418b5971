// In which order a page's events came. docs/interface.md 4.2 promises none, so it is only an observation.
import type { Event } from '../../../shared/event/event.ts'
import { compareInstants, type Instant, parseInstant } from '../../../shared/time/instant.ts'

/** null where fewer than two different instants can be compared: then there is nothing to observe. */
export type ObservedOrder = 'newest-first' | 'oldest-first' | 'none' | null

/** Looks at the order in which the service sent the events; instants that cannot be read are left out. */
export function observedOrder(events: readonly Event[]): ObservedOrder {
  let rises = false
  let falls = false
  let previous: Instant | null = null
  for (const { createdAt } of events) {
    const instant = createdAt === null ? null : parseInstant(createdAt)
    if (instant === null) continue
    const step = previous === null ? 0 : compareInstants(instant, previous)
    if (step > 0) rises = true
    if (step < 0) falls = true
    previous = instant
  }
  if (rises) return falls ? 'none' : 'oldest-first'
  return falls ? 'newest-first' : null
}

/** "Newest first", "Order not guaranteed"; null where there is nothing to observe. */
export function orderWords(order: ObservedOrder): string | null {
  switch (order) {
    case 'newest-first':
      return 'Newest first'
    case 'oldest-first':
      return 'Oldest first'
    case 'none':
      return 'Order not guaranteed'
    case null:
      return null
    default:
      return order satisfies never
  }
}
