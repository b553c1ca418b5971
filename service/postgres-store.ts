// The events in PostgreSQL, in a schema of their own. Nothing is remembered between two searches, so that several
// services over one database answer alike while one of them adds.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { type ClientBase, DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type EventRecord, type Property, writeEvent } from './event-record.ts'
import { type EventStore, StoreAway } from './event-store.ts'
import { type MappedTable, openMappedTable } from './mapped-table.ts'
import type { Mapping } from './mapping.ts'
import { openPostgresPool, type PostgresOptions, type PostgresPool } from './postgres-pool.ts'
import { countQuery, type EventTable, findQuery, pageQuery } from './postgres-query.ts'
import { type PropertyMatch, textKey, valueKey } from './property-index.ts'
import { readInstant } from './read-instant.ts'
import { endText } from './search-filters.ts'
import { defaultGaps } from './service-options.ts'

export type StoreOptions = Omit<PostgresOptions, 'isReadOnly'>

/** It is an `EventStore`, but an id that is stored already is refused by `add`. */
export type PostgresStore = EventStore & {
  /** Adds, in one transaction, the events whose ids are not stored yet; resolves with how many those were. */
  addNew(events: Iterable<EventRecord>): Promise<number>
}

/**
 * Opens the store, and makes its schema where there is none. Rejects where the database cannot be used, or where the
 * schema is another program's or another version's, which is left untouched.
 */
export async function openPostgresStore(options: StoreOptions): Promise<PostgresStore> {
  const pool = await openPostgresPool({ ...options, isReadOnly: false })
  try {
    await prepareSchema(pool)
  } catch (error) {
    await pool.close()
    throw error
  }
  return {
    ...createPostgresReader(pool, OWN_TABLE),
    add: async (events) => void (await load(pool, events, 'all')),
    addNew: (events) => load(pool, events, 'new'),
    close: () => pool.close(),
  }
}

/** A table that is there, told as events by a mapping, which only reads. */
export type MappedStore = EventStore & Pick<MappedTable, 'notes' | 'about'>

/** Opens it; rejects where the database cannot be used, or the mapping does not fit the table. */
export async function openMappedStore(options: StoreOptions, mapping: Mapping): Promise<MappedStore> {
  const pool = await openPostgresPool({ ...options, isReadOnly: true })
  try {
    const { table, notes, about } = await openMappedTable(pool, mapping)
    const add = () => {
      throw new Error('With a mapping, the service adds no event.')
    }
    return { ...createPostgresReader(pool, table), notes, about, add, close: () => pool.close() }
  } catch (error) {
    await pool.close()
    throw error
  }
}

/** Any table of events is asked this. */
function createPostgresReader(pool: PostgresPool, table: EventTable): Omit<EventStore, 'add' | 'close'> {
  const countMatches: EventStore['countMatches'] = async (request, gaps) =>
    Number((await pool.query(countQuery(table, request, gaps)))[0]?.[0])
  return {
    countMatches,
    count: () => countMatches({ properties: [], limit: 0, offset: 0 }, defaultGaps),
    async find(eventId) {
      const [row] = await pool.query(findQuery(table, eventId, defaultGaps))
      return row === undefined ? null : { text: table.textOf(row) }
    },
    async search(request, gaps) {
      const rows = await pool.query(pageQuery(table, request, gaps))
      const found = rows.map(([, ...columns]) => columns).filter((columns) => columns.some((value) => value !== null))
      const events = found.map(table.textOf)
      const total = gaps.total === 'page' ? events.length : Number(rows[0]?.[0])
      return { events, total: Math.min(total, gaps.totalCap ?? total) }
    },
  }
}

/** The table of our own schema. */
export const OWN_TABLE: EventTable = {
  from: 'eventscope.event AS event',
  isEvent: null,
  instant: 'event.created_at',
  tie: 'event.seq',
  columns: ['event.body'],
  textOf: ([body]) => String(body),
  condition(filter, { propertyMatch }, place) {
    switch (filter.kind) {
      case 'field':
        return `event.${filter.field} = ${place(columnText(filter.value))}`
      case 'range':
        return filter.ends.map((end) => `event.created_at ${end.operator} ${place(endText(end))}`).join(' AND ')
      case 'property':
        return `event.properties @> ARRAY[${place(propertyKey(filter.property, propertyMatch))}]::uuid[]`
    }
  },
}

// The columns hold these.

const COLUMNS = 'event_id, customer_id, event_code, event_type, created_at, properties, body'

/** An index entry takes 2,704 bytes at most, and the longest one has two texts and an instant. */
const MOST_TEXT = 500
const MOST_INSTANT = 1_000

/**
 * A text as its column has it: with the escapes of JSON, so that U+0000 and lone surrogates, which PostgreSQL refuses,
 * are told apart from all else. A long one is its hash, behind an escape that JSON does not know; the event's own text
 * is in `body`.
 */
function columnText(value: string): string {
  const escaped = textKey(value).slice(1, -1)
  return Buffer.byteLength(escaped) <= MOST_TEXT ? escaped : `\\h${hash('sha256', escaped)}`
}

/** 128 bits that are the same for two properties exactly if they match each other, as the text of a uuid. */
function propertyKey(property: Property, match: PropertyMatch): string {
  return hash('sha256', `${match} ${textKey(property.name)} ${valueKey(property, match)}`).slice(0, 32)
}

/** Properties whose keys are remembered, as most events have some of a few. */
const MOST_KNOWN = 20_000

/** A row in COPY's text format, which takes a backslash for the beginning of an escape. */
function rowWriter(): (event: EventRecord) => string {
  const known = new LRUCache<string, string>({ max: MOST_KNOWN })
  function keysOf(property: Property): string {
    const { name, kind, text } = property
    const both = `${kind} ${name.length} ${name} ${text}`
    const found = known.get(both)
    if (found !== undefined) return found
    const keys = `${propertyKey(property, 'typed')},${propertyKey(property, 'text')}`
    known.set(both, keys)
    return keys
  }
  return (event) => {
    const { eventId, customerId, eventCode, eventType, properties } = event
    const texts = [eventId, customerId, eventCode, eventType].map(columnText)
    const cells = [...texts, instantKey(event), `{${properties.map(keysOf).join(',')}}`, writeEvent(event)]
    return `${cells.join('\t').replaceAll('\\', '\\\\')}\n`
  }
}

function instantKey({ eventId, createdAt }: EventRecord): string {
  const reading = readInstant(createdAt)
  if (!reading.ok) throw new TypeError(`created_at of ${eventId} ${reading.problem}`)
  const { key } = reading.instant
  if (key.length <= MOST_INSTANT) return key
  throw new TypeError(`created_at of ${eventId} has more digits than an index of PostgreSQL can hold`)
}

// Loading.

/** Bytes that are handed to COPY at once, about. */
const CHUNK = 65_536
/** A load of so many changes what plans should be made of. */
const MANY = 1_000

/** Adds events, all of them or none; resolves with how many were added. */
async function load(pool: PostgresPool, events: Iterable<EventRecord>, which: 'all' | 'new'): Promise<number> {
  const added = await pool
    .transaction(async (connection) => {
      await connection.query("SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '256MB'")
      // Two services that start at once over an empty store fill it one after the other, and the second adds nothing.
      await connection.query('LOCK TABLE eventscope.event IN SHARE ROW EXCLUSIVE MODE')
      const { rows } = await connection.query("SELECT to_regclass('eventscope.event_by_id') AS index")
      return rows[0]?.index === null ? fill(connection, events, which) : append(connection, events, which)
    })
    .catch((error: unknown) => {
      if (error instanceof DatabaseError && error.code === '23505')
        throw new Error(`An event_id is stored already: ${error.detail ?? ''}`)
      throw error
    })
  // Until then an index alone does not tell which rows are there, and plans are made of guesses. PostgreSQL does the
  // same by itself within minutes, so that it may fail.
  if (added >= MANY) await pool.query({ text: 'VACUUM (ANALYZE) eventscope.event', values: [] }).catch(onlyAway)
  return added
}

function onlyAway(error: unknown): void {
  if (!(error instanceof StoreAway)) throw error
}

/** The first load: indexes are made of what was loaded, in a third of the time of maintaining them meanwhile. */
async function fill(connection: ClientBase, events: Iterable<EventRecord>, which: 'all' | 'new'): Promise<number> {
  const copied = await copy(connection, 'eventscope.event', events)
  const repeated = which === 'all' ? null : await connection.query(REMOVE_REPEATED)
  await connection.query(INDEXES)
  return copied - (repeated?.rowCount ?? 0)
}

async function append(connection: ClientBase, events: Iterable<EventRecord>, which: 'all' | 'new'): Promise<number> {
  await connection.query('CREATE TEMP TABLE arriving (LIKE eventscope.event INCLUDING IDENTITY) ON COMMIT DROP')
  await copy(connection, 'arriving', events)
  const skip = which === 'all' ? '' : 'ON CONFLICT (event_id) DO NOTHING'
  const { rowCount } = await connection.query(
    `INSERT INTO eventscope.event (${COLUMNS}) SELECT ${COLUMNS} FROM arriving ORDER BY seq ${skip}`,
  )
  return rowCount ?? 0
}

async function copy(connection: ClientBase, table: string, events: Iterable<EventRecord>): Promise<number> {
  const target = connection.query(copyFrom(`COPY ${table} (${COLUMNS}) FROM STDIN`))
  await pipeline(Readable.from(chunksOf(events)), target)
  return target.rowCount
}

function* chunksOf(events: Iterable<EventRecord>): Generator<Buffer> {
  const rowOf = rowWriter()
  let chunk = ''
  for (const event of events) {
    chunk += rowOf(event)
    if (chunk.length < CHUNK) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk !== '') yield Buffer.from(chunk)
}

// The schema, and the check that it is ours.

const SCHEMA_VERSION = 1

/** Any number; whoever makes the schema holds the lock of it. */
const SCHEMA_LOCK = 0x45_56_53_43

// `seq` is the order of arrival; `created_at` an instant's key, and `properties` the keys of all properties for both
// matches.
const SCHEMA = `
  CREATE SCHEMA eventscope;
  CREATE TABLE eventscope.store (version integer NOT NULL);
  INSERT INTO eventscope.store VALUES (${SCHEMA_VERSION});
  CREATE TABLE eventscope.event (
    seq bigint GENERATED ALWAYS AS IDENTITY,
    event_id text COLLATE "C" NOT NULL,
    customer_id text COLLATE "C" NOT NULL,
    event_code text COLLATE "C" NOT NULL,
    event_type text COLLATE "C" NOT NULL,
    created_at text COLLATE "C" NOT NULL,
    properties uuid[] NOT NULL,
    body text COLLATE "C" NOT NULL
  );
`

// Each ends in what orders its events, so that a page and what its offset skips are found in the index alone.
const INDEXES = `
  CREATE UNIQUE INDEX event_by_id ON eventscope.event (event_id);
  CREATE UNIQUE INDEX event_by_seq ON eventscope.event (seq);
  CREATE INDEX event_by_time ON eventscope.event (created_at, seq);
  CREATE INDEX event_by_customer ON eventscope.event (customer_id, created_at, seq);
  CREATE INDEX event_by_customer_and_code ON eventscope.event (customer_id, event_code, created_at, seq);
  CREATE INDEX event_by_code ON eventscope.event (event_code, created_at, seq);
  CREATE INDEX event_by_type ON eventscope.event (event_type, created_at, seq);
  CREATE INDEX event_by_property ON eventscope.event USING gin (properties) WITH (fastupdate = off);
`

const REMOVE_REPEATED = `
  DELETE FROM eventscope.event USING (
    SELECT event_id, min(seq) AS first FROM eventscope.event GROUP BY event_id HAVING count(*) > 1
  ) AS repeated WHERE event.event_id = repeated.event_id AND event.seq > repeated.first
`

async function prepareSchema(pool: PostgresPool): Promise<void> {
  if (await hasOwnSchema(pool)) return
  await pool.transaction(async (connection) => {
    await connection.query(`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`)
    // The table is read anew: a name that was looked up before is remembered until the transaction ends.
    const { rowCount } = await connection.query("SELECT FROM pg_namespace WHERE nspname = 'eventscope'")
    if (rowCount === 0) await connection.query(SCHEMA)
  })
  await hasOwnSchema(pool)
}

/** Whether it is there; rejects where it is not ours. */
async function hasOwnSchema(pool: PostgresPool): Promise<boolean> {
  const asked = "SELECT to_regnamespace('eventscope'), to_regclass('eventscope.store'), to_regclass('eventscope.event')"
  const [row] = await pool.query({ text: asked, values: [] })
  const [schema = null, store = null, event = null] = row ?? []
  if (schema === null) return false
  if (store === null || event === null) throw new Error('the schema eventscope of this database is another program’s')
  const [version] = await pool.query({ text: 'SELECT version FROM eventscope.store', values: [] })
  if (Number(version?.[0]) === SCHEMA_VERSION) return true
  throw new Error(`the schema eventscope is version ${version?.[0]}, this service knows ${SCHEMA_VERSION}`)
}
