// Turns a search into SQL for SQLite.
import type { Property } from './event-record.ts'
import { propertyTables, textKey, valueKey } from './property-index.ts'
import type { Position } from './search-cache.ts'
import { endText, type Filter, filtersOf } from './search-filters.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

export type Query = { sql: string; parameters: (string | number)[] }

/** The SQL function that computes an event's sort key in a shuffled order, from its seq and a salt. */
export const SHUFFLE_FUNCTION = 'shuffle_key'

/** Implements `SHUFFLE_FUNCTION`: MurmurHash3's 32-bit finalizer, which gives another order for each salt. */
export function shuffleKey(seq: number, salt: number): number {
  let mixed = (seq ^ salt) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/**
 * Whether so many events have a property that a page of them is found sooner by going through all events in their order,
 * looking for it in each, than by listing its events and sorting them.
 */
export type IsCommon = (property: Property) => boolean

/** The search's filters as a WHERE clause over `event`; empty if there are none. */
export function matchingClause(request: SearchRequest, gaps: Gaps, isCommon: IsCommon = () => false): Query {
  const conditions = filtersOf(request, gaps).map((filter) => condition(filter, gaps, isCommon))
  if (conditions.length === 0) return { sql: '', parameters: [] }
  const joined = conditions.map(({ sql }) => `(${sql})`).join(gaps.combine === 'and' ? ' AND ' : ' OR ')
  return { sql: `WHERE (${joined})`, parameters: conditions.flatMap(({ parameters }) => parameters) }
}

/** Counts all matches, as `total`: those of a single property in its index alone. */
export function countQuery(request: SearchRequest, gaps: Gaps): Query {
  const [filter, another] = filtersOf(request, gaps)
  if (filter?.kind === 'property' && another === undefined) return propertyCount(filter.property, gaps.propertyMatch)
  const { sql, parameters } = matchingClause(request, gaps)
  return { sql: `SELECT count(*) AS total FROM event ${sql}`, parameters }
}

/** Selects all matches, in order of arrival. */
export function matchesQuery({ sql, parameters }: Query): Query {
  return { sql: `SELECT seq, body FROM event ${sql} ORDER BY seq`, parameters }
}

/** The column that an order sorts by first, and the operator for what follows a value; null if there is none. */
export function sortKey(order: Gaps['order']): { column: 'created_at' | 'seq'; operator: '<=' | '>=' } | null {
  switch (order) {
    case 'newest':
      return { column: 'created_at', operator: '<=' }
    case 'oldest':
      return { column: 'created_at', operator: '>=' }
    case 'insertion':
      return { column: 'seq', operator: '>=' }
    case 'shuffled':
    case 'unstable':
      return null
  }
}

/**
 * Selects one page. `start` is a position at the page's offset or before it, from which the rows are counted. The inner
 * query finds the rows in an index alone, the outer one fetches their texts.
 */
export function pageQuery(
  request: SearchRequest,
  gaps: Gaps,
  salt: number,
  start: Position | null,
  isCommon: IsCommon,
): Query {
  const { sql, parameters } = clauseFrom(request, gaps, start, isCommon)
  const order = orderBy(gaps.order, salt)
  const skip = request.offset - (start?.offset ?? 0)
  return {
    sql: `SELECT seq, created_at, body FROM (SELECT seq FROM event ${sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?) CROSS JOIN event USING (seq) ORDER BY ${order.sql}`,
    parameters: [...parameters, ...order.parameters, request.limit, skip, ...order.parameters],
  }
}

function clauseFrom(request: SearchRequest, gaps: Gaps, start: Position | null, isCommon: IsCommon): Query {
  const key = sortKey(gaps.order)
  if (key === null || start === null) return matchingClause(request, gaps, key === null ? undefined : isCommon)
  // The order begins at one bound of the range, with the newest first at `to`. What follows the start of the page is
  // within that bound anyway; given both, SQLite may search its index by the bound, and go through all pages before.
  const rest = { ...request }
  if (gaps.combine === 'and' && gaps.order === 'newest') delete rest.to
  if (gaps.combine === 'and' && gaps.order === 'oldest') delete rest.from
  const { sql, parameters } = matchingClause(rest, gaps, isCommon)
  const follows = `${key.column} ${key.operator} ?`
  return { sql: sql === '' ? `WHERE ${follows}` : `${sql} AND ${follows}`, parameters: [...parameters, start.key] }
}

function condition(filter: Filter, { combine, propertyMatch }: Gaps, isCommon: IsCommon): Query {
  switch (filter.kind) {
    case 'field':
      return { sql: `${filter.field} = ?`, parameters: [textKey(filter.value)] }
    case 'range':
      return {
        sql: filter.ends.map(({ operator }) => `created_at ${operator} ?`).join(' AND '),
        parameters: filter.ends.map(endText),
      }
    case 'property':
      return propertyCondition(filter.property, propertyMatch, combine === 'and' && isCommon(filter.property))
  }
}

function propertyCondition(property: Property, match: Gaps['propertyMatch'], isCommon: boolean): Query {
  const { sql, parameters } = eventsWith(property, match)
  return { sql: isCommon ? `EXISTS (SELECT 1 ${sql} AND event = seq)` : `seq IN (SELECT event ${sql})`, parameters }
}

/** Counts the events that have a property. */
export function propertyCount(property: Property, match: Gaps['propertyMatch']): Query {
  const { sql, parameters } = eventsWith(property, match)
  return { sql: `SELECT count(*) AS total ${sql}`, parameters }
}

function eventsWith(property: Property, match: Gaps['propertyMatch']): Query {
  const { values, events } = propertyTables(match)
  return {
    sql: `FROM ${events} WHERE value = (SELECT id FROM ${values} WHERE name = ? AND key = ?)`,
    parameters: [textKey(property.name), valueKey(property, match)],
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
  }
}
