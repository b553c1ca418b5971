// Opens the cache with its key from the keychain and its file in the user-data folder; in memory if either is missing.
import { type Keychain, type StoredKey, storedKey } from '../keychain/keychain.ts'
import { cacheCipher } from '../storage/sealing.ts'
import { CACHE_LIMITS, type Cache } from './cache.ts'
import { memoryCache, openCacheFile } from './cache-file.ts'

/** The keychain entry of the cache's key. Connections' entries are named by their random ids. */
const CACHE_KEY_ACCOUNT = 'cache-key'

export interface OpenCacheOptions {
  file: string
  keychain: Keychain
  /** As `cacheKey` gives it. */
  key?: Promise<StoredKey>
  now: () => number
}

/** The key of the cache's file, which seals what is remembered of each connection too: one question to the keychain. */
export function cacheKey(keychain: Keychain, file: string): Promise<StoredKey> {
  if (!keychain.persistent) return Promise.resolve({ why: 'no keychain answers' })
  return storedKey(keychain, CACHE_KEY_ACCOUNT, `${file}.lock`)
}

/** Without a persistent keychain there is no key: rows are kept in memory only, and `status().notice` says so. */
export async function openCache(options: OpenCacheOptions): Promise<Cache> {
  const { file, keychain, now } = options
  const inMemory = (why: string) =>
    memoryCache(now, CACHE_LIMITS, `${why} Rows are kept in memory until Eventscope closes.`)
  const noKeychain = () => inMemory("No keychain answers that could hold the cache's key.")
  if (!keychain.persistent) return noKeychain()
  const key = await (options.key ?? cacheKey(keychain, file))
  if ('why' in key) {
    // Settings explains why, where it tells where API keys are kept.
    if (key.why === (await keychain.unavailable())) return noKeychain()
    return inMemory(`The cache's key cannot be read: ${key.why.replace(/\.$/, '')}.`)
  }
  return openCacheFile({ file, cipher: cacheCipher(key.key), now, limits: CACHE_LIMITS })
}

/**
 * The cache before it is open: getting its key may take a person at the keychain's prompt, and nobody waits for that. Like Cache,
 * with promises that never reject.
 */
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
