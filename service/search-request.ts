// Parses and validates a search's body; the first invalid field is reported.
import { type Property, readProperty } from './event-record.ts'
import { kindOfText, type Member, readJsonObject } from './json-reading.ts'
import { safeInteger } from './number-key.ts'
import { type Instant, readInstant } from './read-instant.ts'
import type { Gaps } from './service-options.ts'

/** A search: its filters, and the limit and offset that apply. */
export type SearchRequest = {
  customerId?: string
  eventCode?: string
  eventType?: string
  eventId?: string
  from?: Instant
  to?: Instant
  properties: Property[]
  limit: number
  offset: number
}

export type SearchReading =
  | { ok: true; request: SearchRequest; unknownFields: string[] }
  | { ok: false; field: string | null; problem: string }

const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 100
export const MAX_PROPERTY_FILTERS = 100

/** Parses a search's JSON text; `field` names the invalid field, null if the whole body is invalid. */
export function readSearch(text: string, gaps: Pick<Gaps, 'overLimit' | 'clampTo' | 'strictBody'>): SearchReading {
  const json = readJsonObject(text)
  if (!json.ok) return { ok: false, field: null, problem: `The body ${json.problem}` }
  if (json.repeated !== null) return refuse(json.repeated, 'is given twice')

  const request: SearchRequest = { properties: [], limit: DEFAULT_LIMIT, offset: 0 }
  const unknownFields: string[] = []
  for (const member of json.members) {
    const problem = readField(member, request, unknownFields, gaps)
    if (problem !== null) return problem
  }
  const [unknown] = unknownFields
  if (unknown !== undefined && gaps.strictBody) return refuse(unknown, 'is not a field of a search')
  return { ok: true, request, unknownFields }
}

type Refusal = Extract<SearchReading, { ok: false }>

/** Takes one field of a body into the request, or into the names of those that are unknown; null: it is well. */
function readField(
  member: Member,
  request: SearchRequest,
  unknownFields: string[],
  gaps: Pick<Gaps, 'overLimit' | 'clampTo'>,
): Refusal | null {
  const { name, text } = member
  const kind = kindOfText(text)
  switch (name) {
    case 'customer_id':
    case 'event_code':
    case 'event_id':
    case 'event_type':
    case 'created_at_from':
    case 'created_at_to':
      if (kind !== 'string') return refuse(name, `must be a string, not ${kind}`)
      return readTextField(name, JSON.parse(text) as string, request)
    case 'event_property_filters':
      if (kind !== 'object') return refuse(name, `must be an object, not ${kind}`)
      return readPropertyFilters(text, request)
    case 'limit': {
      const limit = readCount(name, text)
      if (typeof limit !== 'number') return limit
      if (limit > MAX_LIMIT && gaps.overLimit === 'reject') {
        return refuse(name, `must be at most ${MAX_LIMIT}, not ${limit}`)
      }
      request.limit = Math.min(limit, MAX_LIMIT, gaps.clampTo ?? MAX_LIMIT)
      return null
    }
    case 'offset': {
      const offset = readCount(name, text)
      if (typeof offset !== 'number') return offset
      request.offset = offset
      return null
    }
    default:
      unknownFields.push(name)
      return null
  }
}

type TextField = 'customer_id' | 'event_code' | 'event_id' | 'event_type' | 'created_at_from' | 'created_at_to'

/** Takes a field that holds a text; null: it is well. */
function readTextField(name: TextField, value: string, request: SearchRequest): Refusal | null {
  switch (name) {
    case 'customer_id':
      request.customerId = value
      return null
    case 'event_code':
      request.eventCode = value
      return null
    case 'event_id':
      request.eventId = value
      return null
    case 'event_type':
      if (value !== 'credit' && value !== 'debit') return refuse(name, 'must be credit or debit')
      request.eventType = value
      return null
    case 'created_at_from':
    case 'created_at_to': {
      const reading = readInstant(value)
      if (!reading.ok) return refuse(name, reading.problem)
      request[name === 'created_at_from' ? 'from' : 'to'] = reading.instant
      return null
    }
  }
}

/** Takes the property filters, of which no name may stand twice; null: they are well. */
function readPropertyFilters(text: string, request: SearchRequest): Refusal | null {
  const field = 'event_property_filters'
  const json = readJsonObject(text)
  if (!json.ok) return refuse(field, json.problem)
  if (json.repeated !== null) return refuse(`${field}.${json.repeated}`, 'is given twice')
  if (json.members.length > MAX_PROPERTY_FILTERS) {
    return refuse(field, `must name at most ${MAX_PROPERTY_FILTERS} properties, not ${json.members.length}`)
  }
  for (const member of json.members) {
    const property = readProperty(member)
    if (property === null) {
      return refuse(`${field}.${member.name}`, `must be a string or a number, not ${kindOfText(member.text)}`)
    }
    request.properties.push(property)
  }
  return null
}

function readCount(field: string, text: string): number | Refusal {
  const kind = kindOfText(text)
  if (kind !== 'number') return refuse(field, `must be an integer, not ${kind}`)
  const value = safeInteger(text)
  if (value === null) return refuse(field, `must be an integer from 0 to ${Number.MAX_SAFE_INTEGER}, not ${text}`)
  return value < 0 ? refuse(field, `must not be negative, but is ${text}`) : value
}

function refuse(field: string, problem: string): Refusal {
  return { ok: false, field, problem: `${field} ${problem}` }
}
