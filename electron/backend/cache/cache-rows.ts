// Operations on the cache's open database, with its tables. They throw what SQLite throws; open-cache.ts handles that.
// An *entry* is a sealed value under a name of its owner: an answer that the page keeps, or a *batch*, which is the
// first versions of the events that one page brought. `seen` leads from an event to the batch that it is in.
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { EarlierEvent, SentEvent } from '../../../shared/contract/contract.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import type { CacheCipher } from '../storage/sealing.ts'
import { type CacheLimits, type CacheOwner, CLOCK_TOLERANCE } from './cache.ts'

export type CacheRows = ReturnType<typeof cacheRows>

/** A row of `seen` counts so much towards the budget, with the batch that it leads to. */
const SEEN_BYTES = 128

/** No account has this number: they begin at 1. */
const NO_ACCOUNT = -1

/** A batch as it is sealed: IDs of events, each with its text. The events of a page cost one encryption together. */
const batchSchema = z.array(z.tuple([z.string(), z.string()]))
/** A batch that was opened, its texts by event ID; null: it was evicted, has expired, or cannot be read. */
type Batch = { sources: ReadonlyMap<string, string>; seenAt: string } | null

/** Tells what the database calls the entry of a key: a keyed hash, as the file must not tell the key. */
export const entryName = (cipher: CacheCipher, key: string) => cipher.name(`entry ${key}`)

interface CacheRowsOptions {
  database: DatabaseSync
  cipher: CacheCipher
  now: () => number
  limits: CacheLimits
}

/** `database` must have its tables. A value that is larger than the whole budget is not written. */
export function cacheRows({ database, cipher, now, limits }: CacheRowsOptions) {
  const sql = prepareCache(database)
  // Usually the same connection is asked for again and again.
  let lastOwner = { connectionId: '', name: cipher.name('connection ') }
  function ownerName(connectionId: string): Buffer {
    if (lastOwner.connectionId !== connectionId)
      lastOwner = { connectionId, name: cipher.name(`connection ${connectionId}`) }
    return lastOwner.name
  }
  const eventName = (eventId: string) => cipher.name(`event ${eventId}`)
  /** The key of a row of both tables, as their statements take it. */
  const place = (owner: CacheOwner, name: Uint8Array) => [ownerName(owner.connectionId), owner.account, name] as const
  /** Tells what an entry is sealed for, so that it does not open in any other place. */
  const context = (owner: CacheOwner, name: Uint8Array) =>
    Buffer.concat([ownerName(owner.connectionId), Buffer.from(`${owner.account}`), name])

  return {
    read: (owner: CacheOwner, name: Uint8Array) => open(owner, name)?.value ?? null,
    write: (owner: CacheOwner, name: Uint8Array, value: string) => put(owner, name, value, 0),
    remove: (owner: CacheOwner, name: Uint8Array) => void sql.remove.run(...place(owner, name)),
    holds: ({ connectionId, account }: CacheOwner) =>
      sql.holds.get(ownerName(connectionId), account, now() - limits.retention, now() + CLOCK_TOLERANCE) !== undefined,
    /** Marks an entry as just used. */
    touch: (owner: CacheOwner, name: Uint8Array) => void sql.touch.run(...place(owner, name)),
    recordFirstSeen,
    firstSeen: (owner: CacheOwner, eventId: string) => firstSeen(owner, eventId, eventName(eventId), batchesOf(owner)),
    forget(connectionId: string, exceptAccount = NO_ACCOUNT) {
      sql.forget.run(ownerName(connectionId), exceptAccount)
      sql.forgetSeen.run(ownerName(connectionId), exceptAccount)
    },
    clear() {
      sql.clear.run()
      sql.clearSeen.run()
    },
    count: () => sql.count.get() as { entries: number; bytes: number; oldest: number | null },
    /** Drops expired entries. Returns whether any were from the future: then this machine's clock went back. */
    expire() {
      sql.expire.run(now() - limits.retention)
      const { changes } = sql.fromTheFuture.run(now() + CLOCK_TOLERANCE)
      sql.pruneSeen.run()
      return changes > 0
    },
  }

  function open(owner: CacheOwner, name: Uint8Array): { value: string; writtenAt: number } | null {
    const row = sql.read.get(...place(owner, name), now() - limits.retention, now() + CLOCK_TOLERANCE)
    if (row === undefined) return null
    const value = cipher.open(row.value as Uint8Array, context(owner, name))
    if (value !== null) return { value, writtenAt: Number(row.written_at) }
    sql.remove.run(...place(owner, name))
    return null
  }

  /** @param besides bytes that count towards the budget with those of the value */
  function put(owner: CacheOwner, name: Uint8Array, value: string, besides: number): void {
    const sealed = cipher.seal(value, context(owner, name))
    const bytes = sealed.length + besides
    if (bytes > limits.bytes) return
    sql.write.run(...place(owner, name), sealed, bytes, now())
    while (Number(sql.size.get()?.bytes) > limits.bytes) sql.evict.run()
  }

  /** @returns `earlier` as Cache.recordFirstSeen, and `opened`, the names of the batches that were looked into */
  function recordFirstSeen(owner: CacheOwner, events: readonly SentEvent[]) {
    const batches = batchesOf(owner)
    const earlier: EarlierEvent[] = []
    const unseen: { event: SentEvent; name: Buffer }[] = []
    for (const event of events) {
      const name = eventName(event.eventId)
      const first = firstSeen(owner, event.eventId, name, batches)
      if (first === null) unseen.push({ event, name })
      else if (first.source !== event.source) earlier.push(first)
    }
    if (unseen.length > 0) remember(owner, unseen)
    return { earlier, opened: batches.opened }
  }

  /** The first version of an event. @param name that of the event, by `eventName` */
  function firstSeen(
    owner: CacheOwner,
    eventId: string,
    name: Buffer,
    batches: ReturnType<typeof batchesOf>,
  ): EarlierEvent | null {
    const batchName = sql.seen.get(...place(owner, name))?.entry
    const batch = batchName instanceof Uint8Array ? batches.get(batchName) : null
    const source = batch?.sources.get(eventId)
    return batch === null || source === undefined ? null : { eventId, source, seenAt: batch.seenAt }
  }

  /** Puts the events into a new batch; both tables are changed, or neither. */
  function remember(owner: CacheOwner, events: { event: SentEvent; name: Buffer }[]): void {
    const batchName = randomBytes(32)
    const value = JSON.stringify(events.map(({ event: { eventId, source } }) => [eventId, source]))
    database.exec('BEGIN IMMEDIATE')
    try {
      put(owner, batchName, value, SEEN_BYTES * events.length)
      for (const { name } of events) sql.see.run(...place(owner, name), batchName)
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  /** The batches of an owner, each opened only once: the events of a page usually share one. */
  function batchesOf(owner: CacheOwner) {
    const known = new Map<string, Batch>()
    const opened: Uint8Array[] = []
    function get(name: Uint8Array): Batch {
      const key = Buffer.from(name).toString('hex')
      const batch = known.get(key)
      if (batch !== undefined) return batch
      const entry = open(owner, name)
      // A sealed value is ours, but may be an older version's.
      const sources = entry && parseKept(entry.value, batchSchema)
      const read = entry && sources && { sources: new Map(sources), seenAt: new Date(entry.writtenAt).toISOString() }
      known.set(key, read)
      opened.push(name)
      return read
    }
    return { get, opened }
  }
}

/** Increased with every change of the tables. A file with a newer schema is left alone. */
export const CACHE_SCHEMA = 2

// `used` is a sequence, not a time, so that eviction is right even if the clock goes back.
// `seen` maps an event's name to the entry with its first version; the events of a page share an entry.
export const tables = `
  CREATE TABLE IF NOT EXISTS entry (
    owner BLOB NOT NULL, account INTEGER NOT NULL, name BLOB NOT NULL,
    value BLOB NOT NULL, bytes INTEGER NOT NULL, written_at INTEGER NOT NULL, used INTEGER NOT NULL,
    PRIMARY KEY (owner, account, name)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entry_used ON entry (used, bytes);
  CREATE INDEX IF NOT EXISTS entry_written ON entry (written_at);
  CREATE TABLE IF NOT EXISTS seen (
    owner BLOB NOT NULL, account INTEGER NOT NULL, name BLOB NOT NULL, entry BLOB NOT NULL,
    PRIMARY KEY (owner, account, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
  PRAGMA user_version = ${CACHE_SCHEMA};`

/** `tables` must be there: SQLite throws otherwise. */
function prepareCache(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text)
  const byKey = 'owner = ? AND account = ? AND name = ?'
  return {
    read: sql(`SELECT value, written_at FROM entry WHERE ${byKey} AND written_at BETWEEN ? AND ?`),
    holds: sql('SELECT 1 FROM entry WHERE owner = ? AND account = ? AND written_at BETWEEN ? AND ? LIMIT 1'),
    touch: sql(`UPDATE entry SET used = (SELECT max(used) + 1 FROM entry) WHERE ${byKey}`),
    write: sql(
      `INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(used), 0) + 1 FROM entry))`,
    ),
    remove: sql(`DELETE FROM entry WHERE ${byKey}`),
    forget: sql('DELETE FROM entry WHERE owner = ? AND account <> ?'),
    expire: sql('DELETE FROM entry WHERE written_at < ?'),
    fromTheFuture: sql('DELETE FROM entry WHERE written_at > ?'),
    // A few at a time, and never the newest: evicting one by one would sum the sizes again for each.
    evict: sql(`DELETE FROM entry WHERE rowid IN (
      SELECT rowid FROM entry WHERE used < (SELECT max(used) FROM entry) ORDER BY used LIMIT 8)`),
    // Separate from `count`, because the index alone can answer it.
    size: sql('SELECT coalesce(sum(bytes), 0) AS bytes FROM entry'),
    count: sql('SELECT count(*) AS entries, coalesce(sum(bytes), 0) AS bytes, min(written_at) AS oldest FROM entry'),
    clear: sql('DELETE FROM entry'),
    seen: sql(`SELECT entry FROM seen WHERE ${byKey}`),
    see: sql('INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?)'),
    forgetSeen: sql('DELETE FROM seen WHERE owner = ? AND account <> ?'),
    // References to entries that were evicted or have expired.
    pruneSeen: sql(`DELETE FROM seen WHERE NOT EXISTS (
      SELECT 1 FROM entry WHERE (entry.owner, entry.account, entry.name) = (seen.owner, seen.account, seen.entry))`),
    clearSeen: sql('DELETE FROM seen'),
  }
}
