// Parses and validates events, and compares their instants and values.
import { isDeepStrictEqual } from 'node:util'
import Big from 'big.js'
import { Temporal } from 'temporal-polyfill'
import { ExactNumber, membersOf } from './parse-exact.ts'

export type PropertyValue = string | ExactNumber

export type SeenEvent = {
  eventId: string
  customerId: string
  eventCode: string
  eventType: string
  createdAt: string
  /** `createdAt` in nanoseconds since 1970. */
  instant: bigint
  /** The properties whose values are strings or numbers. */
  properties: Map<string, PropertyValue>
}

export type EventReading = { event: SeenEvent | null; problems: string[]; extensions: string[] }

const FIELDS = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at', 'event_properties']

/** Parses an event: what breaks the interface is a problem, what it does not mention is an extension. */
export function readEvent(value: unknown): EventReading {
  const members = membersOf(value)
  if (members === null) return { event: null, problems: ['an event is not a JSON object'], extensions: [] }
  const problems: string[] = []
  const extensions = [...members.keys()].filter((name) => !FIELDS.includes(name)).map((name) => `field ${name}`)
  const text = (field: string) => {
    const found = members.get(field)
    if (typeof found === 'string') return found
    problems.push(`${field} is ${found === undefined ? 'missing' : 'not a string'}`)
    return ''
  }
  const [eventId, customerId, eventCode] = [text('event_id'), text('customer_id'), text('event_code')]
  const [eventType, createdAt] = [text('event_type'), text('created_at')]
  if (eventType !== '' && eventType !== 'credit' && eventType !== 'debit') {
    problems.push(`event_type is ${JSON.stringify(eventType)}, neither credit nor debit`)
  }
  const instant = instantOf(createdAt)
  if (createdAt !== '') {
    if (instant === null) problems.push(`created_at is not an RFC 3339 date-time: ${createdAt}`)
    else if (!/(?:Z|[+-]00:00)$/i.test(createdAt)) problems.push(`created_at is not in UTC: ${createdAt}`)
  }
  const properties = new Map<string, PropertyValue>()
  const given = membersOf(members.get('event_properties'))
  if (given === null) problems.push('event_properties is not an object')
  for (const [name, property] of given ?? []) {
    if (typeof property === 'string' || property instanceof ExactNumber) properties.set(name, property)
    else extensions.push(`a property that is neither string nor number (${name})`)
  }
  if (instant === null || problems.length > 0) return { event: null, problems, extensions }
  const event = { eventId, customerId, eventCode, eventType, createdAt, instant, properties }
  return { event, problems, extensions }
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i

/** An RFC 3339 text in nanoseconds since 1970; null if it is not a valid one. */
export function instantOf(text: string): bigint | null {
  if (!RFC_3339.test(text)) return null
  try {
    return Temporal.Instant.from(text.replace(/(\.\d{9})\d+/, '$1')).epochNanoseconds
  } catch {
    return null
  }
}

/** Whether an RFC 3339 text has a second 60, which `instantOf` cannot tell from second 59. */
export function isLeapSecond(text: string): boolean {
  return /^.{17}60/.test(text)
}

/** Nanoseconds since 1970 as RFC 3339, in UTC or at an offset; null outside the years 0000 to 9999. */
export function instantText(nanoseconds: bigint, timeZone = 'UTC'): string | null {
  const text = Temporal.Instant.fromEpochNanoseconds(nanoseconds).toString({ timeZone })
  if (!/^\d{4}-/.test(text)) return null
  return timeZone === 'UTC' ? text.replace('+00:00', 'Z') : text
}

/** Whether two numbers have the same decimal value. */
function sameDecimal(one: string, other: string): boolean {
  try {
    return one === other || new Big(one).eq(new Big(other))
  } catch {
    return false
  }
}

/** The characters of a value, as compared where types do not count. */
export function textOf(value: PropertyValue): string {
  return value instanceof ExactNumber ? value.source : value
}

/** Whether values are equal where types count: numbers by decimal value, strings by characters. */
export function equalsTyped(value: PropertyValue | undefined, wanted: PropertyValue): boolean {
  if (value instanceof ExactNumber) return wanted instanceof ExactNumber && sameDecimal(value.source, wanted.source)
  return value === wanted
}

/** Whether values are equal either typed or as text. */
export function equalsSomehow(value: PropertyValue | undefined, wanted: PropertyValue): boolean {
  return equalsTyped(value, wanted) || (value !== undefined && textOf(value) === textOf(wanted))
}

/** Whether two events are equal: numbers by decimal value, properties in any order. */
export function sameEvent(one: SeenEvent, other: SeenEvent): boolean {
  const { properties: ones, ...fields } = one
  const { properties: others, ...otherFields } = other
  return (
    isDeepStrictEqual(fields, otherFields) &&
    ones.size === others.size &&
    [...ones].every(([name, value]) => {
      const twin = others.get(name)
      if (value instanceof ExactNumber) return twin instanceof ExactNumber && sameDecimal(value.source, twin.source)
      return value === twin
    })
  )
}

/** "1 event", "7 events". */
export function countOf(count: number): string {
  return count === 1 ? '1 event' : `${count} events`
}
