// The cache on disk: an encrypted SQLite file that two shells on one folder can share.
import type { CacheStatus } from '../../../shared/contract/cache-status.ts'
import type { Cache, CacheOwner } from './cache.ts'
import { type CacheFileOptions, cacheDatabase } from './cache-database.ts'
import { type CacheRows, entryName } from './cache-rows.ts'

/**
 * Opens or creates the cache's file. Never throws because of the disk: a corrupt file is set aside and rebuilt, anything
 * else (full, read-only, a newer schema) falls back to memory, and `status().notice` says so.
 */
export function openCacheFile(options: CacheFileOptions): Cache {
  const { cipher, limits } = options
  const database = cacheDatabase(options)
  const { attempt, attemptAdding } = database

  /** Separate from the read: failing to mark an entry as used must not lose it. */
  function touch(owner: CacheOwner, name: Uint8Array): void {
    attempt(
      (rows) => rows.touch(owner, name),
      () => undefined,
      undefined,
    )
  }

  function status(): CacheStatus {
    const found = attempt<ReturnType<CacheRows['count']> | CacheStatus>(
      (rows) => rows.count(),
      (memory) => memory.status(),
      { entries: 0, bytes: 0, oldest: null },
    )
    if ('place' in found) return found
    const { entries, bytes, oldest } = found
    return {
      place: 'disk',
      notice: database.notice(),
      entries,
      bytes,
      limitBytes: limits.bytes,
      retention: limits.retention,
      oldest: oldest === null ? null : new Date(oldest).toISOString(),
    }
  }

  const cache: Cache = {
    read(owner, key) {
      const name = entryName(cipher, key)
      const value = attempt(
        (rows) => rows.read(owner, name),
        (memory) => memory.read(owner, key),
        null,
      )
      if (value !== null) touch(owner, name)
      return value
    },
    write: (owner, key, value) =>
      attemptAdding(
        (rows) => rows.write(owner, entryName(cipher, key), value),
        (memory) => memory.write(owner, key, value),
        undefined,
      ),
    remove: (owner, key) =>
      attempt(
        (rows) => rows.remove(owner, entryName(cipher, key)),
        (memory) => memory.remove(owner, key),
        undefined,
      ),
    holds(owner) {
      const holds = (stored: Pick<Cache, 'holds'>) => stored.holds(owner)
      return attempt(holds, holds, false)
    },
    recordFirstSeen(owner, events) {
      const recorded = attemptAdding(
        (rows) => rows.recordFirstSeen(owner, events),
        (memory) => ({ earlier: memory.recordFirstSeen(owner, events), opened: [] }),
        { earlier: [], opened: [] },
      )
      for (const name of recorded.opened) touch(owner, name)
      return recorded.earlier
    },
    firstSeen(owner, eventId) {
      const firstSeen = (stored: Pick<Cache, 'firstSeen'>) => stored.firstSeen(owner, eventId)
      return attempt(firstSeen, firstSeen, null)
    },
    forget: (connectionId, exceptAccount) => database.remove((stored) => stored.forget(connectionId, exceptAccount)),
    clear: () => database.remove((stored) => stored.clear()),
    status,
    close: database.close,
  }
  // Opens the file now, so that `status` is right from the start.
  status()
  return cache
}
