import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryKeychain } from '../keychain/keychain.ts'
import { CACHE_LIMITS, type Cache, memoryCache } from './cache.ts'
import { cacheCipher } from './cache-cipher.ts'
import { openCacheFile } from './cache-file.ts'
import { CACHE_SCHEMA } from './cache-schema.ts'
import { openCache } from './open-cache.ts'

const key = Buffer.alloc(32, 7)
const acme = { connectionId: 'acme', account: 1 }
const day = 24 * 60 * 60 * 1000
let folder: string
let file: string
let clock: number
const opened: Cache[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventscope-cache-'))
  file = join(folder, 'cache.db')
  clock = Date.parse('2026-11-20T12:00:00Z')
})
afterEach(() => {
  for (const cache of opened.splice(0)) cache.close()
  rmSync(folder, { recursive: true, force: true })
})

function open(options: { key?: Buffer; bytes?: number; at?: string } = {}): Cache {
  const cache = openCacheFile({
    file: options.at ?? file,
    cipher: cacheCipher(options.key ?? key),
    now: () => clock,
    limits: { ...CACHE_LIMITS, bytes: options.bytes ?? CACHE_LIMITS.bytes },
    busyTimeout: 20,
  })
  opened.push(cache)
  return cache
}

/** A cache with 40 entries of 20 kB that was closed cleanly. */
function filled(): void {
  const cache = open()
  for (let index = 0; index < 40; index++) cache.write(acme, `page ${index}`, `${index}:`.padEnd(20_000, 'x'))
  cache.close()
}

/** Whatever happened to the file: it reads old values exactly or not at all, and takes new ones. */
function expectUsable(cache: Cache): void {
  for (let index = 0; index < 40; index++) {
    expect([null, `${index}:`.padEnd(20_000, 'x')]).toContain(cache.read(acme, `page ${index}`))
  }
  cache.write(acme, 'after', 'works')
  expect(cache.read(acme, 'after')).toBe('works')
}

describe('both versions', () => {
  const versions: [string, (bytes: number) => Cache][] = [
    ['memory', (bytes) => memoryCache(() => clock, { ...CACHE_LIMITS, bytes }, null)],
    ['disk', (bytes) => open({ bytes })],
  ]
  test.each(versions)('%s: gives back what was written, to its owner only', (_, make) => {
    const cache = make(CACHE_LIMITS.bytes)
    const strings = fc.string({ unit: 'binary', maxLength: 200 }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(strings, strings, fc.integer({ min: 1, max: 5 }), (name, value, account) => {
        const owner = { connectionId: 'acme', account }
        cache.write(owner, name, value)
        expect(cache.read(owner, name)).toBe(value)
        expect(cache.read({ connectionId: 'other', account }, name)).toBeNull()
        expect(cache.read({ connectionId: 'acme', account: account + 10 }, name)).toBeNull()
        cache.remove(owner, name)
        expect(cache.read(owner, name)).toBeNull()
      }),
      { numRuns: 60, seed: 1 },
    )
  })
  test.each(versions)('%s: keeps the budget, least recently used goes first', (_, make) => {
    const cache = make(500_000)
    for (let index = 0; index < 20; index++) cache.write(acme, `page ${index}`, 'x'.repeat(20_000))
    cache.read(acme, 'page 0')
    for (let index = 20; index < 30; index++) cache.write(acme, `page ${index}`, 'x'.repeat(20_000))
    expect(cache.status().bytes).toBeLessThanOrEqual(500_000)
    expect(cache.read(acme, 'page 0')).not.toBeNull()
    expect(cache.read(acme, 'page 1')).toBeNull()
    expect(cache.read(acme, 'page 29')).not.toBeNull()
  })
  test.each(versions)('%s: nothing older than the retention, nothing from the future', (_, make) => {
    const cache = make(CACHE_LIMITS.bytes)
    cache.write(acme, 'page', 'old')
    clock += 7 * day + 1
    expect(cache.holds(acme)).toBe(false)
    expect(cache.read(acme, 'page')).toBeNull()
    cache.write(acme, 'page', 'new')
    clock -= 365 * day
    expect(cache.read(acme, 'page')).toBeNull()
  })
  test.each(versions)('%s: forgets a connection, or all its accounts but one', (_, make) => {
    const cache = make(CACHE_LIMITS.bytes)
    const later = { ...acme, account: 2 }
    const other = { connectionId: 'other', account: 1 }
    for (const owner of [acme, later, other]) cache.write(owner, 'page', 'rows')
    const held = () => [acme, later, other].map((owner) => cache.holds(owner))
    expect(held()).toEqual([true, true, true])
    cache.forget('acme', 2)
    expect([acme, later, other].map((owner) => cache.read(owner, 'page'))).toEqual([null, 'rows', 'rows'])
    expect(held()).toEqual([false, true, true])
    cache.forget('acme')
    expect([later, other].map((owner) => cache.read(owner, 'page'))).toEqual([null, 'rows'])
    cache.clear()
    expect(cache.status()).toMatchObject({ entries: 0, bytes: 0, oldest: null })
  })
})

test('memory says how much it holds, however many entries those are', () => {
  const cache = memoryCache(() => clock++, CACHE_LIMITS, null)
  for (let index = 0; index < 200_000; index++) cache.write(acme, `${index}`, 'x')
  cache.read(acme, '0')
  expect(cache.status()).toMatchObject({ entries: 200_000, bytes: 200_000, oldest: '2026-11-20T12:00:00.000Z' })
})

describe.each<[string, () => Cache]>([
  ['memory', () => memoryCache(() => clock, CACHE_LIMITS, null)],
  ['disk', () => open()],
])('how events were first seen (%s)', (_, make) => {
  const event = (eventId: string, source = `{"event_id":"${eventId}"}`) => ({ eventId, source })
  const noon = '2026-11-20T12:00:00.000Z'

  test('is told where the text is another than before, however often it is asked', () => {
    const cache = make()
    expect(cache.recordFirstSeen(acme, [event('a'), event('b')])).toEqual([])
    clock += day
    expect(cache.recordFirstSeen(acme, [event('b'), event('c'), event('a', 'other')])).toEqual([
      { ...event('a'), seenAt: noon },
    ])
    expect(cache.recordFirstSeen(acme, [event('a', 'third')])).toEqual([{ ...event('a'), seenAt: noon }])
    expect(cache.recordFirstSeen(acme, [event('a'), event('b'), event('c')])).toEqual([])
  })

  test('agrees with a plain map, whatever the ids and texts', () => {
    const cache = make()
    const model = new Map<string, string>()
    const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => one.isWellFormed())
    const pages = fc.uniqueArray(fc.tuple(fc.oneof(fc.constantFrom('a', 'b', '__proto__'), text), text), {
      selector: ([eventId]) => eventId,
      maxLength: 12,
    })
    fc.assert(
      fc.property(pages, (page) => {
        const events = page.map(([eventId, source]) => ({ eventId, source }))
        const expected = events.flatMap(({ eventId, source }) => {
          const first = model.get(eventId)
          if (first === undefined) model.set(eventId, source)
          return first === undefined || first === source ? [] : [{ eventId, source: first, seenAt: noon }]
        })
        expect(cache.recordFirstSeen(acme, events)).toEqual(expected)
      }),
      { numRuns: 60, seed: 2 },
    )
    for (const [eventId, source] of model)
      expect(cache.firstSeen(acme, eventId)).toEqual({ eventId, source, seenAt: noon })
  })

  test('is found by id, for its owner only, until it is forgotten or too old', () => {
    const cache = make()
    const later = { ...acme, account: 2 }
    const other = { connectionId: 'other', account: 1 }
    for (const owner of [acme, later, other]) cache.recordFirstSeen(owner, [event('a', `for ${owner.connectionId}`)])
    expect(cache.firstSeen(acme, 'nobody')).toBeNull()
    expect(cache.firstSeen(other, 'a')).toEqual({ ...event('a', 'for other'), seenAt: noon })
    cache.forget('acme', 2)
    expect([acme, later, other].map((owner) => cache.firstSeen(owner, 'a') !== null)).toEqual([false, true, true])
    clock += 7 * day + 1
    expect(cache.firstSeen(other, 'a')).toBeNull()
    expect(cache.recordFirstSeen(other, [event('a', 'new')])).toEqual([])
    cache.clear()
    expect(cache.firstSeen(other, 'a')).toBeNull()
    expect(cache.status().entries).toBe(0)
  })

  test('is never taken for an answer of the same name', () => {
    const cache = make()
    cache.recordFirstSeen(acme, [event('a')])
    expect(cache.read(acme, 'a')).toBeNull()
    cache.write(acme, 'event a', 'an answer')
    expect(cache.firstSeen(acme, 'a')?.source).toBe(event('a').source)
  })
})

test('what led to events that were evicted goes at the next start', () => {
  const cache = open({ bytes: 400_000 })
  for (let page = 0; page < 30; page++) {
    const events = Array.from({ length: 50 }, (_, row) => ({ eventId: `${page}-${row}`, source: 'x'.repeat(400) }))
    cache.recordFirstSeen(acme, events)
  }
  expect(cache.firstSeen(acme, '0-0')).toBeNull()
  expect(cache.firstSeen(acme, '29-0')).not.toBeNull()
  expect(cache.status().bytes).toBeLessThanOrEqual(400_000)
  cache.close()
  open()
  const raw = new DatabaseSync(file)
  const { pointers } = raw.prepare('SELECT count(*) AS pointers FROM seen').get() as { pointers: number }
  raw.close()
  expect(pointers).toBeLessThan(30 * 50)
  expect(pointers % 50).toBe(0)
})

describe('the file', () => {
  test('is read again after a restart', () => {
    filled()
    const cache = open()
    expect(cache.read(acme, 'page 39')).toBe('39:'.padEnd(20_000, 'x'))
    expect(cache.status()).toMatchObject({
      place: 'disk',
      entries: 40,
      notice: null,
      oldest: '2026-11-20T12:00:00.000Z',
    })
  })

  test('holds no key, name or value in any plain form', () => {
    const cache = open()
    for (let index = 0; index < 50; index++)
      cache.write(acme, `cus_5Rb7nVy ${index}`, `{"customer_id":"cus_5Rb7nVy","n":${index}}`)
    cache.recordFirstSeen(acme, [{ eventId: 'cus_5Rb7nVy', source: '{"customer_id":"cus_5Rb7nVy"}' }])
    const all = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
    for (const secret of ['cus_5Rb7nVy', 'customer_id', 'acme']) {
      const bytes = Buffer.from(secret)
      for (const form of [secret, bytes.toString('base64').slice(0, -3), bytes.toString('hex')])
        expect(all.includes(form)).toBe(false)
      expect(all.includes(Buffer.from(secret, 'utf16le'))).toBe(false)
    }
  })

  test.skipIf(process.platform === 'win32')('and its log are for this user only, in an open folder too', () => {
    chmodSync(folder, 0o777)
    const modes = () => readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
    const expected = ['cache.db', 'cache.db-shm', 'cache.db-wal'].map((name) => [name, 0o600])
    const before = process.umask(0)
    try {
      open().write(acme, 'page', 'rows')
      expect(modes().sort()).toEqual(expected)
      // As an earlier version left them behind, which did not close.
      for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
      expect(open().read(acme, 'page')).toBe('rows')
      expect(modes().sort()).toEqual(expected)
    } finally {
      process.umask(before)
    }
  })

  test.skipIf(process.platform === 'win32').each(['', '-wal', '.lock'])(
    'is kept in memory where a link stands at cache.db%s, which is not followed',
    async (suffix) => {
      const elsewhere = join(folder, 'elsewhere')
      writeFileSync(elsewhere, 'as it was')
      symlinkSync(elsewhere, file + suffix)
      const keychain = { ...memoryKeychain(), persistent: true }
      const cache = await openCache({ file, keychain, now: () => clock })
      opened.push(cache)
      expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('is a link') })
      expectUsable(cache)
      expect(readFileSync(elsewhere, 'utf8')).toBe('as it was')
    },
  )

  test('a row moved to another name or owner does not open', () => {
    const cache = open()
    cache.write(acme, 'mine', 'value of mine')
    cache.write(acme, 'yours', 'value of yours')
    const raw = new DatabaseSync(file)
    raw.exec('UPDATE entry SET value = (SELECT value FROM entry ORDER BY used LIMIT 1)')
    raw.close()
    expect(cache.read(acme, 'mine')).toBe('value of mine')
    expect(cache.read(acme, 'yours')).toBeNull()
  })

  test('of version 1 is opened by this version', () => {
    copyFileSync(fileURLToPath(new URL('fixtures/cache-v1.db', import.meta.url)), file)
    clock = Date.parse('2026-11-20T12:00:00Z')
    const cache = open()
    expect(cache.read(acme, 'page 3')).toBe('the value of page 3')
    cache.recordFirstSeen(acme, [{ eventId: 'a', source: '{}' }])
    expect(cache.firstSeen(acme, 'a')?.source).toBe('{}')
  })

  test('of a newer version is left alone', () => {
    filled()
    const raw = new DatabaseSync(file)
    raw.exec(`PRAGMA user_version = ${CACHE_SCHEMA + 1}`)
    raw.close()
    const before = readFileSync(file)
    const cache = open()
    expectUsable(cache)
    expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('newer') })
    cache.close()
    expect(readFileSync(file)).toEqual(before)
  })

  test.each<[string, (cache: Cache) => void]>([
    ['written', (cache) => cache.write(acme, 'new', 'rows')],
    ['recorded', (cache) => cache.recordFirstSeen(acme, [{ eventId: 'new', source: '{}' }])],
  ])('loses what is too old while it is open, hourly, as rows are %s', (_, add) => {
    const cache = open()
    cache.write(acme, 'old', 'rows')
    cache.recordFirstSeen(acme, [{ eventId: 'old', source: '{}' }])
    const raw = new DatabaseSync(file)
    const counts = () => [
      raw.prepare('SELECT count(*) AS n FROM entry').get()?.n,
      raw.prepare('SELECT count(*) AS n FROM seen').get()?.n,
    ]
    clock += 7 * day - 1
    add(cache)
    const [entries, pointers] = counts()
    clock += 60 * 60 * 1000 - 1
    cache.remove(acme, 'new')
    add(cache)
    expect(counts()).toEqual([entries, pointers])
    clock += 1
    add(cache)
    expect(counts()).toEqual([Number(entries) - 2, Number(pointers) - 1])
    raw.close()
  })

  test('under another key is cleared, and that is said', () => {
    filled()
    const cache = open({ key: Buffer.alloc(32, 8) })
    expect(cache.status()).toMatchObject({ entries: 0, notice: expect.stringContaining('key') })
    expectUsable(cache)
  })
})

describe('damage', () => {
  const damages: [string, () => void][] = [
    ['truncated to half', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['truncated to 100 bytes', () => truncateSync(file, 100)],
    ['emptied', () => truncateSync(file, 0)],
    ['random bytes', () => writeFileSync(file, randomBytes(300_000))],
    ['a zeroed first page', () => overwrite(0)],
    ['a zeroed page in the middle', () => overwrite(4096 * 3)],
    ['the write-ahead log of another file', () => writeFileSync(`${file}-wal`, randomBytes(50_000))],
  ]
  function overwrite(position: number): void {
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(4096), 0, 4096, position)
  }
  test.each(damages)('%s: browsing goes on, nothing wrong is shown', (_, damage) => {
    filled()
    damage()
    expectUsable(open())
  })

  test('a damaged file is set aside, and that is said', () => {
    filled()
    writeFileSync(file, randomBytes(300_000))
    const cache = open()
    expect(cache.status()).toMatchObject({ place: 'disk', notice: expect.stringContaining('damaged') })
    expect(existsSync(`${file}.corrupt`)).toBe(true)
  })

  test('a lost write-ahead log loses rows, nothing else', () => {
    const cache = open()
    for (let index = 0; index < 40; index++) cache.write(acme, `page ${index}`, `${index}:`.padEnd(20_000, 'x'))
    // As after a crash: the file without its log.
    const copy = join(folder, 'copy.db')
    copyFileSync(file, copy)
    expectUsable(open({ at: copy }))
  })
})

describe('what a disk may do', () => {
  test('full: rows go to memory, and that is said', ({ skip }) => {
    const mount = join(folder, 'small')
    spawnSync('mkdir', [mount])
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', mount])
    if (mounted.status !== 0) skip('no right to mount a small tmpfs here')
    try {
      const cache = open({ at: join(mount, 'cache.db') })
      for (let index = 0; index < 40; index++) cache.write(acme, `page ${index}`, `${index}:`.padEnd(20_000, 'x'))
      expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('full') })
      expectUsable(cache)
      cache.close()
    } finally {
      spawnSync('umount', [mount])
    }
  })

  test('read-only folder: rows go to memory, and that is said', ({ skip }) => {
    if (process.getuid?.() === 0) {
      // Root may write anywhere, so another user tries.
      chownSync(folder, 0, 0)
      chmodSync(folder, 0o755)
      const script = `
        import { openCacheFile } from ${JSON.stringify(new URL('cache-file.ts', import.meta.url).href)}
        import { cacheCipher } from ${JSON.stringify(new URL('cache-cipher.ts', import.meta.url).href)}
        import { CACHE_LIMITS } from ${JSON.stringify(new URL('cache.ts', import.meta.url).href)}
        const cache = openCacheFile({ file: ${JSON.stringify(file)}, cipher: cacheCipher(Buffer.alloc(32, 7)), now: Date.now, limits: CACHE_LIMITS })
        cache.write({ connectionId: 'a', account: 1 }, 'page', 'rows')
        console.log(JSON.stringify([cache.read({ connectionId: 'a', account: 1 }, 'page'), cache.status()]))`
      const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        uid: 65534,
        gid: 65534,
        encoding: 'utf8',
      })
      if (ran.error !== undefined || /EACCES|MODULE_NOT_FOUND/.test(ran.stderr))
        skip('another user cannot read this checkout')
      expect(JSON.parse(ran.stdout)).toMatchObject([
        'rows',
        { place: 'memory', notice: expect.stringContaining('cannot be written') },
      ])
      return
    }
    chmodSync(folder, 0o555)
    const cache = open()
    expectUsable(cache)
    expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('cannot be written') })
    chmodSync(folder, 0o755)
  })

  test('locked by another process: rows are not kept meanwhile, and are again afterwards', () => {
    filled()
    const cache = open()
    const other = new DatabaseSync(file)
    other.exec('BEGIN EXCLUSIVE')
    cache.write(acme, 'during', 'lost')
    expect(cache.status().notice).toContain('Another program')
    other.exec('COMMIT')
    other.close()
    expectUsable(cache)
  })

  test.each<[string, (cache: Cache) => void, (string | null)[]]>([
    ['a connection', (cache) => cache.forget('acme'), [null, null, 'rows']],
    ['an account', (cache) => cache.forget('acme', 2), [null, 'rows', 'rows']],
    ['everything', (cache) => cache.clear(), [null, null, null]],
  ])('locked by another process: %s to be removed is not read meanwhile, and goes afterwards', (_, remove, left) => {
    const owners = [acme, { ...acme, account: 2 }, { connectionId: 'other', account: 1 }]
    const cache = open()
    for (const owner of owners) {
      cache.write(owner, 'page', 'rows')
      cache.recordFirstSeen(owner, [{ eventId: 'a', source: 'seen' }])
    }
    const readBy = (one: Cache) => owners.map((owner) => one.read(owner, 'page'))
    const seenBy = (one: Cache) => owners.map((owner) => one.firstSeen(owner, 'a')?.source.replace('seen', 'rows'))
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    remove(cache)
    expect(cache.status().notice).toContain('removed once that is over')
    for (const [index, value] of left.entries()) {
      if (value !== null) continue
      expect(readBy(cache)[index]).toBeNull()
      expect(seenBy(cache)[index]).toBeUndefined()
    }
    other.exec('COMMIT')
    other.close()
    expect(cache.status().notice).toBeNull()
    expect([readBy(cache), readBy(open())]).toEqual([left, left])
    expect(seenBy(open())).toEqual(left.map((value) => value ?? undefined))
  })

  test('locked by another process until the cache is closed: what was to be removed goes then', () => {
    filled()
    const cache = open()
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    cache.forget('acme')
    other.exec('COMMIT')
    other.close()
    cache.close()
    expect(open().status().entries).toBe(0)
  })

  test('two caches on one file see what the other wrote', () => {
    const one = open()
    const two = open()
    one.write(acme, 'from one', 'a')
    two.write(acme, 'from two', 'b')
    expect(two.read(acme, 'from one')).toBe('a')
    expect(one.read(acme, 'from two')).toBe('b')
  })

  test('a clock a year back: rows of a later date are dropped, and that is said', () => {
    filled()
    clock -= 365 * day
    const cache = open()
    expect(cache.status()).toMatchObject({ entries: 0, notice: expect.stringContaining('clock') })
    expectUsable(cache)
  })

  const rounds = process.env.EVENTSCOPE_LONG === '1' ? 200 : 10
  test(`kill -9 in the middle of writes, ${rounds} rounds: each value whole or absent`, {
    timeout: rounds * 3000,
  }, async () => {
    const script = `
      import { openCacheFile } from ${JSON.stringify(new URL('cache-file.ts', import.meta.url).href)}
      import { cacheCipher } from ${JSON.stringify(new URL('cache-cipher.ts', import.meta.url).href)}
      import { CACHE_LIMITS } from ${JSON.stringify(new URL('cache.ts', import.meta.url).href)}
      const cache = openCacheFile({ file: ${JSON.stringify(file)}, cipher: cacheCipher(Buffer.alloc(32, 7)), now: () => ${clock}, limits: { ...CACHE_LIMITS, bytes: 400_000 } })
      process.stdout.write('writing')
      for (let index = 0; ; index = (index + 1) % 40) {
        cache.write({ connectionId: 'acme', account: 1 }, 'page ' + index, (index + ':').padEnd(20_000, 'x'))
        cache.recordFirstSeen({ connectionId: 'acme', account: 1 }, [{ eventId: 'event ' + index, source: 'source ' + index }])
      }`
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await new Promise((resolve) => setTimeout(resolve, 5 + ((round * 37) % 60)))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      const checker = new DatabaseSync(file)
      expect(checker.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      checker.close()
      const cache = open()
      expectUsable(cache)
      for (let index = 0; index < 40; index++)
        expect([undefined, `source ${index}`]).toContain(cache.firstSeen(acme, `event ${index}`)?.source)
      expect(cache.status().place).toBe('disk')
      cache.close()
    }
  })
})

describe('putting it together', () => {
  test('a keychain that lasts gives the same key again', async () => {
    const keychain = { ...memoryKeychain(), persistent: true }
    const one = await openCache({ file, keychain, now: () => clock })
    one.write(acme, 'page', 'rows')
    one.close()
    const two = await openCache({ file, keychain, now: () => clock })
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
      return openCache({ file, keychain: { ...kept, persistent: true, write }, now: () => clock })
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
    const one = await openCache({ file, keychain, now: () => clock })
    one.write(acme, 'page', 'rows')
    one.close()
    await keychain.remove('cache-key')
    const two = await openCache({ file, keychain, now: () => clock })
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
    const cache = await openCache({ file, keychain, now: () => clock })
    cache.write(acme, 'page', 'rows')
    expect(cache.read(acme, 'page')).toBe('rows')
    expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('memory') })
    expect(existsSync(file)).toBe(false)
  })
})
