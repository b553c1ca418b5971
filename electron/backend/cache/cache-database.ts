// The cache's database on a disk that may fail: a damaged file is set aside and rebuilt, and one in memory takes over when
// nothing else helps. No operation throws because of the disk.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { CacheStatus } from '../../../shared/contract/contract.ts'
import { makePrivate, UntrustedFileError } from '../storage/private-file.ts'
import {
  BUSY,
  CORRUPT,
  diskCause,
  isSqliteError,
  NOT_A_DATABASE,
  primaryCode,
  type SqliteError,
} from '../storage/sqlite-error.ts'
import { isSystemError } from '../storage/system-error.ts'
import type { CacheLimits } from './cache.ts'
import type { CacheCipher } from './cache-cipher.ts'
import { type CacheRows, cacheRows } from './cache-rows.ts'
import { CACHE_SCHEMA, tables } from './cache-schema.ts'

/** Suffixes of the files that SQLite puts beside the database. */
const LOGS = ['-wal', '-shm']

/** How often, in ms, expired rows are removed while rows are added: a run may last for weeks. */
const EXPIRE_EVERY = 60 * 60 * 1000

export interface CacheDatabaseOptions {
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

/** Must be idempotent: it runs again if the lock was held. */
export type Removal = (rows: CacheRows) => void

export interface CacheDatabase {
  /** Runs one operation. Returns `otherwise` if the disk fails. */
  attempt<T>(operation: (rows: CacheRows) => T, otherwise: T): T
  /** Like `attempt`, for adding rows: from time to time it first removes expired ones. */
  attemptAdding: CacheDatabase['attempt']
  /** Removes rows. If another process holds the lock, that happens before the next operation that gets it. */
  remove(removal: Removal): void
  /** What was lost, or why rows are in memory only; null if all is well. */
  notice(): string | null
  place(): CacheStatus['place']
  close(): void
}

/** The file is opened by the first operation, not here: until then `notice` and `place` tell only what was given. */
export function cacheDatabase(options: CacheDatabaseOptions): CacheDatabase {
  const { cipher, now, limits, busyTimeout = 250 } = options
  /** Null once the file cannot be used. */
  let file = options.file
  let notice = options.notice ?? null
  let database: DatabaseSync | null = null
  let rows: CacheRows | null = null
  let expiredAt = 0
  const pendingRemovals: Removal[] = []

  return {
    attempt,
    attemptAdding: (operation, otherwise) => attempt((open) => operation(withoutExpired(open)), otherwise),
    remove(removal) {
      pendingRemovals.push(removal)
      removeNow()
    },
    notice: () => notice,
    place: () => (file === null ? 'memory' : 'disk'),
    close() {
      if (pendingRemovals.length > 0) removeNow()
      closeDatabase()
    },
  }

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

  function removeNow(): void {
    attempt(() => undefined, undefined)
  }

  function open(): CacheRows {
    closeDatabase()
    if (file === null) return openMemory()
    // SQLite creates its log and index with the database's permissions, but earlier versions may have left them open.
    makePrivate(file, LOGS)
    database = new DatabaseSync(file, { timeout: busyTimeout })
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
    if (version > CACHE_SCHEMA) {
      fallBack(
        'The cache on this disk was written by a newer Eventscope; it is left alone, and this run keeps rows in memory only.',
      )
      return openMemory()
    }
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216')
    if (version < CACHE_SCHEMA) database.exec(`BEGIN IMMEDIATE; ${tables} COMMIT`)
    const opened = cacheRows({ database, cipher, now, limits })
    checkKey(database, opened)
    expire(opened)
    return opened
  }

  function openMemory(): CacheRows {
    database = new DatabaseSync(':memory:')
    database.exec(tables)
    return cacheRows({ database, cipher, now, limits })
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
      notice = "This machine's clock went back, so cached rows with a later date were removed."
    expiredAt = now()
  }

  /** `abs`, because the clock may have gone back. */
  function withoutExpired(stored: CacheRows): CacheRows {
    if (Math.abs(now() - expiredAt) >= EXPIRE_EVERY) expire(stored)
    return stored
  }

  /** Throws if the lock is still held. Then nothing may be read either, as it might be a row to be removed. */
  function removePending(stored: CacheRows): void {
    while (pendingRemovals[0] !== undefined) {
      pendingRemovals[0](stored)
      pendingRemovals.shift()
      if (pendingRemovals.length === 0 && notice === REMOVAL_WAITS) notice = null
    }
  }

  function recover(error: unknown): void {
    if (error instanceof UntrustedFileError) fallBack(`${error.message} This run keeps rows in memory only.`)
    else if (!isSqliteError(error)) throw error
    else if (primaryCode(error) === BUSY)
      notice =
        pendingRemovals.length > 0 ? REMOVAL_WAITS : 'Another program is using the cache; some rows were not kept.'
    else if (isDamage(error) && file !== null) rebuild(file)
    else fallBack(`${diskCause(error)}; this run keeps rows in memory only.`)
  }

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

const REMOVAL_WAITS = 'Another program is using the cache; what was to be removed is removed once that is over.'

const isDamage = (error: SqliteError) => [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error))
