// The cache for a backend that does not wait for it: its key may wait for a person at the keychain's prompt.
import { CACHE_LIMITS, type Cache } from './cache.ts'

/** As Cache; none of its promises rejects. */
export type DeferredCache = {
  [Name in keyof Cache]: (...args: Parameters<Cache[Name]>) => Promise<ReturnType<Cache[Name]>>
}

const WAITING = 'The keychain is still being asked for the key of the cache; rows are kept once it has answered.'

/**
 * What changes the cache is done, in order, once it is open. What reads it waits `patienceMs` at most,
 * then there is nothing to read: an answer of the service must not wait for the keychain. Nor does it say then that there
 * are no rows of an owner, because there may be.
 */
export function deferredCache(opening: Promise<Cache>, patienceMs = 1_000): DeferredCache {
  let opened: Cache | null = null
  const open = opening.then((cache) => {
    opened = cache
    return cache
  })

  function soon<T>(use: (cache: Cache) => T, otherwise: T): Promise<T> {
    const used = open.then(use)
    if (opened !== null) return used
    const { promise, resolve } = Promise.withResolvers<T>()
    const timer = setTimeout(() => resolve(otherwise), patienceMs)
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
