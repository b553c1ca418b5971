// This says what two sets of filters have in common: whether they ask for the same, and how many there are.
import type { Filters } from '../../../shared/event/event.ts'
import { FILTER_FIELDS } from '../../../shared/event/event-fields.ts'
import { compareInstants, parseInstant } from '../../../shared/time/instant.ts'

export const NO_FILTERS: Filters = { propertyFilters: [] }

/** Whether both ask for the same: instants by time, property filters in any order, numbers digit for digit. */
export function sameFilters(a: Filters, b: Filters): boolean {
  const fields = FILTER_FIELDS.every(({ key }) => (isInstant(key) ? sameInstant(a[key], b[key]) : a[key] === b[key]))
  return fields && samePropertyFilters(a.propertyFilters, b.propertyFilters)
}

/** How many filters there are, for "3 applied". From and To are one, the time range. */
export function countFilters(filters: Filters): number {
  const given = FILTER_FIELDS.filter(({ key }) => filters[key] !== undefined).map(({ key }) => key)
  const range = given.some(isInstant) ? 1 : 0
  return given.filter((key) => !isInstant(key)).length + range + filters.propertyFilters.length
}

const isInstant = (key: (typeof FILTER_FIELDS)[number]['key']) => key === 'createdAtFrom' || key === 'createdAtTo'

/** Whether two RFC 3339 texts, or their absence, are the same moment. */
export function sameInstant(a: string | undefined, b: string | undefined): boolean {
  if (a === b) return true
  const [first, second] = [parseInstant(a ?? ''), parseInstant(b ?? '')]
  return first !== null && second !== null && compareInstants(first, second) === 0
}

function samePropertyFilters(a: Filters['propertyFilters'], b: Filters['propertyFilters']): boolean {
  const wanted = new Map(b.map((filter) => [filter.name, filter]))
  return (
    a.length === b.length &&
    a.every(({ name, kind, text }) => wanted.get(name)?.kind === kind && wanted.get(name)?.text === text)
  )
}
