// An event from its JSON, as far as that fits docs/interface.md section 2.
import type { ExactMember, ExactNode } from '../exact/exact-json.ts'
import { grouped } from '../exact/grouped-digits.ts'
import { readDateTime } from '../time/instant.ts'
import { type Event, type FieldProblem, type Property, SUM_TYPE_WORDS } from './event.ts'
import { EVENT_FIELD_NAMES, EVENT_FIELDS, NO_TEXTS, PROPERTIES_FIELD } from './event-fields.ts'

/** Reads an event from an object that is open for two levels. */
export function readEvent({ members, source }: { members: ExactMember[]; source: string }): Event {
  const problems = new FieldProblems()
  problems.addRepeats(members, '')
  const fields = new Map<string, ExactNode>()
  const extra: Property[] = []
  // The last value of each name counts, as JSON.parse would have it.
  for (const member of members) {
    if (EVENT_FIELD_NAMES.has(member.name)) fields.set(member.name, member.value)
    else extra.push(toProperty(member))
  }
  const texts = { ...NO_TEXTS }
  for (const { name, key } of EVENT_FIELDS) texts[key] = stringField(fields, name, problems)
  const event: Event = {
    ...texts,
    properties: propertiesField(fields, problems),
    extra,
    problems: [],
    source,
  }
  addValueProblems(event, problems)
  event.problems = problems.list('event')
  return event
}

function addValueProblems({ eventId, eventType, createdAt }: Event, problems: FieldProblems): void {
  if (eventId === '') problems.add('event_id', () => 'is empty')
  if (eventType !== null && eventType !== 'credit' && eventType !== 'debit') {
    problems.add('event_type', () => `is ${quoted(eventType)}, ${SUM_TYPE_WORDS.neither}`)
  }
  if (createdAt === null) return
  const read = readDateTime(createdAt)
  if (read === null) problems.add('created_at', () => `is ${quoted(createdAt)}, not an RFC 3339 date-time`)
  else if (read.offset !== 0) problems.add('created_at', () => `is ${quoted(createdAt)}, not in UTC`)
}

type Fields = ReadonlyMap<string, ExactNode>

function stringField(fields: Fields, field: string, problems: FieldProblems): string | null {
  const node = fields.get(field)
  if (node?.kind === 'string') return node.text
  problems.add(field, () => (node ? `is ${kindInWords(node)}, not a string` : 'is missing'))
  return null
}

function propertiesField(fields: Fields, problems: FieldProblems): Property[] {
  const node = fields.get(PROPERTIES_FIELD)
  if (node?.kind !== 'object') {
    problems.add(PROPERTIES_FIELD, () => (node ? `is ${kindInWords(node)}, not an object` : 'is missing'))
    return []
  }
  problems.addRepeats(node.members, `${PROPERTIES_FIELD}.`)
  for (const { name, value } of node.members) {
    if (value.kind === 'string' || value.kind === 'number') continue
    problems.add(`${PROPERTIES_FIELD}.${shortened(name)}`, () => `is ${kindInWords(value)}, not a string or a number`)
  }
  return node.members.map(toProperty)
}

function toProperty({ name, value }: ExactMember): Property {
  switch (value.kind) {
    case 'string': {
      const { text, source } = value
      // Without an escape the quotes are all that the source has more.
      return text.length + 2 === source.length
        ? { name, kind: 'string', text }
        : { name, kind: 'string', text, raw: source.slice(1, -1) }
    }
    case 'number':
    case 'boolean':
    case 'null':
      return { name, kind: value.kind, text: value.source }
    case 'object':
    case 'array':
    case 'json':
      return { name, kind: 'json', text: value.source }
  }
}

const quoted = (text: string) => JSON.stringify(shortened(text))

// This is what does not fit about an answer or an event, as a list that stays short whatever a service sends.

/** How the message of a repeated name begins. */
const OCCURS = 'occurs '

/** Whether the problem is a name that occurs more than once. */
export const isRepeatedName = ({ message }: FieldProblem) => message.startsWith(OCCURS)

/** More than anyone reads. */
const MOST_LISTED = 100

export class FieldProblems {
  readonly #listed: FieldProblem[] = []
  #more = 0

  /** `message` is asked for only where there is still room for it. */
  add(field: string, message: () => string): void {
    if (this.#listed.length < MOST_LISTED) this.#listed.push({ field, message: message() })
    else this.#more += 1
  }

  /** A problem for each name that is there more than once; `path` is before it. */
  addRepeats(members: readonly ExactMember[], path: string): void {
    const names = new Set<string>()
    for (const { name } of members) names.add(name)
    if (names.size === members.length) return
    for (const [name, { length }] of Map.groupBy(members, (member) => member.name)) {
      if (length > 1)
        this.add(path + shortened(name), () => `${OCCURS}${length} times: most programs keep only the last`)
    }
  }

  /** Lists them as they were found; those that had no room are counted in a last one, as of `whole`. */
  list(whole: string): FieldProblem[] {
    if (this.#more === 0) return this.#listed
    const message = `has ${grouped(this.#more)} more problems, which are not listed`
    return [...this.#listed, { field: whole, message }]
  }
}

/** A value or a name as a message quotes it: its first 60 UTF-16 units. */
export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Says what a value is, as in "is an object, not a string". */
export function kindInWords(node: ExactNode): string {
  if (node.kind === 'null') return 'null'
  if (node.kind === 'json') return node.source.startsWith('{') ? 'an object' : 'an array'
  return /^[aeiou]/.test(node.kind) ? `an ${node.kind}` : `a ${node.kind}`
}
