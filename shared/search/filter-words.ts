// The filters of a search in words, and how the text of a value is written in any condition: cus_1, "two words", 42.
import type { Filters, PropertyFilter } from '../event/event.ts'
import { FILTER_FIELDS } from '../event/event-fields.ts'

export interface FilterWords {
  /** Unique among one search's filters. */
  id: string
  name: string
  value: string
  /** Null: of a field. */
  property: PropertyFilter | null
}

/** Every applied filter, in the order of the filter form. Instants as they are sent: UTC. Nothing is cut. */
export function filterWords(filters: Filters): FilterWords[] {
  const fields = FILTER_FIELDS.flatMap(({ key, head }): FilterWords[] => {
    const value = filters[key]
    return value === undefined ? [] : [{ id: head, name: head, value: fieldText(value), property: null }]
  })
  const properties = filters.propertyFilters.map(
    (property, index): FilterWords => ({
      id: `property ${index}`,
      name: property.name,
      value: propertyText(property),
      property,
    }),
  )
  return [...fields, ...properties]
}

/** Writes "Customer ID = cus_1; plan = "a""; null without filters. */
export function filtersLine(filters: Filters): string | null {
  const words = filterWords(filters).map(({ name, value }) => `${name} = ${value}`)
  return words.length === 0 ? null : words.join('; ')
}

/** A field holds nothing but texts: in quotes only where it might be taken for something else. */
export const fieldText = (text: string) => (PLAIN_TEXT.test(text) ? text : `"${text}"`)

/** Words with a space between, except for `missing`, by which a condition says that there is no value. */
const PLAIN_TEXT = /^(?!missing$)\S+(?: \S+)*$/u

/** A property's text is in quotes: 42 and "42" are two. Any other kind is as it was sent. */
export const propertyText = ({ kind, text }: { kind: PropertyFilter['kind'] | string; text: string }) =>
  kind === 'string' ? `"${text}"` : text
