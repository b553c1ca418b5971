// Events in SQLite. Each is kept as the JSON text that responses carry, beside the columns that filters compare.
import { DatabaseSync } from 'node:sqlite'
import { type EventRecord, writeEvent } from './event-record.ts'
import { readInstant } from './instant.ts'
import {
  countQuery,
  pageQuery,
  type Query,
  SHUFFLE_FUNCTION,
  shuffledPlace,
  textKey,
  typedKey,
} from './search-query.ts'
import type { SearchRequest } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** One page of a search: the events' JSON texts in order, and the total that the service reports. */
export type Page = { events: string[]; total: number }

export type EventStore = {
  /** Adds events in one transaction; an event whose instant cannot be read throws. */
  add(events: Iterable<EventRecord>): void
  /** The JSON text of the first event stored under this id, or null. */
  find(eventId: string): string | null
  /** One page; `salt` is an integer that decides shuffled orders. */
  search(request: SearchRequest, gaps: Gaps, salt: number): Page
  count(): number
  /** SQLite's plan for a page of this search, a line per step. */
  explain(request: SearchRequest, gaps: Gaps, salt: number): string[]
  close(): void
}

const APPLICATION_ID = 0x45_56_53_43
const SCHEMA_VERSION = 1

const SCHEMA = `
  CREATE TABLE event (
    seq INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL,
    customer_id TEXT NOT NULL,
    event_code TEXT NOT NULL,
    event_type TEXT NOT NULL,
    created_at TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE property (
    event INTEGER NOT NULL REFERENCES event (seq),
    name TEXT NOT NULL,
    typed_key TEXT NOT NULL,
    text_key TEXT NOT NULL
  ) STRICT;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`

// Made after the first events are in, which takes half the time of keeping them up to date meanwhile.
const INDEXES = `
  CREATE INDEX IF NOT EXISTS event_by_id ON event (event_id);
  CREATE INDEX IF NOT EXISTS event_by_time ON event (created_at);
  CREATE INDEX IF NOT EXISTS event_by_customer ON event (customer_id, created_at);
  CREATE INDEX IF NOT EXISTS event_by_code ON event (event_code, created_at);
  CREATE INDEX IF NOT EXISTS event_by_type ON event (event_type, created_at);
  CREATE INDEX IF NOT EXISTS property_by_value ON property (name, typed_key, event);
  CREATE INDEX IF NOT EXISTS property_by_text ON property (name, text_key, event);
`

/**
 * Opens the store in `path`, or in memory for ':memory:'. Throws where the file is no SQLite database, is locked,
 * belongs to another program or to a newer version; the file is then as it was.
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
  const insertEvent = database.prepare(
    'INSERT INTO event (event_id, customer_id, event_code, event_type, created_at, body) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insertProperty = database.prepare('INSERT INTO property VALUES (?, ?, ?, ?)')
  const findById = database.prepare('SELECT body FROM event WHERE event_id = ? ORDER BY seq LIMIT 1')
  const countAll = database.prepare('SELECT count(*) AS total FROM event')

  function addOne(event: EventRecord): void {
    const instant = readInstant(event.createdAt)
    if (!instant.ok) throw new TypeError(`created_at of ${event.eventId} ${instant.problem}`)
    const { lastInsertRowid } = insertEvent.run(
      textKey(event.eventId),
      textKey(event.customerId),
      textKey(event.eventCode),
      textKey(event.eventType),
      instant.instant.key,
      writeEvent(event),
    )
    for (const property of event.properties) {
      insertProperty.run(lastInsertRowid, textKey(property.name), typedKey(property), textKey(property.text))
    }
  }

  return {
    add(events) {
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const event of events) addOne(event)
        database.exec(INDEXES)
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    find: (eventId) => (findById.get(textKey(eventId))?.body as string | undefined) ?? null,
    search(request, gaps, salt) {
      const events = rows(database, pageQuery(request, gaps, salt)).map((row) => row.body as string)
      if (gaps.total === 'page') return { events, total: events.length }
      const [counted] = rows(database, countQuery(request, gaps))
      return { events, total: Number(counted?.total) }
    },
    count: () => Number(countAll.get()?.total),
    explain(request, gaps, salt) {
      const query = pageQuery(request, gaps, salt)
      const plan = rows(database, { ...query, sql: `EXPLAIN QUERY PLAN ${query.sql}` })
      return plan.map((row) => row.detail as string)
    },
    close: () => database.close(),
  }
}

function rows(database: DatabaseSync, { sql, parameters }: Query) {
  return database.prepare(sql).all(...parameters)
}

function prepareSchema(database: DatabaseSync): void {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  if (isEmpty) {
    database.exec(`PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; ${SCHEMA} COMMIT;`)
    return
  }
  if (pragma('application_id') !== APPLICATION_ID) throw new Error('it is a database of another program')
  const version = pragma('user_version')
  if (version !== SCHEMA_VERSION)
    throw new Error(`its schema is version ${version}, this service knows ${SCHEMA_VERSION}`)
}
