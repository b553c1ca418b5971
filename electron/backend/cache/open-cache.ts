// Opens the cache with its key from the keychain and its file in the user-data folder; in memory if either is missing.
import type { Keychain } from '../keychain/keychain.ts'
import { type StoredKey, storedKey } from '../keychain/stored-key.ts'
import { CACHE_LIMITS, type Cache, type CacheLimits } from './cache.ts'
import { cacheCipher } from './cache-cipher.ts'
import { memoryCache, openCacheFile } from './cache-file.ts'

/** The keychain entry of the cache's key. Connections' entries are named by their random ids. */
const CACHE_KEY_ACCOUNT = 'cache-key'

export interface OpenCacheOptions {
  file: string
  keychain: Keychain
  /** As `cacheKey` gives it. */
  key?: Promise<StoredKey>
  now: () => number
  limits?: CacheLimits
}

/** The key of the cache's file, which seals what is remembered of each connection too: one question to the keychain. */
export function cacheKey(keychain: Keychain, file: string): Promise<StoredKey> {
  if (!keychain.persistent) return Promise.resolve({ why: 'no keychain answers' })
  return storedKey(keychain, CACHE_KEY_ACCOUNT, `${file}.lock`)
}

/** Without a persistent keychain there is no key: rows are kept in memory only, and `status().notice` says so. */
export async function openCache(options: OpenCacheOptions): Promise<Cache> {
  const { file, keychain, now, limits = CACHE_LIMITS } = options
  const inMemory = (why: string) => memoryCache(now, limits, `${why} Rows are kept in memory for this run only.`)
  const noKeychain = () => inMemory("No keychain answers that could hold the cache's key.")
  if (!keychain.persistent) return noKeychain()
  const key = await (options.key ?? cacheKey(keychain, file))
  if ('why' in key) {
    // Settings explains why, where it tells where API keys are kept.
    if (key.why === (await keychain.unavailable())) return noKeychain()
    return inMemory(`The cache's key cannot be read: ${key.why.replace(/\.$/, '')}.`)
  }
  return openCacheFile({ file, cipher: cacheCipher(key.key), now, limits })
}
