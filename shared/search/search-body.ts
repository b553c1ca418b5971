// What a search sends: the JSON body of docs/interface.md 4.2, with numbers digit for digit and any property name.
import type { PropertyFilter, SearchRequest } from '../event/event.ts'
import { FILTER_FIELDS } from '../event/event-fields.ts'
import { exactNumber } from '../exact/exact-number.ts'

/** The body as text. Absent filters are left out; limit and offset always go along. */
export function searchBody({ filters, limit, offset }: SearchRequest): string {
  return JSON.stringify({
    ...Object.fromEntries(FILTER_FIELDS.map(({ name, key }) => [name, filters[key]])),
    event_property_filters: filters.propertyFilters.length === 0 ? undefined : wantedValues(filters.propertyFilters),
    limit,
    offset,
  })
}

/** Without a prototype, so that `__proto__` is a name like any other. */
function wantedValues(filters: PropertyFilter[]): object {
  const values: Record<string, unknown> = Object.create(null)
  for (const { name, kind, text } of filters) values[name] = kind === 'number' ? exactNumber(text) : text
  return values
}
