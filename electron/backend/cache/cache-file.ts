// The cache over its database: an encrypted SQLite file that two shells on one folder can share, or memory.
import { randomBytes } from 'node:crypto'
import type { Cache, CacheLimits, CacheOwner } from './cache.ts'
import { cacheCipher } from './cache-cipher.ts'
import { type CacheDatabaseOptions, cacheDatabase } from './cache-database.ts'
import { entryName } from './cache-rows.ts'

/** Keeps rows for this run only; `notice` says why. */
export function memoryCache(now: () => number, limits: CacheLimits, notice: string | null): Cache {
  return openCacheFile({ file: null, cipher: cacheCipher(randomBytes(32)), now, limits, notice })
}

/**
 * Opens or creates the cache's file. Never throws because of the disk: a corrupt file is set aside and rebuilt, anything
 * else (full, read-only, a newer schema) falls back to memory, and `status().notice` says so.
 */
export function openCacheFile(options: CacheDatabaseOptions): Cache {
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
