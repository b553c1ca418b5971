// An event as the service holds it: exactly as given, numbers as their source text.

import { kindOfText, type Member, readJsonObject } from './json-reading.ts'
import { readInstant } from './read-instant.ts'

/** One property: a string's decoded content, or a number's source text. */
export type Property = { name: string; kind: 'string' | 'number'; text: string }

/** An event (docs/interface.md 2). `createdAt` is RFC 3339 in UTC; properties are in the order given. */
export type EventRecord = {
  eventId: string
  customerId: string
  eventCode: string
  eventType: 'credit' | 'debit'
  createdAt: string
  properties: Property[]
}

export type EventReading = { ok: true; event: EventRecord } | { ok: false; problem: string }

/** A line of a data file, numbered from 1, with its event or what is wrong with it. */
export type EventLine = { line: number; reading: EventReading }

/** The six fields of an event, as the interface names them. */
export const EVENT_FIELDS = [
  'event_id',
  'customer_id',
  'event_code',
  'event_type',
  'created_at',
  'event_properties',
] as const
export type EventField = (typeof EVENT_FIELDS)[number]
type TextField = Exclude<EventField, 'event_properties'>

/** Parses and validates an event's JSON text (docs/interface.md 2); `problem` names the field. */
export function readEvent(text: string): EventReading {
  const json = readJsonObject(text)
  if (!json.ok) return refuse(`the event ${json.problem}`)
  if (json.repeated !== null) return refuse(`${json.repeated} is given twice`)
  const texts = new Map(json.members.map((member) => [member.name, member.text]))
  const unknown = json.members.find(({ name }) => !(EVENT_FIELDS as readonly string[]).includes(name))
  if (unknown) return refuse(`${unknown.name} is not a field of an event`)
  const missing = EVENT_FIELDS.find((field) => !texts.has(field))
  if (missing) return refuse(`${missing} is missing`)
  const source = (field: EventField) => texts.get(field) ?? ''
  const nonString = EVENT_FIELDS.find((field) => field !== 'event_properties' && kindOfText(source(field)) !== 'string')
  if (nonString) return refuse(`${nonString} must be a string`)
  return readEventFields((field) => JSON.parse(source(field)) as string, source('event_properties'))
}

/** Validates an event given as its text fields and the JSON text of its properties. */
export function readEventFields(text: (field: TextField) => string, propertiesText: string): EventReading {
  const eventId = text('event_id')
  if (eventId === '') return refuse('event_id must not be empty')
  const eventType = text('event_type')
  if (eventType !== 'credit' && eventType !== 'debit') return refuse('event_type must be credit or debit')
  const created = readInstant(text('created_at'))
  if (!created.ok) return refuse(`created_at ${created.problem}`)
  const properties = readProperties(propertiesText)
  if (!properties.ok) return properties
  const [customerId, eventCode] = [text('customer_id'), text('event_code')]
  const createdAt = created.instant.utc
  return {
    ok: true,
    event: { eventId, customerId, eventCode, eventType, createdAt, properties: properties.properties },
  }
}

type Refusal = { ok: false; problem: string }

/** Parses the JSON text of event_properties. */
export function readProperties(text: string): { ok: true; properties: Property[] } | Refusal {
  const json = readJsonObject(text)
  if (!json.ok) return refuse(`event_properties ${json.problem}`)
  if (json.repeated !== null) return refuse(`event_properties.${json.repeated} is given twice`)
  const properties: Property[] = []
  for (const member of json.members) {
    const property = readProperty(member)
    if (property === null) return refuse(`event_properties.${member.name} must be a string or a number`)
    properties.push(property)
  }
  return { ok: true, properties }
}

function refuse(problem: string): Refusal {
  return { ok: false, problem }
}

/** Parses a member of event_properties or event_property_filters; null if it is neither a string nor a number. */
export function readProperty({ name, text }: Member): Property | null {
  switch (kindOfText(text)) {
    case 'string':
      return { name, kind: 'string', text: JSON.parse(text) as string }
    case 'number':
      return { name, kind: 'number', text }
    default:
      return null
  }
}

/** Serializes an event as responses carry it, numbers digit by digit as given. */
export function writeEvent(event: EventRecord): string {
  return `{"event_id":${JSON.stringify(event.eventId)},"customer_id":${JSON.stringify(event.customerId)},"event_code":${JSON.stringify(event.eventCode)},"event_type":"${event.eventType}","created_at":"${event.createdAt}","event_properties":${writeProperties(event.properties)}}`
}

/** Serializes an event's properties as `writeEvent` does. */
export function writeProperties(properties: Property[]): string {
  const members = properties.map(
    ({ name, kind, text }) => `${JSON.stringify(name)}:${kind === 'number' ? text : JSON.stringify(text)}`,
  )
  return `{${members.join(',')}}`
}

/** The fault of a store that holds what was never accepted. */
export const unfitStored = (problem: string) => new Error(`A stored event does not fit: ${problem}`)

/** Parses a text that `writeEvent` returned. */
export function storedEvent(text: string): EventRecord {
  const reading = readEvent(text)
  if (!reading.ok) throw unfitStored(reading.problem)
  return reading.event
}
