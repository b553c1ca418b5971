// This is what tells two texts of one event apart, by meaning: the interface has no way to change an event, so any
// difference counts. White space, the order of names, how a string is escaped and how a number is written are no
// difference (1.50 and 1.5 are one value). Fields that docs/interface.md does not name are not compared: a fetch by id
// may well bring more of them than a search.
import { type ExactMember, type ExactNode, formatExact, parseExact } from '../exact/exact-json.ts'
import { sameDecimal } from '../exact/exact-number.ts'
import { compareInstants, parseInstant } from '../time/instant.ts'
import type { Event } from './event.ts'
import { EVENT_FIELDS } from './event-fields.ts'

export interface FieldDifference {
  /** It is written as `customer_id`, or `event_properties.region`. */
  field: string
  /** The exact JSON text on each side; null where the field is absent. */
  before: string | null
  after: string | null
}

/** An event that is not as it was seen at `since` (RFC 3339 UTC): another, or a fetch by its ID answers 404. */
export type EventChange =
  | { kind: 'changed'; since: string; before: Event; after: Event; differences: FieldDifference[] }
  | { kind: 'gone'; since: string; before: Event }

/** Field by field in the order of docs/interface.md section 2, then the properties as they came. Empty: one event. */
export function eventDifferences(before: string, after: string): FieldDifference[] {
  const [a, b] = [membersOf(before), membersOf(after)]
  if (a === null || b === null) return before === after ? [] : [{ field: 'event', before, after }]
  const fields = EVENT_FIELDS.flatMap(({ name }) => difference(name, last(a, name), last(b, name)))
  const [propertiesBefore, propertiesAfter] = [last(a, 'event_properties'), last(b, 'event_properties')]
  return propertiesBefore?.kind === 'object' && propertiesAfter?.kind === 'object'
    ? [...fields, ...propertyDifferences(propertiesBefore.members, propertiesAfter.members)]
    : [...fields, ...difference('event_properties', propertiesBefore, propertiesAfter)]
}

/**
 * The same of two events from two sources: times are compared as instants, and ignored fields do not count.
 * @param ignored paths such as `event_id`, `event_properties.region`
 */
export function contentDifferences(one: string, other: string, ignored: ReadonlySet<string>): FieldDifference[] {
  return eventDifferences(one, other).filter((found) => !ignored.has(found.field) && !isSameTime(found))
}

function isSameTime({ field, before, after }: FieldDifference): boolean {
  if (field !== 'created_at' || before === null || after === null) return false
  const [one, other] = [before, after].map((source) => {
    const text: unknown = source.startsWith('"') ? JSON.parse(source) : null
    return typeof text === 'string' ? parseInstant(text) : null
  })
  return one != null && other != null && compareInstants(one, other) === 0
}

function membersOf(source: string): ExactMember[] | null {
  const read = parseExact(source)
  return read.ok && read.value.kind === 'object' ? read.value.members : null
}

/** The last of names that repeat counts, as for JSON.parse and for the page. */
function last(members: ExactMember[], name: string): ExactNode | undefined {
  return members.findLast((member) => member.name === name)?.value
}

/** A name that repeats is compared place by place: the page shows each of them. */
function propertyDifferences(before: ExactMember[], after: ExactMember[]): FieldDifference[] {
  const [a, b] = [byName(before), byName(after)]
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    const [valuesBefore, valuesAfter] = [a.get(name) ?? [], b.get(name) ?? []]
    const places = Math.max(valuesBefore.length, valuesAfter.length)
    return Array.from({ length: places }, (_, at) =>
      difference(`event_properties.${name}`, valuesBefore[at]?.value, valuesAfter[at]?.value),
    ).flat()
  })
}

function difference(field: string, a: ExactNode | undefined, b: ExactNode | undefined): FieldDifference[] {
  if (a === undefined && b === undefined) return []
  if (a !== undefined && sameMeaning(a, b)) return []
  return [{ field, before: a?.source ?? null, after: b?.source ?? null }]
}

function sameMeaning(a: ExactNode, b: ExactNode | undefined): boolean {
  if (b === undefined) return false
  if (a.source === b.source) return true
  switch (a.kind) {
    case 'string':
      return b.kind === 'string' && a.text === b.text
    case 'number':
      return b.kind === 'number' && sameDecimal(a.source, b.source)
    case 'object':
      return b.kind === 'object' && sameMembers(a.members, b.members)
    case 'array':
      return (
        b.kind === 'array' &&
        a.items.length === b.items.length &&
        a.items.every((item, at) => sameMeaning(item, b.items[at]))
      )
    case 'json':
      return b.kind === 'json' && formatExact(a.source, 0) === formatExact(b.source, 0)
    case 'boolean':
    case 'null':
      return false
  }
}

function sameMembers(a: ExactMember[], b: ExactMember[]): boolean {
  const [ofA, ofB] = [byName(a), byName(b)]
  return (
    ofA.size === ofB.size &&
    [...ofA].every(([name, values]) => {
      const theirs = ofB.get(name) ?? []
      return values.length === theirs.length && values.every(({ value }, at) => sameMeaning(value, theirs[at]?.value))
    })
  )
}

const byName = (members: ExactMember[]) => Map.groupBy(members, ({ name }) => name)
