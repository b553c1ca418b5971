import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { memoryKeychain } from '../keychain/fixtures/memory-keychain.ts'
import { CACHE_LIMITS, type Cache } from './cache.ts'
import { memoryCache } from './cache-file.ts'
import { acme, cacheWorld } from './fixtures/cache-world.ts'
import { deferredCache, openCache } from './open-cache.ts'

const world = cacheWorld()

describe('putting it together', () => {
  test('a keychain that lasts gives the same key again', async () => {
    const keychain = { ...memoryKeychain(), persistent: true }
    const one = await openCache({ file: world.file, keychain, now: () => world.clock })
    one.write(acme, 'page', 'rows')
    one.close()
    const two = await openCache({ file: world.file, keychain, now: () => world.clock })
    expect(two.read(acme, 'page')).toBe('rows')
    two.close()
  })

  test('two shells that start for the first time at once make one key', async () => {
    const kept = memoryKeychain()
    // Both look before either has written, and one writes when the other has long gone on.
    const openWith = (writesAfter: number) => {
      const write = async (account: string, secret: string) => {
        await new Promise((resolve) => setTimeout(resolve, writesAfter))
        return kept.write(account, secret)
      }
      return openCache({ file: world.file, keychain: { ...kept, persistent: true, write }, now: () => world.clock })
    }
    const [one, two] = await Promise.all([openWith(0), openWith(50)])
    one.write(acme, 'page', 'rows')
    expect(two.read(acme, 'page')).toBe('rows')
    expect([one.status().notice, two.status().notice]).toEqual([null, null])
    one.close()
    two.close()
  })

  test('a key that was lost clears the cache and goes on', async () => {
    const keychain = { ...memoryKeychain(), persistent: true }
    const one = await openCache({ file: world.file, keychain, now: () => world.clock })
    one.write(acme, 'page', 'rows')
    one.close()
    await keychain.remove('cache-key')
    const two = await openCache({ file: world.file, keychain, now: () => world.clock })
    expect(two.read(acme, 'page')).toBeNull()
    expect(two.status()).toMatchObject({ place: 'disk', notice: expect.stringContaining('key') })
    two.close()
  })

  test.each([
    ['one that does not last', memoryKeychain()],
    [
      'one that refuses',
      {
        ...memoryKeychain(),
        persistent: true,
        read: async () => ({ kind: 'unavailable' as const, why: 'it is locked' }),
      },
    ],
  ])('no keychain (%s): memory only, nothing on the disk', async (_, keychain) => {
    const cache = await openCache({ file: world.file, keychain, now: () => world.clock })
    cache.write(acme, 'page', 'rows')
    expect(cache.read(acme, 'page')).toBe('rows')
    expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('memory') })
    expect(existsSync(world.file)).toBe(false)
  })
})

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
