// The cache before it is open: getting its key may take a person at the keychain's prompt, and nobody waits for that.
import { CACHE_LIMITS, type Cache } from './cache.ts'

/** Like Cache, with promises that never reject. */
export type DeferredCache = {
  [Name in keyof Cache]: (...args: Parameters<Cache[Name]>) => Promise<ReturnType<Cache[Name]>>
}

const WAITING = "Waiting for the keychain to give the cache's key; rows are kept once it answers."

/**
 * Changes are applied in order once the cache is open. Reads wait `readTimeoutMs` at most and then find nothing, because a
 * service's answer must not wait for the keychain; only `holds` says true, because there may be rows.
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
