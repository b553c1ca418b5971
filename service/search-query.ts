// Turns a search into SQL. Strings are compared as JSON text: SQLite would turn a lone surrogate into U+FFFD.
import type { Property } from './event-record.ts'
import { numberKey } from './exact-number.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

export type Query = { sql: string; parameters: (string | number)[] }

/** The SQL function that gives an event's place in a shuffled order, from its sequence number and a salt. */
export const SHUFFLE_FUNCTION = 'shuffled_place'

/** What `SHUFFLE_FUNCTION` computes: a 32-bit mix (the finalizer of MurmurHash3), another order for each salt. */
export function shuffledPlace(seq: number, salt: number): number {
  let mixed = (seq ^ salt) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The text under which a string is stored and compared: lossless for any string JavaScript can hold. */
export function textKey(value: string): string {
  return JSON.stringify(value)
}

/** The key of a property's value where types count: numbers by decimal value, strings by content (in quotes). */
export function typedKey({ kind, text }: Property): string {
  return kind === 'number' ? numberKey(text) : textKey(text)
}

/** The query for one page of events, shuffled orders by `salt`; the inner one finds the rows in an index alone, the outer one fetches their text. */
export function pageQuery(request: SearchRequest, gaps: Gaps, salt: number): Query {
  const { sql, parameters } = where(request, gaps)
  const order = orderBy(gaps.order, salt)
  return {
    sql: `SELECT body FROM (SELECT seq FROM event ${sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?) CROSS JOIN event USING (seq) ORDER BY ${order.sql}`,
    parameters: [...parameters, ...order.parameters, request.limit, request.offset, ...order.parameters],
  }
}

/** The query for the number of all matches. */
export function countQuery(request: SearchRequest, gaps: Gaps): Query {
  const { sql, parameters } = where(request, gaps)
  return { sql: `SELECT count(*) AS total FROM event ${sql}`, parameters }
}

function where(request: SearchRequest, gaps: Gaps): Query {
  const conditions = [...fieldConditions(request), ...range(request, gaps.bounds)]
  for (const property of request.properties) conditions.push(propertyCondition(property, gaps.propertyMatch))
  if (conditions.length === 0) return { sql: '', parameters: [] }
  const joined = conditions.map(({ sql }) => `(${sql})`).join(gaps.combine === 'and' ? ' AND ' : ' OR ')
  return { sql: `WHERE ${joined}`, parameters: conditions.flatMap(({ parameters }) => parameters) }
}

function fieldConditions(request: SearchRequest): Query[] {
  const fields = [
    ['event_id', request.eventId],
    ['customer_id', request.customerId],
    ['event_code', request.eventCode],
    ['event_type', request.eventType],
  ] as const
  return fields.flatMap(([column, value]) =>
    value === undefined ? [] : [{ sql: `${column} = ?`, parameters: [textKey(value)] }],
  )
}

// From and to are the two ends of one range, so they are one filter under --combine or as well.
function range({ from, to }: SearchRequest, bounds: Gaps['bounds']): Query[] {
  const after = bounds === 'exclusive' ? '>' : '>='
  const before = bounds === 'inclusive' ? '<=' : '<'
  const ends: Query[] = []
  if (from !== undefined) ends.push({ sql: `created_at ${after} ?`, parameters: [from.key] })
  if (to !== undefined) ends.push({ sql: `created_at ${before} ?`, parameters: [to.key] })
  if (ends.length === 0) return []
  return [{ sql: ends.map(({ sql }) => sql).join(' AND '), parameters: ends.flatMap(({ parameters }) => parameters) }]
}

function propertyCondition(property: Property, match: Gaps['propertyMatch']): Query {
  const name = textKey(property.name)
  switch (match) {
    case 'typed':
      return {
        sql: 'seq IN (SELECT event FROM property WHERE name = ? AND typed_key = ?)',
        parameters: [name, typedKey(property)],
      }
    case 'text':
      return {
        sql: 'seq IN (SELECT event FROM property WHERE name = ? AND text_key = ?)',
        parameters: [name, textKey(property.text)],
      }
    default:
      return match satisfies never
  }
}

function orderBy(order: Gaps['order'], salt: number): Query {
  switch (order) {
    case 'newest':
      return { sql: 'created_at DESC, seq DESC', parameters: [] }
    case 'oldest':
      return { sql: 'created_at, seq', parameters: [] }
    case 'insertion':
      return { sql: 'seq', parameters: [] }
    case 'shuffled':
    case 'unstable':
      return { sql: `${SHUFFLE_FUNCTION}(seq, ?), seq`, parameters: [salt] }
    default:
      return order satisfies never
  }
}
