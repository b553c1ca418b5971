// What a column of a property shows of an event, and where its number has its point.
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

/** A fraction of more signs does not push the other numbers aside. */
export const MOST_PLACES = 10

/** Signs of a plain decimal from its point on, as far as they count for the column. */
export function fractionLength(number: string): number {
  const point = number.indexOf('.')
  if (point < 0 || number.length - point > MOST_PLACES || /e/i.test(number)) return 0
  return number.length - point
}
