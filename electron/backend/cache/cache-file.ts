// The cache on disk: node:sqlite in WAL mode, values sealed, names keyed; shared safely by two shells on one folder.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makePrivate } from '../storage/private-file.ts'
import {
  BUSY,
  CORRUPT,
  diskCause,
  isSqliteError,
  NOT_A_DATABASE,
  primaryCode,
  type SqliteError,
} from '../storage/sqlite-error.ts'
import { type Cache, type CacheLimits, memoryCache } from './cache.ts'
import type { CacheCipher } from './cache-cipher.ts'
import { type CacheRows, cacheRows, entryName } from './cache-rows.ts'
import { CACHE_SCHEMA, tables } from './cache-schema.ts'

/** What SQLite puts beside the database, by the ends of the names. */
const LOGS = ['-wal', '-shm']

/** How long, in ms, a statement waits for another process; the backend stands still meanwhile. */
const BUSY_TIMEOUT = 250

/** How often, in ms, what is too old goes while rows are added: a run may last for weeks. */
const EXPIRE_EVERY = 60 * 60 * 1000

export interface CacheFileOptions {
  /** The database's path; its folder is there. */
  file: string
  cipher: CacheCipher
  /** Milliseconds since the epoch. */
  now: () => number
  limits: CacheLimits
}

/**
 * Opens or makes the cache's file. Never throws for what a disk may do: a corrupt file is set aside and rebuilt,
 * anything else (full, read-only, locked for good, newer schema) falls back to memory, and `status().notice` says so.
 */
export function openCacheFile({ file, cipher, now, limits }: CacheFileOptions): Cache {
  let notice: string | null = null
  let database: DatabaseSync | null = null
  let rows: CacheRows | null = null
  /** Takes the place of the file once that cannot be used. */
  let memory: Cache | null = null
  let expiredAt = 0
  /** Removals that another process's lock holds up: done before anything else that gets the file. */
  const pendingRemovals: Removal[] = []

  function open(): void {
    closeFile()
    // SQLite gives its log and index the rights of the database; those of an earlier version may be open.
    makePrivate(file, LOGS)
    database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT })
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    if (version > CACHE_SCHEMA) {
      fallBack(
        'The cache on this disk was written by a newer Eventscope; it is left alone, and this run keeps rows in memory only.',
      )
      return
    }
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216')
    if (version < CACHE_SCHEMA) database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT`)
    rows = cacheRows({ database, cipher, now, limits })
    checkKey(database, rows)
    expire(rows)
  }

  function expire(kept: CacheRows): void {
    if (kept.expire()) notice = "This machine's clock went back, so cached rows of a later date were dropped."
    expiredAt = now()
  }

  /** `kept`, to be added to. The clock may have gone back as well. */
  function tidied(kept: CacheRows): CacheRows {
    if (Math.abs(now() - expiredAt) >= EXPIRE_EVERY) expire(kept)
    return kept
  }

  /** Rows under another key are lost: the key in the keychain was replaced or made anew. */
  function checkKey(opened: DatabaseSync, kept: CacheRows): void {
    const expected = cipher.name('key check')
    const known = opened.prepare("SELECT value FROM meta WHERE name = 'key check'").get()?.value
    if (known instanceof Uint8Array && expected.equals(known)) return
    if (known !== undefined) {
      kept.clear()
      notice =
        "The cache's key in the keychain is another one than before, so what was cached could not be read and was cleared."
    }
    opened
      .prepare("INSERT INTO meta VALUES ('key check', ?) ON CONFLICT DO UPDATE SET value = excluded.value")
      .run(expected)
  }

  function fallBack(why: string): void {
    closeFile()
    notice = why
    memory = memoryCache(now, limits, why)
  }

  function closeFile(): void {
    try {
      database?.close()
    } catch (error) {
      if (!isSqliteError(error)) throw error
    }
    database = null
    rows = null
  }

  function rebuild(): void {
    closeFile()
    renameSync(file, `${file}.corrupt`)
    for (const suffix of LOGS) if (existsSync(file + suffix)) rmSync(file + suffix)
    open()
    if (memory === null)
      notice = 'The cache on this disk was damaged; it was set aside and started anew. Nothing but cached rows is lost.'
  }

  /** Runs one operation on the file, or on what takes its place; what a disk may do to it ends here. */
  function attempt<T>(onFile: (rows: CacheRows) => T, onMemory: (cache: Cache) => T, otherwise: T): T {
    if (memory !== null) return onMemory(memory)
    try {
      if (rows === null) open()
      if (rows === null) return onMemory(memory ?? memoryCache(now, limits, notice))
      removePending(rows)
      return onFile(rows)
    } catch (error) {
      if (!isSqliteError(error)) throw error
      recover(error)
      return otherwise
    }
  }

  /** Throws where the lock is still held: then nothing is read either, because it might be what was to go. */
  function removePending(kept: CacheRows): void {
    for (let next = pendingRemovals[0]; next !== undefined; next = pendingRemovals[0]) {
      next(kept)
      pendingRemovals.shift()
      if (pendingRemovals.length === 0 && notice === REMOVAL_WAITS) notice = null
    }
  }

  function removed(removal: Removal): void {
    if (memory === null) pendingRemovals.push(removal)
    attempt(unit, removal, undefined)
  }

  function recover(error: SqliteError): void {
    const code = primaryCode(error)
    if (code === BUSY)
      notice = pendingRemovals.length > 0 ? REMOVAL_WAITS : 'Another program holds the cache; some rows were not kept.'
    else if (code !== CORRUPT && code !== NOT_A_DATABASE)
      fallBack(`${diskCause(error)}; this run keeps rows in memory only.`)
    else {
      try {
        rebuild()
      } catch (second) {
        fallBack(
          `The cache on this disk is damaged and could not be rebuilt (${second}); this run keeps rows in memory only.`,
        )
      }
    }
  }

  /** Apart from the read itself: an entry that cannot be marked as used just now is still an entry. */
  function touch(owner: Parameters<CacheRows['touch']>[0], name: Uint8Array): void {
    if (memory === null) attempt((kept) => kept.touch(owner, name), unit, undefined)
  }

  const cache: Cache = {
    read(owner, key) {
      const name = entryName(cipher, key)
      const value = attempt(
        (kept) => kept.read(owner, name),
        (kept) => kept.read(owner, key),
        null,
      )
      if (value !== null) touch(owner, name)
      return value
    },
    write: (owner, key, value) =>
      attempt(
        (kept) => tidied(kept).write(owner, entryName(cipher, key), value),
        (kept) => kept.write(owner, key, value),
        undefined,
      ),
    remove: (owner, key) =>
      attempt(
        (kept) => kept.remove(owner, entryName(cipher, key)),
        (kept) => kept.remove(owner, key),
        undefined,
      ),
    recordFirstSeen(owner, events) {
      const recorded = attempt(
        (kept) => tidied(kept).recordFirstSeen(owner, events),
        (kept) => ({ earlier: kept.recordFirstSeen(owner, events), opened: [] }),
        { earlier: [], opened: [] },
      )
      for (const name of recorded.opened) touch(owner, name)
      return recorded.earlier
    },
    firstSeen(owner, eventId) {
      const firstSeen = (kept: Pick<Cache, 'firstSeen'>) => kept.firstSeen(owner, eventId)
      return attempt(firstSeen, firstSeen, null)
    },
    forget: (connectionId, exceptAccount) => removed((kept) => kept.forget(connectionId, exceptAccount)),
    clear: () => removed((kept) => kept.clear()),
    status() {
      const count = attempt(
        (kept) => kept.count(),
        () => null,
        { entries: 0, bytes: 0, oldest: null },
      )
      if (count === null && memory !== null) return memory.status()
      const { entries, bytes, oldest } = count ?? { entries: 0, bytes: 0, oldest: null }
      return {
        place: 'disk',
        notice,
        entries,
        bytes,
        limitBytes: limits.bytes,
        retention: limits.retention,
        oldest: oldest === null ? null : new Date(oldest).toISOString(),
      }
    },
    close() {
      if (pendingRemovals.length > 0) attempt(unit, unit, undefined)
      closeFile()
      memory?.close()
    },
  }
  cache.status()
  return cache
}

const unit = () => undefined

/** Of file and memory alike; done twice it does no more than once. */
type Removal = (kept: Pick<Cache, 'forget' | 'clear'>) => void

const REMOVAL_WAITS = 'Another program holds the cache; what was to be removed goes as soon as it lets go.'
