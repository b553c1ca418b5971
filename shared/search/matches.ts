// Whether a row does what the applied filters ask for: the service is checked, not believed.
import type { Event, Filters, PropertyFilter } from '../event/event.ts'
import { FILTER_FIELDS } from '../event/event-fields.ts'
import { sameDecimal } from '../exact/exact-number.ts'
import { compareInstants, parseInstant } from '../time/instant.ts'

/** Filters go by these. */
export type Matchable = Omit<Event, 'extra' | 'problems' | 'source'>

/**
 * Names of the filters, as the page shows them, that an event does not fulfil; a property filter goes by the property's
 * name. An event right on a bound fulfils it: docs/interface.md 4.2 does not say whether the range includes its ends.
 */
export function mismatches(event: Matchable, filters: Filters): string[] {
  const fields = FILTER_FIELDS.filter(({ key }) => {
    switch (key) {
      case 'createdAtFrom':
        return isOutside(event, filters[key], 1)
      case 'createdAtTo':
        return isOutside(event, filters[key], -1)
      default:
        return filters[key] !== undefined && event[key] !== filters[key]
    }
  })
  const properties = filters.propertyFilters.filter((filter) => !hasProperty(event, filter))
  return [...fields.map(({ head }) => head), ...properties.map(({ name }) => name)]
}

/** Whether any event could miss these filters. */
export function asksForSomething(filters: Filters): boolean {
  return filters.propertyFilters.length > 0 || FILTER_FIELDS.some(({ key }) => filters[key] !== undefined)
}

/** How many of the events miss a filter, and which filters are missed by any, in the order of `mismatches`. */
export function mismatchSummary(events: Event[], filters: Filters): { count: number; of: number; names: string[] } {
  const missed = events.map((event) => mismatches(event, filters)).filter((names) => names.length > 0)
  const any = new Set(missed.flat())
  const order = [...FILTER_FIELDS.map(({ head }) => head), ...filters.propertyFilters.map(({ name }) => name)]
  return { count: missed.length, of: events.length, names: [...new Set(order)].filter((name) => any.has(name)) }
}

/** `side` is 1 when events must not lie before the bound, -1 when not after it. An unreadable time is outside. */
function isOutside({ createdAt }: Matchable, bound: string | undefined, side: 1 | -1): boolean {
  const limit = bound === undefined ? null : parseInstant(bound)
  if (limit === null) return false
  const at = createdAt === null ? null : parseInstant(createdAt)
  return at === null || compareInstants(at, limit) * side < 0
}

/** Any value of a name that repeats will do: which one the service went by cannot be known. */
function hasProperty(event: Matchable, { name, kind, text }: PropertyFilter): boolean {
  return event.properties.some(
    (property) =>
      property.name === name &&
      property.kind === kind &&
      (kind === 'number' ? sameDecimal(property.text, text) : property.text === text),
  )
}
