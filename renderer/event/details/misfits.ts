// Where an event does not fit the interface: the problems that belong to no field, and what was sent in a field's place.
import type { Event, FieldProblem, Property } from '../../../shared/event/event.ts'
import { EVENT_FIELD_NAMES, PROPERTIES_FIELD } from '../../../shared/event/event-fields.ts'
import { parseExact } from '../../../shared/exact/exact-json.ts'

const PROPERTY = `${PROPERTIES_FIELD}.`

/** The problems that no field, property or extra field on screen can be marked with. */
export function unplacedProblems(event: Event): FieldProblem[] {
  const extra = new Set(event.extra.map(({ name }) => name))
  return event.problems.filter(
    ({ field }) => !EVENT_FIELD_NAMES.has(field) && !extra.has(field) && !field.startsWith(PROPERTY),
  )
}

/** By field of docs/interface.md 2: the values that are not strings. */
export function nonStringValues(event: Event): Map<string, Property> {
  const sent = new Map<string, Property>()
  if (event.problems.length === 0) return sent
  const read = parseExact(event.source, { depth: 1 })
  if (!read.ok || read.value.kind !== 'object') return sent
  for (const { name, value } of read.value.members) {
    if (value.kind === 'string') sent.delete(name)
    else sent.set(name, { name, kind: kindOf(value.kind), text: value.source })
  }
  return sent
}

function kindOf(kind: 'object' | 'array' | 'json' | 'number' | 'boolean' | 'null'): Property['kind'] {
  return kind === 'object' || kind === 'array' ? 'json' : kind
}
