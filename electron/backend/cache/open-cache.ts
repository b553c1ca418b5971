// Puts the cache together: its key from the keychain, its file in the user-data folder; memory where either is missing.
import { randomBytes } from 'node:crypto'
import type { Keychain } from '../keychain/keychain.ts'
import { underFileLock } from '../storage/file-lock.ts'
import { CACHE_LIMITS, type Cache, type CacheLimits, memoryCache } from './cache.ts'
import { CACHE_KEY_BYTES, cacheCipher } from './cache-cipher.ts'
import { openCacheFile } from './cache-file.ts'

/** The keychain's entry for the cache's key; connections' entries are named by their random ids. */
const CACHE_KEY_ACCOUNT = 'cache-key'

export interface OpenCacheOptions {
  file: string
  keychain: Keychain
  now: () => number
  limits?: CacheLimits
}

/** No keychain that lasts, no key: then rows are kept in memory only, and `status().notice` says so. */
export async function openCache({ file, keychain, now, limits = CACHE_LIMITS }: OpenCacheOptions): Promise<Cache> {
  const inMemory = (why: string) => memoryCache(now, limits, `${why} Rows are kept in memory for this run only.`)
  if (!keychain.persistent) return inMemory('No keychain is there to keep the key of the cache.')
  // Two shells that start at once must not each make a key. One that waits for its user to unlock holds nobody up.
  const key = (await underFileLock(`${file}.lock`, () => cacheKey(keychain))) ?? (await cacheKey(keychain))
  if ('why' in key) return inMemory(`The keychain could not give the key of the cache: ${key.why.replace(/\.$/, '')}.`)
  return openCacheFile({ file, cipher: cacheCipher(key.key), now, limits })
}

async function cacheKey(keychain: Keychain): Promise<{ key: Buffer } | { why: string }> {
  const known = await keychain.read(CACHE_KEY_ACCOUNT)
  if (known.kind === 'unavailable') return { why: known.why }
  if (known.kind === 'found') {
    const key = Buffer.from(known.secret, 'base64')
    if (key.length === CACHE_KEY_BYTES) return { key }
  }
  const stored = await keychain.write(CACHE_KEY_ACCOUNT, randomBytes(CACHE_KEY_BYTES).toString('base64'))
  if (stored.kind === 'too-long') return { why: `it takes ${stored.limitBytes} bytes at most` }
  if (stored.kind === 'unavailable') return { why: stored.why }
  // Read back: what a keychain takes it may still not keep.
  const kept = await keychain.read(CACHE_KEY_ACCOUNT)
  if (kept.kind !== 'found') return { why: kept.kind === 'unavailable' ? kept.why : 'it did not keep what was stored' }
  return { key: Buffer.from(kept.secret, 'base64') }
}
