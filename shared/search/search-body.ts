// The JSON body of a search (docs/interface.md 4.2), written and read back: numbers digit for digit, and any property
// name.
import { type Filters, type PropertyFilter, type SearchRequest, searchRequestSchema } from '../event/event.ts'
import { FILTER_FIELDS } from '../event/event-fields.ts'
import { type ExactMember, type ExactNode, parseExact } from '../exact/exact-json.ts'
import { exactNumber } from '../exact/exact-number.ts'

/** The body as text. Absent filters are left out; limit and offset always go along. */
export function searchBody({ filters, limit, offset }: SearchRequest): string {
  return JSON.stringify({
    ...Object.fromEntries(FILTER_FIELDS.map(({ name, key }) => [name, filters[key]])),
    event_property_filters: filters.propertyFilters.length === 0 ? undefined : wantedValues(filters.propertyFilters),
    limit,
    offset,
  })
}

/** The object has no prototype, so that `__proto__` is a name like any other. */
function wantedValues(filters: PropertyFilter[]): object {
  const values: Record<string, unknown> = Object.create(null)
  for (const { name, kind, text } of filters) values[name] = kind === 'number' ? exactNumber(text) : text
  return values
}

/** Tells what a search asked, from the body that was sent. Null for a body that `searchBody` does not write. */
export function readSearchBody(body: string): SearchRequest | null {
  const read = parseExact(body)
  if (!read.ok || read.value.kind !== 'object') return null
  const members = new Map(read.value.members.map(({ name, value }) => [name, value]))
  const filters: Partial<Filters> = {}
  for (const { name, key } of FILTER_FIELDS) {
    const value = members.get(name)
    if (value !== undefined) Object.assign(filters, { [key]: value.kind === 'string' ? value.text : value })
  }
  const request = searchRequestSchema.safeParse({
    filters: { ...filters, propertyFilters: propertyFilters(members.get('event_property_filters')) },
    limit: integer(members.get('limit')),
    offset: integer(members.get('offset')),
  })
  return request.success ? request.data : null
}

function propertyFilters(node: ExactNode | undefined): unknown {
  if (node === undefined) return []
  return node.kind === 'object' ? node.members.map(propertyFilter) : null
}

function propertyFilter({ name, value }: ExactMember): PropertyFilter | null {
  if (value.kind === 'string') return { name, kind: 'string', text: value.text }
  return value.kind === 'number' ? { name, kind: 'number', text: value.source } : null
}

const integer = (node: ExactNode | undefined) => (node?.kind === 'number' ? Number(node.source) : null)
