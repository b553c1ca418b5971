// Filters by a value on screen; doing it a second time removes the filter.
import type { Filters, Property } from '../../shared/event/event.ts'
import { type EventField, isTextFilter } from '../../shared/event/event-fields.ts'
import { LONGEST_FILTER } from '../../shared/event/filter-params.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { formatUtc, parseInstant } from '../../shared/time/instant.ts'

/** A field of an event, or one of its properties. */
export type FilterValue =
  | { kind: 'field'; field: EventField['key']; text: string }
  | { kind: 'property'; property: Pick<Property, 'name' | 'kind' | 'text'> }

/** How a value on screen narrows the rows that it stands in. */
export interface FilterBy {
  isApplied: (value: FilterValue) => boolean
  /** Tells what filters by it, or no longer does. Null: it cannot be filtered by. */
  toggle: (value: FilterValue) => (() => void) | 'too-long' | null
}

/** Shown in place of "Filter by this". */
export const TOO_LONG_TO_FILTER = `Too long to filter by: over ${grouped(LONGEST_FILTER)} characters`

/**
 * The filters with this one in place of any of its name, or without it where it is applied. Null: it cannot be asked
 * for; `too-long`: it, or its property's name, is longer than LONGEST_FILTER.
 */
export function toggledFilter(filters: Filters, value: FilterValue): Filters | 'too-long' | null {
  const isOn = isApplied(filters, value)
  const next = withOrWithout(filters, value, isOn)
  return next !== null && !isOn && isTooLong(value) ? 'too-long' : next
}

/** Whether it, or its property's name, is longer than LONGEST_FILTER. */
export function isTooLong(value: FilterValue): boolean {
  const texts = value.kind === 'field' ? [value.text] : [value.property.name, value.property.text]
  return texts.some((text) => text.length > LONGEST_FILTER)
}

function withOrWithout(filters: Filters, value: FilterValue, isOn: boolean): Filters | null {
  if (value.kind === 'property') {
    const { name, kind, text } = value.property
    if ((kind !== 'string' && kind !== 'number') || name === '') return null
    const others = filters.propertyFilters.filter((one) => one.name !== name)
    return { ...filters, propertyFilters: isOn ? others : [...others, { name, kind, text }] }
  }
  const asked = askedFor(value)
  if (asked === null) return null
  if (!isOn) return { ...filters, ...asked }
  const left = Object.entries(filters).filter(([key]) => !Object.hasOwn(asked, key))
  return { propertyFilters: filters.propertyFilters, ...Object.fromEntries(left) }
}

/** Whether the search on screen asks for exactly this value. */
export function isApplied(filters: Filters, value: FilterValue): boolean {
  if (value.kind === 'property') {
    const { name, kind, text } = value.property
    return filters.propertyFilters.some((one) => one.name === name && one.kind === kind && one.text === text)
  }
  const asked = askedFor(value)
  return asked !== null && Object.entries(asked).every(([key, text]) => filters[key as keyof Filters] === text)
}

function askedFor({ field, text }: Extract<FilterValue, { kind: 'field' }>): Partial<Filters> | null {
  if (isTextFilter(field)) return text === '' ? null : { [field]: text }
  switch (field) {
    case 'eventType':
      return text === 'credit' || text === 'debit' ? { eventType: text } : null
    case 'createdAt': {
      const instant = parseInstant(text)
      return instant && { createdAtFrom: formatUtc(instant), createdAtTo: formatUtc(instant) }
    }
  }
}
