import { describe, expect, test } from 'vitest'
import { CACHE_LIMITS, type Cache } from './cache.ts'
import { memoryCache } from './cache-file.ts'
import { deferredCache } from './deferred-cache.ts'

const owner = { connectionId: 'c', account: 1 }
const anEmptyCache = () => memoryCache(() => 0, CACHE_LIMITS, null)

describe('a cache whose key is still waited for', () => {
  test('has nothing to read, says so, and keeps nobody waiting', async () => {
    const cache = deferredCache(new Promise<Cache>(() => undefined), 1)
    expect(await cache.read(owner, 'k')).toBeNull()
    expect(await cache.firstSeen(owner, 'evt')).toBeNull()
    expect(await cache.recordFirstSeen(owner, [])).toEqual([])
    expect(await cache.holds(owner)).toBe(true)
    expect(await cache.status()).toMatchObject({
      place: 'memory',
      entries: 0,
      notice: expect.stringMatching(/keychain/),
    })
    await cache.close()
  })

  test('does what was asked meanwhile in order, once it is open', async () => {
    const opening = Promise.withResolvers<Cache>()
    const cache = deferredCache(opening.promise, 60_000)
    const seen: (string | null)[] = []
    const done = [
      cache.write(owner, 'k', 'one'),
      cache.read(owner, 'k').then((value) => seen.push(value)),
      cache.forget('c'),
      cache.read(owner, 'k').then((value) => seen.push(value)),
      cache.write(owner, 'k', 'two'),
    ]
    opening.resolve(anEmptyCache())
    await Promise.all(done)
    expect(seen).toEqual(['one', null])
    expect(await cache.read(owner, 'k')).toBe('two')
    await cache.clear()
    expect(await cache.status()).toMatchObject({ notice: null, entries: 0 })
  })

  test('is closed when it opens after the backend closed', async () => {
    const opening = Promise.withResolvers<Cache>()
    const cache = deferredCache(opening.promise, 1)
    await cache.close()
    let closes = 0
    const close = async () => {
      closes += 1
    }
    opening.resolve({ ...anEmptyCache(), close })
    await expect.poll(() => closes).toBe(1)
  })
})
