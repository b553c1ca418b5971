// What a disk, other processes and the clock may do to a cache file.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Cache } from './cache.ts'
import { acme, cacheWorld, day, expectUsable } from './fixtures/cache-world.ts'

const world = cacheWorld()

describe('what a disk may do', () => {
  test('full: rows go to memory, and that is said', ({ skip }) => {
    const mount = join(world.folder, 'small')
    spawnSync('mkdir', [mount])
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', mount])
    if (mounted.status !== 0) skip('no right to mount a small tmpfs here')
    try {
      const cache = world.open({ at: join(mount, 'cache.db') })
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
      chownSync(world.folder, 0, 0)
      chmodSync(world.folder, 0o755)
      const script = `
        import { openCacheFile } from ${JSON.stringify(new URL('open-cache.ts', import.meta.url).href)}
        import { cacheCipher } from ${JSON.stringify(new URL('../storage/sealing.ts', import.meta.url).href)}
        import { CACHE_LIMITS } from ${JSON.stringify(new URL('cache.ts', import.meta.url).href)}
        const cache = openCacheFile({ file: ${JSON.stringify(world.file)}, cipher: cacheCipher(Buffer.alloc(32, 7)), now: Date.now, limits: CACHE_LIMITS })
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
    chmodSync(world.folder, 0o555)
    const cache = world.open()
    expectUsable(cache)
    expect(cache.status()).toMatchObject({ place: 'memory', notice: expect.stringContaining('cannot be written') })
    chmodSync(world.folder, 0o755)
  })

  test('locked by another process: rows are not kept meanwhile, and are again afterwards', () => {
    world.filled()
    const cache = world.open()
    const other = new DatabaseSync(world.file)
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
    const cache = world.open()
    for (const owner of owners) {
      cache.write(owner, 'page', 'rows')
      cache.recordFirstSeen(owner, [{ eventId: 'a', source: 'seen' }])
    }
    const readBy = (one: Cache) => owners.map((owner) => one.read(owner, 'page'))
    const seenBy = (one: Cache) => owners.map((owner) => one.firstSeen(owner, 'a')?.source.replace('seen', 'rows'))
    const other = new DatabaseSync(world.file)
    other.exec('BEGIN IMMEDIATE')
    remove(cache)
    expect(cache.status().notice).toContain('deleted once it has finished')
    for (const [index, value] of left.entries()) {
      if (value !== null) continue
      expect(readBy(cache)[index]).toBeNull()
      expect(seenBy(cache)[index]).toBeUndefined()
    }
    other.exec('COMMIT')
    other.close()
    expect(cache.status().notice).toBeNull()
    expect([readBy(cache), readBy(world.open())]).toEqual([left, left])
    expect(seenBy(world.open())).toEqual(left.map((value) => value ?? undefined))
  })

  test('locked by another process until the cache is closed: what was to be removed goes then', () => {
    world.filled()
    const cache = world.open()
    const other = new DatabaseSync(world.file)
    other.exec('BEGIN IMMEDIATE')
    cache.forget('acme')
    other.exec('COMMIT')
    other.close()
    cache.close()
    expect(world.open().status().entries).toBe(0)
  })

  test('two caches on one file see what the other wrote', () => {
    const one = world.open()
    const two = world.open()
    one.write(acme, 'from one', 'a')
    two.write(acme, 'from two', 'b')
    expect(two.read(acme, 'from one')).toBe('a')
    expect(one.read(acme, 'from two')).toBe('b')
  })

  test('a clock a year back: rows of a later date are dropped, and that is said', () => {
    world.filled()
    world.clock -= 365 * day
    const cache = world.open()
    expect(cache.status()).toMatchObject({ entries: 0, notice: expect.stringContaining('clock') })
    expectUsable(cache)
  })

  const rounds = process.env.EVENTSCOPE_LONG === '1' ? 200 : 10
  test(`kill -9 in the middle of writes, ${rounds} rounds: each value whole or absent`, async () => {
    const script = `
      import { openCacheFile } from ${JSON.stringify(new URL('open-cache.ts', import.meta.url).href)}
      import { cacheCipher } from ${JSON.stringify(new URL('../storage/sealing.ts', import.meta.url).href)}
      import { CACHE_LIMITS } from ${JSON.stringify(new URL('cache.ts', import.meta.url).href)}
      const cache = openCacheFile({ file: ${JSON.stringify(world.file)}, cipher: cacheCipher(Buffer.alloc(32, 7)), now: () => ${world.clock}, limits: { ...CACHE_LIMITS, bytes: 400_000 } })
      process.stdout.write('writing')
      for (let index = 0; ; index = (index + 1) % 40) {
        cache.write({ connectionId: 'acme', account: 1 }, 'page ' + index, (index + ':').padEnd(20_000, 'x'))
        cache.recordFirstSeen({ connectionId: 'acme', account: 1 }, [{ eventId: 'event ' + index, source: 'source ' + index }])
      }`
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await new Promise((resolve) => setTimeout(resolve, 5 + ((round * 37) % 60)))
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      const checker = new DatabaseSync(world.file)
      expect(checker.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      checker.close()
      const cache = world.open()
      expectUsable(cache)
      for (let index = 0; index < 40; index++)
        expect([undefined, `source ${index}`]).toContain(cache.firstSeen(acme, `event ${index}`)?.source)
      expect(cache.status().place).toBe('disk')
      cache.close()
    }
  })
})
