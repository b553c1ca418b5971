// The columns of an export: the interface's fields, then every property and extra field of all rows, first seen first.
import type { Event, Property } from '../../../shared/event.ts'
import { EVENT_FIELDS, freeName, keyedProperties } from '../../../shared/event-columns.ts'

/** A cell: text of a string (guarded), the source of any other value (as it is), or nothing. */
export type Cell = string | { source: string } | null

export interface CsvColumns {
  /** Takes the names of an event in; to be called for every event before the first row is made. */
  note(event: Event): void
  count(): number
  headers(): string[]
  row(event: Event): Cell[]
}

export function createCsvColumns(): CsvColumns {
  const properties = new Map<string, string>()
  const extras = new Map<string, string>()
  /** Whether some event's own fields do not fit: then a last column holds each such event's source, so that nothing is lost. */
  let misfits = false

  return {
    note: (event) => {
      noteNames(event.properties, properties)
      noteNames(event.extra, extras)
      misfits ||= isMisfit(event)
    },
    count: () => EVENT_FIELDS.length + properties.size + extras.size + (misfits ? 1 : 0),
    headers: () => {
      const taken = new Set<string>(EVENT_FIELDS)
      const named = [...properties.values(), ...extras.values(), ...(misfits ? ['source'] : [])]
      return [...EVENT_FIELDS, ...named.map((name) => freeName(name, taken))]
    },
    row: (event) => [
      ...[event.eventId, event.customerId, event.eventCode, event.eventType, event.createdAt].map(stringCell),
      ...cells(event.properties, properties, (one) =>
        one.kind === 'string' ? stringCell(one.text) : { source: one.text },
      ),
      ...cells(event.extra, extras, (one) => ({ source: sourceOf(one) })),
      ...(misfits ? [isMisfit(event) ? { source: event.source } : null] : []),
    ],
  }
}

/** Adds each name, and each repetition of a name within one event, as a column of its own. */
function noteNames(list: Property[], columns: Map<string, string>): void {
  for (const [key, { name }] of keyedProperties(list)) if (!columns.has(key)) columns.set(key, name)
}

function cells(list: Property[], columns: Map<string, string>, cell: (one: Property) => Cell): Cell[] {
  const byKey = new Map(keyedProperties(list))
  return [...columns.keys()].map((key) => {
    const one = byKey.get(key)
    return one === undefined ? null : cell(one)
  })
}

/** UTF-8 has no lone surrogates: such a text is written as its JSON source. */
function stringCell(text: string | null): Cell {
  if (text === null) return null
  return text.isWellFormed() ? text : { source: JSON.stringify(text) }
}

function sourceOf(property: Property): string {
  return property.kind === 'string' ? `"${property.raw ?? JSON.stringify(property.text).slice(1, -1)}"` : property.text
}

const OWN_FIELDS = new Set<string>([...EVENT_FIELDS, 'event_properties', 'event'])

const isMisfit = (event: Event) => event.problems.some(({ field }) => OWN_FIELDS.has(field))
