// The applied filters in words, and the same property value asked for as the other type.
import type { Filters, PropertyFilter } from '../../../shared/event/event.ts'
import { FILTER_FIELDS } from '../../../shared/event/event-fields.ts'
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'

export interface FilterWords {
  /** Unique among one search's filters. */
  id: string
  name: string
  value: string
  /** The filters with this property filter's type swapped; null where the value allows no other or it is no property. */
  swapped: { label: 'Try as number' | 'Try as string'; filters: Filters } | null
}

/** Every applied filter, in the order of the filter form. Instants as they are sent: UTC. */
export function filterWords(filters: Filters): FilterWords[] {
  const fields = FILTER_FIELDS.flatMap(({ key, head }) => {
    const value = filters[key]
    return value === undefined ? [] : [{ id: head, name: head, value, swapped: null }]
  })
  const properties = filters.propertyFilters.map((filter, index) => ({
    id: `property ${index}`,
    name: filter.name,
    value: filter.kind === 'string' ? `"${filter.text}"` : filter.text,
    swapped: swappedType(filters, index, filter),
  }))
  return [...fields, ...properties]
}

function swappedType(filters: Filters, index: number, { name, kind, text }: PropertyFilter): FilterWords['swapped'] {
  if (kind === 'string' && !isJsonNumber(text)) return null
  const other = kind === 'string' ? 'number' : 'string'
  const propertyFilters = filters.propertyFilters.with(index, { name, kind: other, text })
  return { label: `Try as ${other}`, filters: { ...filters, propertyFilters } }
}
