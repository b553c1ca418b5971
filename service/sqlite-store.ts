// The events in SQLite: their fields as filters compare them, and of these the JSON text that responses carry.
import { DatabaseSync } from 'node:sqlite'
import { type EventRecord, type Property, storedEvent, writeProperties } from './event-record.ts'
import type { Page } from './event-store.ts'
import { createPropertyIndex, textKey } from './property-index.ts'
import { readInstant } from './read-instant.ts'
import { createSearchCache } from './search-cache.ts'
import {
  countQuery,
  type IsCommon,
  matchesQuery,
  matchingClause,
  pageQuery,
  propertyCount,
  type Query,
  SHUFFLE_FUNCTION,
  shuffleKey,
  sortKey,
} from './search-query.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** A stored event: its sequence number in order of arrival, and its JSON text. */
export type StoredEvent = { seq: number; text: string }

/** Answers at once, and can change what it holds. */
export type SqliteStore = ReturnType<typeof openSqliteStore>

/** A property is common that one event in so many has. */
const COMMON = 50

const COLUMNS = [
  'event_id',
  'customer_id',
  'event_code',
  'event_type',
  'created_at',
  'created_at_end',
  'event_properties',
]
const PLACES = COLUMNS.map(() => '?').join(', ')

/**
 * Opens the store at `path`, or in memory for ':memory:'. Throws if the file is not a SQLite database, is locked, or
 * belongs to another program or another version of this one; such a file is left untouched.
 */
export function openSqliteStore(path: string) {
  const database = new DatabaseSync(path)
  try {
    prepareSchema(database)
  } catch (error) {
    database.close()
    throw error
  }
  database.function(SHUFFLE_FUNCTION, { deterministic: true }, (seq, salt) => shuffleKey(Number(seq), Number(salt)))
  const insert = database.prepare(`INSERT INTO event (${COLUMNS.join(', ')}) VALUES (${PLACES})`)
  const update = database.prepare(`UPDATE event SET (${COLUMNS.join(', ')}) = (${PLACES}) WHERE seq = ?`)
  const remove = database.prepare('DELETE FROM event WHERE seq = ?')
  const findById = database.prepare('SELECT seq, body FROM event WHERE event_id = ? ORDER BY seq LIMIT 1')
  const findFrom = database.prepare('SELECT seq, body FROM event WHERE seq >= ? ORDER BY seq LIMIT 1')
  const countEvents = database.prepare('SELECT count(*) AS total FROM event')
  const findLastSeq = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'")
  const properties = { typed: createPropertyIndex(database, 'typed'), text: createPropertyIndex(database, 'text') }
  const cache = createSearchCache()
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

  function invalidate({ seq, text }: StoredEvent, after: Property[]): void {
    cache.clear()
    const before = storedEvent(text).properties
    for (const index of Object.values(properties)) index.replace(seq, before, after)
  }

  const rows = ({ sql, parameters }: Query) => database.prepare(sql).all(...parameters)
  const countAll = () => cache.total('', () => Number(countEvents.get()?.total))
  const lastSeq = () => Number(findLastSeq.get()?.seq ?? 0)

  /** Brings the property index up to date if the search needs it, and returns the search's WHERE clause. */
  function matching(request: SearchRequest, gaps: Gaps): Query {
    if (request.properties.length > 0) transaction(() => properties[gaps.propertyMatch].update())
    return matchingClause(request, gaps)
  }

  const counted = (query: Query) => cache.total(keyOf(query), () => Number(rows(query)[0]?.total))
  const countMatching = (request: SearchRequest, gaps: Gaps) => counted(countQuery(request, gaps))
  /** Whether one event in 50 has the property; a page of 100 of them is then found among a few thousand. */
  const isCommonIn =
    ({ propertyMatch }: Gaps): IsCommon =>
    (property) =>
      counted(propertyCount(property, propertyMatch)) * COMMON > countAll()

  function total(request: SearchRequest, gaps: Gaps, onPage: number): number {
    switch (gaps.total) {
      case 'all':
        return countMatching(request, gaps)
      case 'page':
        return onPage
      case 'unfiltered':
        return countAll()
    }
  }

  return {
    /** Commits what `work` changes; rolls all of it back if `work` throws. */
    transaction,
    /** The highest seq ever given, 0 before the first; a seq is never given twice. */
    lastSeq,
    count: countAll,
    add: (events: Iterable<EventRecord>) =>
      transaction(() => {
        cache.clear()
        for (const event of events) insert.run(...valuesOf(event))
        if (!isIndexed) database.exec(INDEXES)
        isIndexed = true
      }),
    /** Replaces a stored event; it keeps its seq. */
    amend: (stored: StoredEvent, event: EventRecord) =>
      transaction(() => {
        invalidate(stored, event.properties)
        update.run(...valuesOf(event), stored.seq)
      }),
    remove: (stored: StoredEvent) =>
      transaction(() => {
        invalidate(stored, [])
        remove.run(stored.seq)
      }),
    find: (eventId: string) => storedOf(findById.get(textKey(eventId))),
    /** An event picked by a number in [0, 1), evenly over all seqs ever given; null if the store is empty. */
    pick: (share: number) => storedOf(findFrom.get(1 + Math.floor(share * lastSeq()))) ?? storedOf(findFrom.get(1)),
    search(request: SearchRequest, gaps: Gaps, salt: number): Page {
      const clause = matching(request, gaps)
      const search = keyOf(clause)
      const key = sortKey(gaps.order)
      const start = key === null ? null : cache.positionBefore(search, request.offset)
      const found = rows(pageQuery(request, gaps, salt, start, isCommonIn(gaps)))
      if (key !== null) {
        // The last sort key that begins on this page, so that a page further on need not walk over what is before it.
        const keys = found.map((row) => row[key.column] as string | number)
        const last = keys.findLastIndex((one, index) => index > 0 && one !== keys[index - 1])
        if (last > 0) cache.addPosition(search, { offset: request.offset + last, key: keys[last] ?? '' })
      }
      const most = gaps.totalCap ?? Number.POSITIVE_INFINITY
      return {
        events: found.map(({ body }) => String(body)),
        total: Math.min(total(request, gaps, found.length), most),
      }
    },
    /** All events that match the search's filters, in order of arrival; limit and offset are ignored. */
    matches: (request: SearchRequest, gaps: Gaps) => rows(matchesQuery(matching(request, gaps))).map(toStored),
    countMatches: (request: SearchRequest, gaps: Gaps): number => {
      matching(request, gaps)
      return countMatching(request, gaps)
    },
    /** SQLite's query plan for a page of this search, one line per step. */
    explain(request: SearchRequest, gaps: Gaps, salt: number): string[] {
      matching(request, gaps)
      const query = pageQuery(request, gaps, salt, null, isCommonIn(gaps))
      return rows({ ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` }).map(({ detail }) => String(detail))
    },
    close: () => database.close(),
  }
}

function valuesOf(event: EventRecord): string[] {
  const reading = readInstant(event.createdAt)
  if (!reading.ok) throw new TypeError(`created_at of ${event.eventId} ${reading.problem}`)
  const { eventId, customerId, eventCode, eventType, properties } = event
  const { key, utc } = reading.instant
  const texts = [eventId, customerId, eventCode, eventType].map(textKey)
  return [...texts, key, utc.slice(key.length), writeProperties(properties)]
}

type Row = Record<string, unknown>

function storedOf(row: Row | undefined): StoredEvent | null {
  return row === undefined ? null : toStored(row)
}

function toStored({ seq, body }: Row): StoredEvent {
  return { seq: Number(seq), text: String(body) }
}

function keyOf({ sql, parameters }: Query): string {
  return JSON.stringify([sql, parameters])
}

// The schema of the service's database, and the check that a file has it.

const APPLICATION_ID = 0x45_56_53_43
const SCHEMA_VERSION = 3

// AUTOINCREMENT, so that the seq of a removed event is not given to another one. `created_at` is an instant's key,
// which lacks the zeros at the end of a fraction: `created_at_end` holds them, with the Z. `body` is what `writeEvent`
// writes, and takes no room: stored as a whole, it would hold the other columns a second time.
const SCHEMA = `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    event_code TEXT NOT NULL,
    event_type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    created_at_end TEXT NOT NULL,
    event_properties TEXT NOT NULL,
    body TEXT GENERATED ALWAYS AS (
      '{"event_id":' || event_id || ',"customer_id":' || customer_id || ',"event_code":' || event_code ||
      ',"event_type":' || event_type || ',"created_at":"' || created_at || created_at_end ||
      '","event_properties":' || event_properties || '}'
    ) VIRTUAL
  ) STRICT;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`

// Beside each page that it holds in memory, SQLite needs some 280 bytes: 40 MB of a million events in pages of 4 KiB,
// as usual.
const PAGES = 'PRAGMA page_size = 16384;'

/** Created after the first bulk insert, which takes half the time of maintaining them meanwhile. */
const INDEXES = `
  CREATE INDEX IF NOT EXISTS event_by_id ON event (event_id);
  CREATE INDEX IF NOT EXISTS event_by_time ON event (created_at);
  CREATE INDEX IF NOT EXISTS event_by_customer ON event (customer_id, created_at);
  CREATE INDEX IF NOT EXISTS event_by_customer_and_code ON event (customer_id, event_code, created_at);
  CREATE INDEX IF NOT EXISTS event_by_code ON event (event_code, created_at);
  CREATE INDEX IF NOT EXISTS event_by_type ON event (event_type, created_at);
`

/** Creates the tables in an empty database; throws if the database belongs to another program or another version. */
function prepareSchema(database: DatabaseSync): void {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  // Temporary tables hold derived data only.
  database.exec('PRAGMA temp_store = MEMORY')
  if (isEmpty) {
    database.exec(`${PAGES} PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`)
    return
  }
  if (pragma('application_id') !== APPLICATION_ID) throw new Error('it is a database of another program')
  const version = pragma('user_version')
  if (version !== SCHEMA_VERSION)
    throw new Error(`its schema is version ${version}, this service knows ${SCHEMA_VERSION}`)
}
