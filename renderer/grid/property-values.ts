// The value in a property's column, and where its decimal point is.
import type { Event, Property } from '../../shared/event/event.ts'

/** The first property of this name, and how often the event names it; null where it does not. */
export function namedValue(event: Event, name: string): { property: Property; times: number } | null {
  let found: Property | null = null
  let times = 0
  for (const property of event.properties) {
    if (property.name !== name) continue
    found ??= property
    times += 1
  }
  return found && { property: found, times }
}

/** Longer fractions do not widen the column for the other numbers. */
export const MOST_PLACES = 10

/** Signs of a number from its point on, an exponent among them, as far as they count for the column. */
export function fractionLength(number: string): number {
  const point = number.indexOf('.')
  return point < 0 || number.length - point > MOST_PLACES ? 0 : number.length - point
}
