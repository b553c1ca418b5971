// The value in a property's column, and where its decimal point is.
import type { Event, Property } from '../../../shared/event.ts'

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

/** Signs of a plain decimal from its point on, as far as they count for the column. */
export function fractionLength(number: string): number {
  const point = number.indexOf('.')
  if (point < 0 || number.length - point > MOST_PLACES || /e/i.test(number)) return 0
  return number.length - point
}
