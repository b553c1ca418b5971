// Opens the cache with its key from the keychain and its file in the user-data folder; in memory if either is missing.

import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { CacheStatus } from '../../../shared/contract/contract.ts'
import { type Keychain, NO_KEYCHAIN, type StoredKey, storedKey } from '../keychain/keychain.ts'
import {
  BUSY,
  CORRUPT,
  diskCause,
  isSqliteError,
  isSystemError,
  NOT_A_DATABASE,
  primaryCode,
  type SqliteError,
  UntrustedFileError,
} from '../storage/disk-error.ts'
import { makePrivate } from '../storage/private-file.ts'
import { type CacheCipher, cacheCipher } from '../storage/sealing.ts'
import { CACHE_LIMITS, type Cache, type CacheLimits, type CacheOwner } from './cache.ts'
import { CACHE_SCHEMA, type CacheRows, cacheRows, entryName, tables } from './cache-rows.ts'

/** The keychain entry of the cache's key. Connections' entries are named by their random ids. */
const CACHE_KEY_ACCOUNT = 'cache-key'

export interface OpenCacheOptions {
  file: string
  keychain: Keychain
  /** `cacheKey` gives it. */
  key?: Promise<StoredKey>
  now: () => number
}

/** The key of the cache's file, which seals what is remembered of each connection too: one question to the keychain. */
export function cacheKey(keychain: Keychain, file: string): Promise<StoredKey> {
  if (!keychain.persistent) return Promise.resolve({ why: NO_KEYCHAIN })
  return storedKey(keychain, CACHE_KEY_ACCOUNT, `${file}.lock`)
}

/** Without a persistent keychain there is no key: rows are kept in memory only, and `status().notice` says so. */
export async function openCache(options: OpenCacheOptions): Promise<Cache> {
  const { file, keychain, now } = options
  const inMemory = (why: string) =>
    memoryCache(now, CACHE_LIMITS, `${why} Rows are kept in memory until Eventscope closes.`)
  const noKeychain = () => inMemory("No keychain is available to hold the cache's key.")
  if (!keychain.persistent) return noKeychain()
  const key = await (options.key ?? cacheKey(keychain, file))
  if ('why' in key) {
    // Settings explains why, where it tells where API keys are kept.
    if (key.why === (await keychain.unavailable())) return noKeychain()
    return inMemory(`The cache's key cannot be read. ${key.why}`)
  }
  return openCacheFile({ file, cipher: cacheCipher(key.key), now, limits: CACHE_LIMITS })
}

/**
 * The cache before it is open: getting its key may take a person at the keychain's prompt, and nobody waits for that.
 * It is Cache with promises that never reject.
 */
export type DeferredCache = {
  [Name in keyof Cache]: (...args: Parameters<Cache[Name]>) => Promise<ReturnType<Cache[Name]>>
}

const WAITING = "Waiting for the keychain to give the cache's key; rows are kept once it answers."

/**
 * Changes are applied in order once the cache is open. Reads wait `readTimeoutMs` at most and then find nothing,
 * because a service's answer must not wait for the keychain; only `holds` says true, because there may be rows.
 */
export function deferredCache(opening: Promise<Cache>, readTimeoutMs = 1_000): DeferredCache {
  let opened: Cache | null = null
  const open = opening.then((cache) => {
    opened = cache
    return cache
  })

  function soon<T>(use: (cache: Cache) => T, otherwise: T): Promise<T> {
    const used = open.then(use)
    if (opened !== null) return used
    const { promise, resolve } = Promise.withResolvers<T>()
    const timer = setTimeout(() => resolve(otherwise), readTimeoutMs)
    used.then(resolve).finally(() => clearTimeout(timer))
    return promise
  }

  return {
    read: (owner, key) => soon((cache) => cache.read(owner, key), null),
    holds: (owner) => soon((cache) => cache.holds(owner), true),
    firstSeen: (owner, eventId) => soon((cache) => cache.firstSeen(owner, eventId), null),
    recordFirstSeen: (owner, events) => soon((cache) => cache.recordFirstSeen(owner, events), []),
    status: () =>
      soon((cache) => cache.status(), {
        place: 'memory',
        notice: WAITING,
        entries: 0,
        bytes: 0,
        limitBytes: CACHE_LIMITS.bytes,
        retention: CACHE_LIMITS.retention,
        oldest: null,
      }),
    write: (owner, key, value) => open.then((cache) => cache.write(owner, key, value)),
    remove: (owner, key) => open.then((cache) => cache.remove(owner, key)),
    forget: (connectionId, exceptAccount) => open.then((cache) => cache.forget(connectionId, exceptAccount)),
    clear: () => open.then((cache) => cache.clear()),
    close: async () => {
      const closed = open.then((cache) => cache.close())
      if (opened !== null) await closed
    },
  }
}

// The cache's encrypted SQLite file, which two shells on one folder can share. A damaged one is set aside and rebuilt,
// and a database in memory takes over when nothing else helps. No operation throws because of the disk.

/** Suffixes of the files that SQLite puts beside the database. */
const LOGS = ['-wal', '-shm']

/** How often, in ms, expired rows are removed while rows are added: a run may last for weeks. */
const EXPIRE_EVERY = 60 * 60 * 1000

interface CacheFileOptions {
  /** The database's path, in an existing folder; null: in memory, for this run. */
  file: string | null
  /** The notice to begin with. */
  notice?: string | null
  cipher: CacheCipher
  /** Milliseconds since the epoch. */
  now: () => number
  limits: CacheLimits
  /** How long, in ms, a statement waits for another process; 250 when left out. The backend is blocked meanwhile. */
  busyTimeout?: number
}

/** Keeps rows for this run only; `notice` says why. */
export function memoryCache(now: () => number, limits: CacheLimits, notice: string | null): Cache {
  return openCacheFile({ file: null, cipher: cacheCipher(randomBytes(32)), now, limits, notice })
}

/**
 * Opens or creates the cache's file. Never throws because of the disk: a corrupt file is set aside and rebuilt,
 * anything else (full, read-only, a newer schema) falls back to memory, and `status().notice` says so.
 */
export function openCacheFile(options: CacheFileOptions): Cache {
  const { cipher, limits } = options
  const database = cacheDatabase(options)
  const { attempt, attemptAdding } = database

  /** Separate from the read: failing to mark an entry as used must not lose it. */
  function touch(owner: CacheOwner, name: Uint8Array): void {
    attempt((rows) => rows.touch(owner, name), undefined)
  }

  const cache: Cache = {
    read(owner, key) {
      const name = entryName(cipher, key)
      const value = attempt((rows) => rows.read(owner, name), null)
      if (value !== null) touch(owner, name)
      return value
    },
    write: (owner, key, value) => attemptAdding((rows) => rows.write(owner, entryName(cipher, key), value), undefined),
    remove: (owner, key) => attempt((rows) => rows.remove(owner, entryName(cipher, key)), undefined),
    holds: (owner) => attempt((rows) => rows.holds(owner), false),
    recordFirstSeen(owner, events) {
      const recorded = attemptAdding((rows) => rows.recordFirstSeen(owner, events), { earlier: [], opened: [] })
      // The entries that were read for it were used.
      for (const name of recorded.opened) touch(owner, name)
      return recorded.earlier
    },
    firstSeen: (owner, eventId) => attempt((rows) => rows.firstSeen(owner, eventId), null),
    forget: (connectionId, exceptAccount) => database.remove((rows) => rows.forget(connectionId, exceptAccount)),
    clear: () => database.remove((rows) => rows.clear()),
    status() {
      const { entries, bytes, oldest } = attempt((rows) => rows.count(), { entries: 0, bytes: 0, oldest: null })
      return {
        place: database.place(),
        notice: database.notice(),
        entries,
        bytes,
        limitBytes: limits.bytes,
        retention: limits.retention,
        oldest: oldest === null ? null : new Date(oldest).toISOString(),
      }
    },
    close: database.close,
  }
  // Opens the file now, so that `status` is right from the start.
  cache.status()
  return cache
}

/** The file is opened by the first operation, not here: until then `notice` and `place` tell only what was given. */
function cacheDatabase(options: CacheFileOptions) {
  const { cipher, now, limits, busyTimeout = 250 } = options
  /** Null once the file cannot be used. */
  let file = options.file
  let notice = options.notice ?? null
  let database: DatabaseSync | null = null
  let rows: CacheRows | null = null
  let expiredAt = 0
  const pendingRemovals: ((rows: CacheRows) => void)[] = []

  return {
    attempt,
    attemptAdding,
    /** Must be idempotent. If another process holds the lock, it runs before the next operation that gets it. */
    remove(removal: (rows: CacheRows) => void): void {
      pendingRemovals.push(removal)
      removeNow()
    },
    /** Tells what was lost, or why rows are in memory only; null if all is well. */
    notice: () => notice,
    place: (): CacheStatus['place'] => (file === null ? 'memory' : 'disk'),
    close(): void {
      if (pendingRemovals.length > 0) removeNow()
      closeDatabase()
    },
  }

  /** Runs one operation. Returns `otherwise` if the disk fails. */
  function attempt<T>(operation: (rows: CacheRows) => T, otherwise: T): T {
    try {
      rows ??= open()
      removePending(rows)
      return operation(rows)
    } catch (error) {
      recover(error)
      return otherwise
    }
  }

  /** Like `attempt`, for adding rows: at times it first removes expired ones. `abs`, because the clock may go back. */
  function attemptAdding<T>(operation: (rows: CacheRows) => T, otherwise: T): T {
    return attempt((stored) => {
      if (Math.abs(now() - expiredAt) >= EXPIRE_EVERY) expire(stored)
      return operation(stored)
    }, otherwise)
  }

  /** Every attempt begins with the pending removals; this one does nothing else. */
  function removeNow(): void {
    attempt(() => undefined, undefined)
  }

  /** Opens `file`, or without one a database in memory. A newer file is left alone: then it opens that in memory. */
  function open(): CacheRows {
    closeDatabase()
    // SQLite creates its log and index with the database's permissions, but earlier versions may have left them open.
    if (file !== null) makePrivate(file, LOGS)
    database = new DatabaseSync(file ?? ':memory:', { timeout: busyTimeout })
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    if (version > CACHE_SCHEMA) {
      fallBack(
        'The cache on this disk was written by a newer Eventscope; it is left alone, and this run keeps rows in memory only.',
      )
      return open()
    }
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216')
    if (version < CACHE_SCHEMA) database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT`)
    const opened = cacheRows({ database, cipher, now, limits })
    checkKey(database, opened)
    expire(opened)
    return opened
  }

  /** Rows sealed with another key cannot be read any more: the key in the keychain was replaced. */
  function checkKey(opened: DatabaseSync, stored: CacheRows): void {
    const expected = cipher.name('key check')
    const known = opened.prepare("SELECT value FROM meta WHERE name = 'key check'").get()?.value
    if (known instanceof Uint8Array && expected.equals(known)) return
    if (known !== undefined) {
      stored.clear()
      notice = "The cache's key in the keychain has changed, so the cached rows could not be read and were cleared."
    }
    opened
      .prepare("INSERT INTO meta VALUES ('key check', ?) ON CONFLICT DO UPDATE SET value = excluded.value")
      .run(expected)
  }

  function expire(stored: CacheRows): void {
    if (stored.expire() && file !== null)
      notice = "This computer's clock was set back, so cached rows with a later date were removed."
    expiredAt = now()
  }

  /** Throws if the lock is still held. Nothing may be read then either, as it might be a row to be removed. */
  function removePending(stored: CacheRows): void {
    while (pendingRemovals[0] !== undefined) {
      pendingRemovals[0](stored)
      pendingRemovals.shift()
      if (pendingRemovals.length === 0 && notice === REMOVAL_WAITS) notice = null
    }
  }

  /** What becomes of the cache after an error of the disk; any other is thrown. */
  function recover(error: unknown): void {
    if (error instanceof UntrustedFileError) fallBack(`${error.message} This run keeps rows in memory only.`)
    else if (!isSqliteError(error)) throw error
    else if (primaryCode(error) === BUSY)
      notice =
        pendingRemovals.length > 0 ? REMOVAL_WAITS : 'Another program is using the cache; some rows were not kept.'
    else if (isDamage(error) && file !== null) rebuild(file)
    else fallBack(`${diskCause(error)}; this run keeps rows in memory only.`)
  }

  /** Sets the damaged file aside, under its name with `.corrupt`, and starts a new one. */
  function rebuild(damaged: string): void {
    try {
      closeDatabase()
      renameSync(damaged, `${damaged}.corrupt`)
      for (const suffix of LOGS) if (existsSync(damaged + suffix)) rmSync(damaged + suffix)
      rows = open()
      if (file !== null)
        notice =
          'The cache on this disk was damaged. It was set aside and a new one was started; only cached rows are lost.'
    } catch (error) {
      if (!isSystemError(error)) throw error
      fallBack(
        `The cache on this disk is damaged and could not be rebuilt (${error.message}); this run keeps rows in memory only.`,
      )
    }
  }

  /** From now on rows are in memory only: without a file, the next attempt opens a database there. */
  function fallBack(why: string): void {
    closeDatabase()
    notice = why
    file = null
  }

  function closeDatabase(): void {
    try {
      database?.close()
    } catch (error) {
      if (!isSqliteError(error)) throw error
    }
    database = null
    rows = null
  }
}

const REMOVAL_WAITS = 'Another program is using the cache; what is to be deleted is deleted once it has finished.'

const isDamage = (error: SqliteError) => [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error))
