import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { memoryKeychain } from '../keychain/fixtures/memory-keychain.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { CACHE_LIMITS, type Cache } from './cache.ts'
import { CACHE_SCHEMA } from './cache-rows.ts'
import { acme, cacheWorld, day, expectUsable } from './fixtures/cache-world.ts'
import { deferredCache, memoryCache, openCache } from './open-cache.ts'

const world = cacheWorld()

/** A keychain that does not give its key. @param all why it gives none at all */
const refusing = (all: string | null): Keychain => ({
  ...memoryKeychain(),
  persistent: true,
  unavailable: async () => all,
  read: async () => ({ kind: 'unavailable', why: 'It is locked.' }),
})

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
    ['one that does not last', 'No keychain is available', memoryKeychain()],
    ['one that refuses', "The cache's key cannot be read. It is locked.", refusing(null)],
    ['one that says so for everything', 'No keychain is available', refusing('It is locked.')],
  ])('no keychain (%s): memory only, nothing on the disk', async (_, why, keychain) => {
    const cache = await openCache({ file: world.file, keychain, now: () => world.clock })
    cache.write(acme, 'page', 'rows')
    expect(cache.read(acme, 'page')).toBe('rows')
    expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringMatching(/memory until/) })
    expect(cache.status().notice?.startsWith(why)).toBe(true)
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

describe('the file', () => {
  test('is read again after a restart', () => {
    world.filled()
    const cache = world.open()
    expect(cache.read(acme, 'page 39')).toBe('39:'.padEnd(20_000, 'x'))
    expect(cache.status()).toMatchObject({
      place: 'disk',
      entries: 40,
      notice: null,
      oldest: '2026-11-20T12:00:00.000Z',
    })
  })

  test('holds no key, name or value in any plain form', () => {
    const cache = world.open()
    for (let index = 0; index < 50; index++)
      cache.write(acme, `cus_5Rb7nVy ${index}`, `{"customer_id":"cus_5Rb7nVy","n":${index}}`)
    cache.recordFirstSeen(acme, [{ eventId: 'cus_5Rb7nVy', source: '{"customer_id":"cus_5Rb7nVy"}' }])
    const all = Buffer.concat(readdirSync(world.folder).map((name) => readFileSync(join(world.folder, name))))
    for (const secret of ['cus_5Rb7nVy', 'customer_id', 'acme']) {
      const bytes = Buffer.from(secret)
      for (const form of [secret, bytes.toString('base64').slice(0, -3), bytes.toString('hex')])
        expect(all.includes(form)).toBe(false)
      expect(all.includes(Buffer.from(secret, 'utf16le'))).toBe(false)
    }
  })

  test.skipIf(process.platform === 'win32')('and its log are for this user only, in an open folder too', () => {
    chmodSync(world.folder, 0o777)
    const modes = () => readdirSync(world.folder).map((name) => [name, statSync(join(world.folder, name)).mode & 0o777])
    const expected = ['cache.db', 'cache.db-shm', 'cache.db-wal'].map((name) => [name, 0o600])
    const before = process.umask(0)
    try {
      world.open().write(acme, 'page', 'rows')
      expect(modes().sort()).toEqual(expected)
      // As an earlier version left them behind, which did not close.
      for (const name of readdirSync(world.folder)) chmodSync(join(world.folder, name), 0o644)
      expect(world.open().read(acme, 'page')).toBe('rows')
      expect(modes().sort()).toEqual(expected)
    } finally {
      process.umask(before)
    }
  })

  test.skipIf(process.platform === 'win32').each(['', '-wal', '.lock'])(
    'is kept in memory where a link stands at cache.db%s, which is not followed',
    async (suffix) => {
      const elsewhere = join(world.folder, 'elsewhere')
      writeFileSync(elsewhere, 'as it was')
      symlinkSync(elsewhere, world.file + suffix)
      const keychain = { ...memoryKeychain(), persistent: true }
      const cache = await openCache({ file: world.file, keychain, now: () => world.clock })
      world.opened.push(cache)
      expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('is a link') })
      expectUsable(cache)
      expect(readFileSync(elsewhere, 'utf8')).toBe('as it was')
    },
  )

  test('a row moved to another name or owner does not open', () => {
    const cache = world.open()
    const others = [
      { ...acme, account: 2 },
      { ...acme, connectionId: 'other' },
    ]
    cache.write(acme, 'mine', 'value of mine')
    cache.write(acme, 'yours', 'value of yours')
    for (const other of others) cache.write(other, 'mine', 'value of another')
    const raw = new DatabaseSync(world.file)
    raw.exec('UPDATE entry SET value = (SELECT value FROM entry ORDER BY used LIMIT 1)')
    raw.close()
    expect(cache.read(acme, 'mine')).toBe('value of mine')
    expect(cache.read(acme, 'yours')).toBeNull()
    expect(others.map((other) => cache.read(other, 'mine'))).toEqual([null, null])
  })

  test('of version 1 is opened by this version', () => {
    copyFileSync(fileURLToPath(new URL('fixtures/cache-v1.db', import.meta.url)), world.file)
    world.clock = Date.parse('2026-11-20T12:00:00Z')
    const cache = world.open()
    expect(cache.read(acme, 'page 3')).toBe('the value of page 3')
    cache.recordFirstSeen(acme, [{ eventId: 'a', source: '{}' }])
    expect(cache.firstSeen(acme, 'a')?.source).toBe('{}')
  })

  test('of a newer version is left alone', () => {
    world.filled()
    const raw = new DatabaseSync(world.file)
    raw.exec(`PRAGMA user_version = ${CACHE_SCHEMA + 1}`)
    raw.close()
    const before = readFileSync(world.file)
    const cache = world.open()
    expectUsable(cache)
    expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('newer') })
    cache.close()
    expect(readFileSync(world.file)).toEqual(before)
  })

  test.each<[string, (cache: Cache) => void]>([
    ['written', (cache) => cache.write(acme, 'new', 'rows')],
    ['recorded', (cache) => cache.recordFirstSeen(acme, [{ eventId: 'new', source: '{}' }])],
  ])('loses what is too old while it is open, hourly, as rows are %s', (_, add) => {
    const cache = world.open()
    cache.write(acme, 'old', 'rows')
    cache.recordFirstSeen(acme, [{ eventId: 'old', source: '{}' }])
    const raw = new DatabaseSync(world.file)
    const counts = () => [
      raw.prepare('SELECT count(*) AS n FROM entry').get()?.n,
      raw.prepare('SELECT count(*) AS n FROM seen').get()?.n,
    ]
    world.clock += 7 * day - 1
    add(cache)
    const [entries, pointers] = counts()
    world.clock += 60 * 60 * 1000 - 1
    cache.remove(acme, 'new')
    add(cache)
    expect(counts()).toEqual([entries, pointers])
    world.clock += 1
    add(cache)
    expect(counts()).toEqual([Number(entries) - 2, Number(pointers) - 1])
    raw.close()
  })

  test('under another key is cleared, and that is said', () => {
    world.filled()
    const cache = world.open({ key: Buffer.alloc(32, 8) })
    expect(cache.status()).toMatchObject({ entries: 0, notice: expect.stringContaining('key') })
    expectUsable(cache)
  })
})

describe('damage', () => {
  const damages: [string, () => void][] = [
    ['truncated to half', () => truncateSync(world.file, Math.floor(statSync(world.file).size / 2))],
    ['truncated to 100 bytes', () => truncateSync(world.file, 100)],
    ['emptied', () => truncateSync(world.file, 0)],
    ['random bytes', () => writeFileSync(world.file, randomBytes(300_000))],
    ['a zeroed first page', () => overwrite(0)],
    ['a zeroed page in the middle', () => overwrite(4096 * 3)],
    ['the write-ahead log of another file', () => writeFileSync(`${world.file}-wal`, randomBytes(50_000))],
  ]
  function overwrite(position: number): void {
    const handle = openSync(world.file, 'r+')
    writeSync(handle, Buffer.alloc(4096), 0, 4096, position)
  }
  test.each(damages)('%s: browsing goes on, nothing wrong is shown', (_, damage) => {
    world.filled()
    damage()
    expectUsable(world.open())
  })

  test('a damaged file is set aside, and that is said', () => {
    world.filled()
    writeFileSync(world.file, randomBytes(300_000))
    const cache = world.open()
    expect(cache.status()).toMatchObject({ place: 'disk', notice: expect.stringContaining('damaged') })
    expect(existsSync(`${world.file}.corrupt`)).toBe(true)
  })

  test('a lost write-ahead log loses rows, nothing else', () => {
    const cache = world.open()
    for (let index = 0; index < 40; index++) cache.write(acme, `page ${index}`, `${index}:`.padEnd(20_000, 'x'))
    // As after a crash: the file without its log.
    const copy = join(world.folder, 'copy.db')
    copyFileSync(world.file, copy)
    expectUsable(world.open({ at: copy }))
  })
})
