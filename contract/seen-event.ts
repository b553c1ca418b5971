// An event as this suite saw it, held against section 2; and whether it matches a filter, under any reading of one.
import { isDeepStrictEqual } from 'node:util'
import Big from 'big.js'
import { Temporal } from 'temporal-polyfill'
import { ExactNumber, membersOf } from './exact-json.ts'

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

export type EventReading = { event: SeenEvent | null; problems: string[]; oddities: string[] }

const FIELDS = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at', 'event_properties']

/** Reads one event of an answer: what breaks section 2 is a problem, what section 2 leaves open an oddity. */
export function readEvent(value: unknown): EventReading {
  const members = membersOf(value)
  if (members === null) return { event: null, problems: ['an event is not a JSON object'], oddities: [] }
  const problems: string[] = []
  const oddities = [...members.keys()].filter((name) => !FIELDS.includes(name)).map((name) => `field ${name}`)
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
    else oddities.push(`a property that is neither string nor number (${name})`)
  }
  if (instant === null || problems.length > 0) return { event: null, problems, oddities }
  const event = { eventId, customerId, eventCode, eventType, createdAt, instant, properties }
  return { event, problems, oddities }
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i

/** The instant that an RFC 3339 text names, in nanoseconds since 1970; null when it is none. */
export function instantOf(text: string): bigint | null {
  if (!RFC_3339.test(text)) return null
  try {
    return Temporal.Instant.from(text.replace(/(\.\d{9})\d+/, '$1')).epochNanoseconds
  } catch {
    return null
  }
}

/** Whether an RFC 3339 text names a second 60: `instantOf` counts it as second 59, so it cannot be told from its neighbours. */
export function isLeapSecond(text: string): boolean {
  return /^.{17}60/.test(text)
}

/** An instant in nanoseconds since 1970 as RFC 3339 text, in UTC or at a given offset; null outside its years 0000 to 9999. */
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

/** The characters that a reading without types compares. */
export function textOf(value: PropertyValue): string {
  return value instanceof ExactNumber ? value.source : value
}

/** Whether a value equals the wanted one where types count: numbers by decimal value, strings by their characters. */
export function equalsTyped(value: PropertyValue | undefined, wanted: PropertyValue): boolean {
  if (value instanceof ExactNumber) return wanted instanceof ExactNumber && sameDecimal(value.source, wanted.source)
  return value === wanted
}

/** Whether a value equals the wanted one under some reading: with its type, or as text. */
export function equalsSomehow(value: PropertyValue | undefined, wanted: PropertyValue): boolean {
  return equalsTyped(value, wanted) || (value !== undefined && textOf(value) === textOf(wanted))
}

/** Whether two events are one and the same: numbers by decimal value, properties in any order. */
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
