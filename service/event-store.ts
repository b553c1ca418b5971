// Events in SQLite. Each is kept as the JSON text that responses carry, beside the columns that filters compare.
import { DatabaseSync } from 'node:sqlite'
import { type EventRecord, writeEvent } from './event-record.ts'
import { INDEXES, prepareSchema } from './event-schema.ts'
import { readInstant } from './instant.ts'
import { createPropertyIndex, textKey } from './property-index.ts'
import { createSearchMemory } from './search-memory.ts'
import {
  countQuery,
  matchesQuery,
  matchingClause,
  orderKey,
  pageQuery,
  type Query,
  SHUFFLE_FUNCTION,
  shuffledPlace,
} from './search-query.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** An event as it is stored: its place in the order of arrival, and the JSON text that responses carry. */
export type Stored = { seq: number; text: string }

/** One page of a search: the events' JSON texts in order, and the total that the service reports. */
export type Page = { events: string[]; total: number }

export type EventStore = {
  /** Adds events in one transaction; an event whose instant cannot be read throws. */
  add(events: Iterable<EventRecord>): void
  /** Puts an event in the place of a stored one. */
  amend(stored: Stored, event: EventRecord): void
  remove(stored: Stored): void
  /** Makes all changes of `work` or, where it throws, none. */
  transaction(work: () => void): void
  /** The first event stored under this id, or null. */
  find(eventId: string): Stored | null
  /** The event at a share, from 0 to below 1, of all that ever arrived, or the next that is still there; null when there is none. */
  pick(share: number): Stored | null
  /** One page; `salt` is an integer that decides shuffled orders. */
  search(request: SearchRequest, gaps: Gaps, salt: number): Page
  /** All events that match a search, whatever its limit and offset, in the order of arrival. */
  matches(request: SearchRequest, gaps: Gaps): Stored[]
  /** How many those are. */
  countMatches(request: SearchRequest, gaps: Gaps): number
  count(): number
  /** The seq of the event that arrived last, also when it is gone; 0 before the first. No two events have one seq. */
  lastSeq(): number
  /** SQLite's plan for a page of this search, a line per step. */
  explain(request: SearchRequest, gaps: Gaps, salt: number): string[]
  close(): void
}

const COLUMNS = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at', 'body']

/**
 * Opens the store in `path`, or in memory for ':memory:'. Throws where the file is no SQLite database, is locked,
 * belongs to another program or to another version; the file is then as it was.
 */
export function openEventStore(path: string): EventStore {
  const database = new DatabaseSync(path)
  try {
    prepareSchema(database)
  } catch (error) {
    database.close()
    throw error
  }
  database.function(SHUFFLE_FUNCTION, { deterministic: true }, (seq, salt) => shuffledPlace(Number(seq), Number(salt)))
  const insert = database.prepare(`INSERT INTO event (${COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?)`)
  const update = database.prepare(`UPDATE event SET (${COLUMNS.join(', ')}) = (?, ?, ?, ?, ?, ?) WHERE seq = ?`)
  const remove = database.prepare('DELETE FROM event WHERE seq = ?')
  const findById = database.prepare('SELECT seq, body FROM event WHERE event_id = ? ORDER BY seq LIMIT 1')
  const findFrom = database.prepare('SELECT seq, body FROM event WHERE seq >= ? ORDER BY seq LIMIT 1')
  const countEvents = database.prepare('SELECT count(*) AS total FROM event')
  const findLastSeq = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'")
  const properties = { typed: createPropertyIndex(database, 'typed'), text: createPropertyIndex(database, 'text') }
  const memory = createSearchMemory()
  let isIndexed = false

  function transaction(work: () => void): void {
    if (database.isTransaction) {
      work()
      return
    }
    database.exec('BEGIN IMMEDIATE')
    try {
      work()
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  function followed({ seq, text }: Stored, after: string | null): void {
    memory.clear()
    for (const index of Object.values(properties)) index.change(seq, text, after)
  }

  const rows = ({ sql, parameters }: Query) => database.prepare(sql).all(...parameters)
  const countAll = () => memory.total('', () => Number(countEvents.get()?.total))
  const lastSeq = () => Number(findLastSeq.get()?.seq ?? 0)

  /** The WHERE clause of a search, once its property filters can be looked up. */
  function matching(request: SearchRequest, gaps: Gaps): Query {
    if (request.properties.length > 0) transaction(() => properties[gaps.propertyMatch].update())
    return matchingClause(request, gaps)
  }

  function countMatching(clause: Query): number {
    return memory.total(keyOf(clause), () => Number(rows(countQuery(clause))[0]?.total))
  }

  function total(clause: Query, gaps: Gaps, onPage: number): number {
    switch (gaps.total) {
      case 'all':
        return countMatching(clause)
      case 'page':
        return onPage
      case 'unfiltered':
        return countAll()
      default:
        return gaps.total satisfies never
    }
  }

  return {
    transaction,
    lastSeq,
    count: countAll,
    add: (events) =>
      transaction(() => {
        memory.clear()
        for (const event of events) insert.run(...valuesOf(event))
        if (!isIndexed) database.exec(INDEXES)
        isIndexed = true
      }),
    amend: (stored, event) =>
      transaction(() => {
        followed(stored, writeEvent(event))
        update.run(...valuesOf(event), stored.seq)
      }),
    remove: (stored) =>
      transaction(() => {
        followed(stored, null)
        remove.run(stored.seq)
      }),
    find: (eventId) => storedOf(findById.get(textKey(eventId))),
    pick: (share) => storedOf(findFrom.get(1 + Math.floor(share * lastSeq()))) ?? storedOf(findFrom.get(1)),
    search(request, gaps, salt) {
      const clause = matching(request, gaps)
      const search = keyOf(clause)
      const key = orderKey(gaps.order)
      const start = key === null ? null : memory.before(search, request.offset)
      const found = rows(pageQuery(request, gaps, salt, start))
      if (key !== null) {
        const keys = found.map((row) => row[key.column] as string | number)
        const last = keys.findLastIndex((one, index) => index > 0 && one !== keys[index - 1])
        if (last > 0) memory.remember(search, { offset: request.offset + last, key: keys[last] ?? '' })
      }
      const most = gaps.totalCap ?? Number.POSITIVE_INFINITY
      return {
        events: found.map(({ body }) => String(body)),
        total: Math.min(total(clause, gaps, found.length), most),
      }
    },
    matches: (request, gaps) => rows(matchesQuery(matching(request, gaps))).map(toStored),
    countMatches: (request, gaps) => countMatching(matching(request, gaps)),
    explain(request, gaps, salt) {
      matching(request, gaps)
      const query = pageQuery(request, gaps, salt, null)
      return rows({ ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` }).map(({ detail }) => String(detail))
    },
    close: () => database.close(),
  }
}

function valuesOf(event: EventRecord): string[] {
  const instant = readInstant(event.createdAt)
  if (!instant.ok) throw new TypeError(`created_at of ${event.eventId} ${instant.problem}`)
  const { eventId, customerId, eventCode, eventType } = event
  return [...[eventId, customerId, eventCode, eventType].map(textKey), instant.instant.key, writeEvent(event)]
}

type Row = Record<string, unknown>

function storedOf(row: Row | undefined): Stored | null {
  return row === undefined ? null : toStored(row)
}

function toStored({ seq, body }: Row): Stored {
  return { seq: Number(seq), text: String(body) }
}

function keyOf({ sql, parameters }: Query): string {
  return JSON.stringify([sql, parameters])
}
