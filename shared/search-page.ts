// Reads what a service answers, as far as it fits interface.md section 2; what does not fit is named, never dropped.
import type { Event, FieldProblem, Property, SearchPage } from './event.ts'
import { type ExactMember, type ExactNode, parseExact } from './exact-json.ts'
import { readDateTime } from './rfc3339.ts'

/** event, event_properties: values inside of them stay source text. */
const EVENT_DEPTH = 2
/** envelope, events, and the events themselves. */
const PAGE_DEPTH = 2 + EVENT_DEPTH

/** Reads the envelope of a search. Without an array `events` it is no page, and `problems` says so in sentences. */
export function parseSearchPage(text: string): { ok: true; page: SearchPage } | { ok: false; problems: string[] } {
  const answer = readObject(text, PAGE_DEPTH)
  if (!answer.ok) return answer
  const { fields, problems } = fieldsOf(answer.members)
  const page = {
    total: countField(fields, 'total', 0, problems),
    limit: countField(fields, 'limit', 1, problems),
    offset: countField(fields, 'offset', 0, problems),
  }
  const list = fields.get('events')
  if (list?.kind !== 'array') {
    problems.unshift({ field: 'events', message: list ? `is ${inWords(list)}, not an array` : 'is missing' })
    return { ok: false, problems: problems.map(({ field, message }) => `${field} ${message}`) }
  }
  const events = list.items.map((item, index) => {
    if (item.kind === 'object') return parseEventNode(item)
    const problem = { field: `events[${index}]`, message: `is ${inWords(item)}, not an object` }
    problems.push(problem)
    return { ...unreadable(item.source), problems: [problem] }
  })
  return { ok: true, page: { events, ...page, problems } }
}

/** Reads a single event. Only text that is no JSON object is refused, with `problems` in sentences. */
export function parseEventText(text: string): { ok: true; event: Event } | { ok: false; problems: string[] } {
  const answer = readObject(text, EVENT_DEPTH)
  return answer.ok ? { ok: true, event: parseEventNode(answer) } : answer
}

/** Reads an event from an object that is open for two levels. */
function parseEventNode({ members, source }: { members: ExactMember[]; source: string }): Event {
  const { fields, problems } = fieldsOf(members)
  const event: Event = {
    eventId: stringField(fields, 'event_id', problems),
    customerId: stringField(fields, 'customer_id', problems),
    eventCode: stringField(fields, 'event_code', problems),
    eventType: stringField(fields, 'event_type', problems),
    createdAt: stringField(fields, 'created_at', problems),
    properties: propertiesField(fields, problems),
    extra: members.filter(({ name }) => !EVENT_FIELDS.has(name)).map(toProperty),
    problems,
    source,
  }
  if (event.eventId === '') problems.push({ field: 'event_id', message: 'is empty' })
  if (event.eventType !== null && event.eventType !== 'credit' && event.eventType !== 'debit') {
    problems.push({ field: 'event_type', message: `is ${quote(event.eventType)}, neither credit nor debit` })
  }
  if (event.createdAt !== null) {
    const message = dateProblem(event.createdAt)
    if (message !== null) problems.push({ field: 'created_at', message })
  }
  return event
}

const EVENT_FIELDS = new Set(['event_id', 'customer_id', 'event_code', 'event_type', 'created_at', 'event_properties'])

function unreadable(source: string): Event {
  const fields = { eventId: null, customerId: null, eventCode: null, eventType: null, createdAt: null }
  return { ...fields, properties: [], extra: [], problems: [], source }
}

function readObject(
  text: string,
  depth: number,
): { ok: true; members: ExactMember[]; source: string } | { ok: false; problems: string[] } {
  const read = parseExact(text, depth)
  if (!read.ok) return { ok: false, problems: [`The answer is not JSON: ${read.message}`] }
  if (read.value.kind !== 'object')
    return { ok: false, problems: [`The answer is ${inWords(read.value)}, not an object`] }
  return { ok: true, members: read.value.members, source: read.value.source }
}

/** The last value of each name, as JSON.parse would have it, and a problem for each name that is there more than once. */
function fieldsOf(members: ExactMember[]): { fields: Map<string, ExactNode>; problems: FieldProblem[] } {
  return { fields: new Map(members.map(({ name, value }) => [name, value])), problems: repeats(members, '') }
}

function repeats(members: ExactMember[], path: string): FieldProblem[] {
  const counts = new Map<string, number>()
  for (const { name } of members) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([name, count]) => ({
      field: path + name,
      message: `is there ${count} times: most readers keep only the last`,
    }))
}

function stringField(fields: Map<string, ExactNode>, field: string, problems: FieldProblem[]): string | null {
  const node = fields.get(field)
  if (node?.kind === 'string') return node.text
  problems.push({ field, message: node ? `is ${inWords(node)}, not a string` : 'is missing' })
  return null
}

/** A whole number from `least` on; null and a problem otherwise. */
function countField(
  fields: Map<string, ExactNode>,
  field: string,
  least: number,
  problems: FieldProblem[],
): number | null {
  const node = fields.get(field)
  if (node?.kind === 'number' && /^-?\d+$/.test(node.source)) {
    const count = Number(node.source)
    if (count >= least && Number.isSafeInteger(count)) return Math.abs(count) // -0 is a way to write 0
    problems.push({ field, message: `is ${shorten(node.source)}, which cannot be` })
  } else if (node) {
    const what = node.kind === 'number' ? shorten(node.source) : inWords(node)
    problems.push({ field, message: `is ${what}, not an integer` })
  } else {
    problems.push({ field, message: 'is missing' })
  }
  return null
}

function propertiesField(fields: Map<string, ExactNode>, problems: FieldProblem[]): Property[] {
  const node = fields.get('event_properties')
  if (node?.kind !== 'object') {
    const message = node ? `is ${inWords(node)}, not an object` : 'is missing'
    problems.push({ field: 'event_properties', message })
    return []
  }
  problems.push(...repeats(node.members, 'event_properties.'))
  for (const { name, value } of node.members) {
    if (value.kind === 'string' || value.kind === 'number') continue
    problems.push({ field: `event_properties.${name}`, message: `is ${inWords(value)}, not a string or a number` })
  }
  return node.members.map(toProperty)
}

function toProperty({ name, value }: ExactMember): Property {
  switch (value.kind) {
    case 'string':
      return { name, kind: 'string', text: value.text, ...(value.raw === undefined ? {} : { raw: value.raw }) }
    case 'number':
    case 'boolean':
    case 'null':
      return { name, kind: value.kind, text: value.source }
    case 'object':
    case 'array':
    case 'json':
      return { name, kind: 'json', text: value.source }
    default:
      return value satisfies never
  }
}

function dateProblem(text: string): string | null {
  const read = readDateTime(text)
  if (!read) return `is ${quote(text)}, not an RFC 3339 date-time`
  return read.offset === 0 ? null : `is ${quote(text)}, not in UTC`
}

function inWords(node: ExactNode): string {
  if (node.kind === 'null') return 'null'
  if (node.kind === 'json') return node.source.startsWith('{') ? 'an object' : 'an array'
  return /^[aeiou]/.test(node.kind) ? `an ${node.kind}` : `a ${node.kind}`
}

function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
