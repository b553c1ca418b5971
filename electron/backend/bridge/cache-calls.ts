// The bridge's calls to the local cache. Each looks up its connection's owner; none waits for a write.
import type { CacheOwner } from '../cache/cache.ts'
import type { DeferredCache } from '../cache/deferred-cache.ts'
import type { BridgeCalls } from './implement-bridge.ts'

export interface CacheCallsParts {
  cache: DeferredCache
  /** Calls `use` with the owner of a connection's cached rows; returns `otherwise` if the connection caches nothing. */
  withOwner: <T>(connectionId: string, otherwise: T, use: (owner: CacheOwner) => T | Promise<T>) => Promise<T>
}

export function cacheCalls({ cache: os }: BridgeCalls, { cache, withOwner }: CacheCallsParts) {
  let clearings = 0
  /** Like withOwner, for calls that add rows: one that began before the cache was cleared adds nothing afterwards. */
  const adding: CacheCallsParts['withOwner'] = (connectionId, otherwise, use) => {
    const before = clearings
    return withOwner(connectionId, otherwise, (owner) => (clearings === before ? use(owner) : otherwise))
  }
  return {
    read: os.read.handler(({ input: { connectionId, key } }) =>
      withOwner(connectionId, null, (owner) => cache.read(owner, key)),
    ),
    write: os.write.handler(({ input: { connectionId, key, value } }) =>
      adding(connectionId, null, (owner) => {
        void cache.write(owner, key, value)
        return null
      }),
    ),
    remove: os.remove.handler(({ input: { connectionId, key } }) =>
      withOwner(connectionId, null, (owner) => {
        void cache.remove(owner, key)
        return null
      }),
    ),
    recordFirstSeen: os.recordFirstSeen.handler(({ input: { connectionId, account, events } }) =>
      adding(connectionId, [], (owner) => (owner.account === account ? cache.recordFirstSeen(owner, events) : [])),
    ),
    firstSeen: os.firstSeen.handler(({ input: { connectionId, account, eventId } }) =>
      withOwner(connectionId, null, (owner) => (owner.account === account ? cache.firstSeen(owner, eventId) : null)),
    ),
    status: os.status.handler(() => cache.status()),
    clear: os.clear.handler(() => {
      clearings += 1
      void cache.clear()
      return cache.status()
    }),
  }
}
