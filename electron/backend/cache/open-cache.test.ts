import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { memoryKeychain } from '../keychain/keychain.ts'
import { acme, cacheWorld } from './fixtures/cache-world.ts'
import { openCache } from './open-cache.ts'

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
