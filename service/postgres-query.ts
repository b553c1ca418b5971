// Turns a search into one statement for PostgreSQL, with a numbered parameter for everything that was asked.
import type { Row, Statement } from './postgres-pool.ts'
import { type Filter, filtersOf } from './search-filters.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** Takes a value, and returns what stands for it in the statement: `$1` for the first. */
export type Place = (value: string | number) => string

/** What a statement knows of the table it reads: our own, or one that is mapped. All texts are SQL of ours. */
export type EventTable = {
  /** It stands behind FROM, under the name `event`. */
  from: string
  /** It tells of each row whether it is an event; null: every row is. */
  isEvent: string | null
  /** What orders events by time, and those of one instant: different for each, by arrival where there is one. */
  instant: string
  tie: string
  /** What is selected of each event, and how its JSON text is made of that. */
  columns: readonly string[]
  textOf: (row: Row) => string
  /** Whether an event matches a filter. */
  condition: (filter: Filter, gaps: Gaps, place: Place) => string
}

/**
 * One page and the total, which are of one moment because they are one statement. Each row has the total, then
 * `columns`; a page without events is one row, whose columns are all null. The rows are found by an index alone, before
 * their columns are read.
 */
export function pageQuery(table: EventTable, request: SearchRequest, gaps: Gaps): Statement {
  const { values, place } = numbered()
  const matching = where(table, request, gaps, place)
  const columns = table.columns.map((sql, index) => `${sql} AS column_${index}`)
  const order = orderOf(gaps.order)
  const found = `SELECT ${table.instant} AS instant, ${table.tie} AS tie FROM ${table.from} ${matching} ORDER BY ${order} LIMIT ${place(request.limit)} OFFSET ${place(request.offset)}`
  const text = `
    SELECT counted.total, ${columns.map((_, index) => `page.column_${index}`).join(', ')}
    FROM (${totalOf(table, gaps, matching, place)}) AS counted LEFT JOIN (
      SELECT found.*, ${columns.join(', ')} FROM (${found}) AS found JOIN ${table.from} ON ${table.tie} = found.tie
    ) AS page ON true ORDER BY ${order}`
  return { text, values }
}

/** Counts all matches. */
export function countQuery(table: EventTable, request: SearchRequest, gaps: Gaps): Statement {
  const { values, place } = numbered()
  return { text: `SELECT count(*) FROM ${table.from} ${where(table, request, gaps, place)}`, values }
}

/** Selects `columns` of the first event with an id. */
export function findQuery(table: EventTable, eventId: string, gaps: Gaps): Statement {
  const { values, place } = numbered()
  const matching = where(table, { eventId, properties: [], limit: 1, offset: 0 }, gaps, place)
  const text = `SELECT ${table.columns.join(', ')} FROM ${table.from} ${matching} ORDER BY ${table.tie} LIMIT 1`
  return { text, values }
}

function numbered(): { values: (string | number)[]; place: Place } {
  const values: (string | number)[] = []
  return { values, place: (value) => `$${values.push(value)}` }
}

function where(table: EventTable, request: SearchRequest, gaps: Gaps, place: Place): string {
  const asked = filtersOf(request, gaps).map((filter) => `(${table.condition(filter, gaps, place)})`)
  const conditions = [
    ...(table.isEvent === null ? [] : [`(${table.isEvent})`]),
    ...(asked.length === 0 ? [] : [`(${asked.join(gaps.combine === 'and' ? ' AND ' : ' OR ')})`]),
  ]
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

/** What `total` says; null where it is the number of the page's events. */
function totalOf(table: EventTable, gaps: Gaps, matching: string, place: Place): string {
  if (gaps.total === 'page') return 'SELECT NULL::bigint AS total'
  const all = table.isEvent === null ? '' : `WHERE ${table.isEvent}`
  const counted = `FROM ${table.from} ${gaps.total === 'all' ? matching : all}`
  if (gaps.totalCap === null) return `SELECT count(*) AS total ${counted}`
  return `SELECT count(*) AS total FROM (SELECT 1 ${counted} LIMIT ${place(gaps.totalCap)}) AS capped`
}

function orderOf(order: Gaps['order']): string {
  switch (order) {
    case 'newest':
      return 'instant DESC, tie DESC'
    case 'oldest':
      return 'instant, tie'
    case 'insertion':
      return 'tie'
    case 'shuffled':
    case 'unstable':
      throw new TypeError(`A store in PostgreSQL has no ${order} order.`)
  }
}
