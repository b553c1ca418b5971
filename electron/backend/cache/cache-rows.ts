// Operations on the cache's open database. They throw what SQLite throws; cache-database.ts handles that.

import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { EarlierEvent, SentEvent } from '../../../shared/contract/contract.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import { type CacheLimits, type CacheOwner, CLOCK_TOLERANCE } from './cache.ts'
import type { CacheCipher } from './cache-cipher.ts'
import { prepareCache } from './cache-schema.ts'

export interface CacheRows {
  read(owner: CacheOwner, name: Uint8Array): string | null
  write(owner: CacheOwner, name: Uint8Array, value: string): void
  remove(owner: CacheOwner, name: Uint8Array): void
  holds(owner: CacheOwner): boolean
  /** Marks an entry as just used. */
  touch(owner: CacheOwner, name: Uint8Array): void
  /** Like Cache.recordFirstSeen; `opened` are the entries that were read for it. */
  recordFirstSeen(owner: CacheOwner, events: readonly SentEvent[]): { earlier: EarlierEvent[]; opened: Uint8Array[] }
  firstSeen(owner: CacheOwner, eventId: string): EarlierEvent | null
  forget(connectionId: string, exceptAccount: number | undefined): void
  clear(): void
  count(): { entries: number; bytes: number; oldest: number | null }
  /** Drops expired entries. Returns whether there were any from the future, in which case this machine's clock went back. */
  expire(): boolean
}

export interface CacheRowsOptions {
  database: DatabaseSync
  cipher: CacheCipher
  now: () => number
  limits: CacheLimits
}

/** What a row of `seen` counts towards the budget. */
const POINTER_BYTES = 128

/** Event ids and texts. The events of a page share one entry, so that a page costs one encryption. */
const batchSchema = z.array(z.tuple([z.string(), z.string()]))
type Batch = { sources: ReadonlyMap<string, string>; seenAt: string } | null

/** What the database calls the entry of a key: a keyed hash, as the file must not tell the key. */
export const entryName = (cipher: CacheCipher, key: string) => cipher.name(`entry ${key}`)

/** `database` must have its tables. A value that is larger than the whole budget is not written. */
export function cacheRows({ database, cipher, now, limits }: CacheRowsOptions): CacheRows {
  const sql = prepareCache(database)
  // Usually the same connection is asked for again and again.
  let lastOwner = { connectionId: '', name: cipher.name('connection ') }
  function ownerName(connectionId: string): Buffer {
    if (lastOwner.connectionId !== connectionId)
      lastOwner = { connectionId, name: cipher.name(`connection ${connectionId}`) }
    return lastOwner.name
  }
  const place = (owner: CacheOwner, name: Uint8Array) => [ownerName(owner.connectionId), owner.account, name] as const
  /** What an entry is sealed for, so that it does not open in any other place. */
  const context = (owner: CacheOwner, name: Uint8Array) =>
    Buffer.concat([ownerName(owner.connectionId), Buffer.from(`${owner.account}`), name])

  return {
    read: (owner, name) => open(owner, name)?.value ?? null,
    write: (owner, name, value) => put(owner, name, value, 0),
    remove: (owner, name) => void sql.remove.run(...place(owner, name)),
    holds: ({ connectionId, account }) =>
      sql.holds.get(ownerName(connectionId), account, now() - limits.retention, now() + CLOCK_TOLERANCE) !== undefined,
    touch: (owner, name) => void sql.touch.run(...place(owner, name)),
    recordFirstSeen,
    firstSeen: (owner, eventId) => firstSeen(owner, eventId, eventName(eventId), batchesOf(owner)),
    forget(connectionId, exceptAccount = -1) {
      sql.forget.run(ownerName(connectionId), exceptAccount)
      sql.forgetSeen.run(ownerName(connectionId), exceptAccount)
    },
    clear() {
      sql.clear.run()
      sql.clearSeen.run()
    },
    count: () => sql.count.get() as ReturnType<CacheRows['count']>,
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

  /** Counts `more` bytes on top of the value's. */
  function put(owner: CacheOwner, name: Uint8Array, value: string, more: number): void {
    const sealed = cipher.seal(value, context(owner, name))
    if (sealed.length > limits.bytes) return
    sql.write.run(...place(owner, name), sealed, sealed.length + more, now())
    while (Number(sql.size.get()?.bytes) > limits.bytes) sql.evict.run()
  }

  function recordFirstSeen(owner: CacheOwner, events: readonly SentEvent[]): ReturnType<CacheRows['recordFirstSeen']> {
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

  function firstSeen(owner: CacheOwner, eventId: string, name: Buffer, batches: Batches): EarlierEvent | null {
    const pointer = sql.seen.get(...place(owner, name))?.entry
    const batch = pointer instanceof Uint8Array ? batches.get(pointer) : null
    const source = batch?.sources.get(eventId)
    return batch === null || source === undefined ? null : { eventId, source, seenAt: batch.seenAt }
  }

  function remember(owner: CacheOwner, events: { event: SentEvent; name: Buffer }[]): void {
    const batch = randomBytes(32)
    const value = JSON.stringify(events.map(({ event: { eventId, source } }) => [eventId, source]))
    database.exec('BEGIN IMMEDIATE')
    try {
      put(owner, batch, value, POINTER_BYTES * events.length)
      for (const { name } of events) sql.see.run(...place(owner, name), batch)
      database.exec('COMMIT')
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }

  /** Opens each batch only once: the events of a page usually share one. */
  function batchesOf(owner: CacheOwner): Batches {
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

  function eventName(eventId: string): Buffer {
    return cipher.name(`event ${eventId}`)
  }
}

interface Batches {
  get(name: Uint8Array): Batch
  opened: Uint8Array[]
}
