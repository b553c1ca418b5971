import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { writeWholeFile } from './fixtures/write-whole-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})
const encoder = new TextEncoder()
const bytesOf = (...texts: string[]) => texts.map((text) => encoder.encode(text))
const failure = (detail: string | RegExp) => ({
  ok: false,
  failure: { kind: 'disk', detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
})

test('writes a new file, replaces an old one, and leaves nothing beside it', async () => {
  const path = join(folder, 'events.csv')
  await writeWholeFile(path, bytesOf('first'))
  const text = 'größer, €, 返金, 👩🏽‍💻'
  const sha256 = createHash('sha256').update(text).digest('hex')
  const written = await writeWholeFile(path, bytesOf('größer, ', '€, 返金, 👩🏽‍💻'))
  expect(written).toEqual({ ok: true, value: { bytes: Buffer.byteLength(text), sha256 } })
  expect(await readFile(path, 'utf8')).toBe(text)
  expect(await readdir(folder)).toEqual(['events.csv'])
})

describe.skipIf(process.platform === 'win32')('who may read it', () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777
  let umask = 0
  beforeEach(() => {
    umask = process.umask(0o022)
  })
  afterEach(() => void process.umask(umask))

  test('of a new file its user alone, from its first byte on', async () => {
    const path = join(folder, 'events.csv')
    const modes: number[] = []
    async function* chunks() {
      for (let at = 0; at < 3; at += 1) {
        for (const name of await readdir(folder)) modes.push(await modeOf(join(folder, name)))
        yield new Uint8Array(256 * 1024)
      }
    }
    await writeWholeFile(path, chunks())
    expect(new Set(modes)).toEqual(new Set([0o600]))
    expect(await modeOf(path)).toBe(0o600)
  })

  test.each([0o644, 0o664, 0o640, 0o600, 0o666])('of one that was there those who could before (%o)', async (mode) => {
    const path = join(folder, 'events.csv')
    await writeFile(path, 'earlier')
    await chmod(path, mode)
    await writeWholeFile(path, bytesOf('later'))
    expect(await readFile(path, 'utf8')).toBe('later')
    expect(await modeOf(path)).toBe(mode)
  })
})

test.each(['x', '文', 'é', '👩'])('a name of as many %s as the file system takes is written', async (letter) => {
  const name = `${letter.repeat(Math.floor(251 / Buffer.byteLength(letter)))}.csv`
  const path = join(folder, name)
  await writeWholeFile(path, bytesOf('long'))
  expect(await readFile(path, 'utf8')).toBe('long')
  expect(await writeWholeFile(join(folder, `${letter}${name}`), bytesOf('longer'))).toEqual(failure(/name is longer/))
  expect(await readdir(folder)).toEqual([name])
})

test('rows come no more than one write ahead of the disk, and many small pieces are one write', async () => {
  const chunk = new Uint8Array(64 * 1024)
  const path = join(folder, 'events.csv')
  let pulled = 0
  async function* chunks() {
    for (; pulled < 9; pulled += 1) {
      const [part = ''] = await readdir(folder)
      const { size } = await stat(join(folder, part))
      const writes = Math.floor(pulled / 2)
      expect(size).toBeGreaterThanOrEqual((writes - 1) * 2 * chunk.length)
      expect(size).toBeLessThanOrEqual(writes * 2 * chunk.length)
      yield chunk
    }
  }
  expect((await writeWholeFile(path, chunks())).ok).toBe(true)
  expect((await stat(path)).size).toBe(9 * chunk.length)
})

describe('what is there stays as it was, and nothing lies beside it, when', () => {
  async function refuses(name: string, before: string[], detail: string | RegExp) {
    const result = await writeWholeFile(join(folder, name), bytesOf('x'))
    expect(result).toEqual(failure(detail))
    expect((await readdir(folder)).sort()).toEqual(before)
  }

  test('it is a folder', async () => {
    await mkdir(join(folder, 'taken'))
    await refuses('taken', ['taken'], `${join(folder, 'taken')} was not written. It is a folder.`)
  })

  test('it is a link, also one that leads nowhere', async () => {
    await writeFile(join(folder, 'real'), 'kept')
    await symlink('real', join(folder, 'link'))
    await symlink('nowhere', join(folder, 'loose'))
    await refuses('link', ['link', 'loose', 'real'], /It is a link/)
    await refuses('loose', ['link', 'loose', 'real'], /It is a link/)
    expect(await readFile(join(folder, 'real'), 'utf8')).toBe('kept')
    expect(await readlink(join(folder, 'link'))).toBe('real')
  })

  test('its folder is not there, or is none', async () => {
    await writeFile(join(folder, 'file'), '')
    await refuses('missing/a.csv', ['file'], /There is no folder .*missing\.$/)
    await refuses('file/a.csv', ['file'], /file is not a folder\.$/)
  })

  test('it or its folder may not be written to', async ({ skip }) => {
    if (process.getuid?.() === 0) skip('root may write everywhere')
    await writeFile(join(folder, 'a.csv'), 'kept', { mode: 0o400 })
    await refuses('a.csv', ['a.csv'], /You may not write to it \(EACCES\)/)
    await chmod(folder, 0o500)
    await refuses('b.csv', ['a.csv'], /You may not write to it \(EACCES\)/)
    await chmod(folder, 0o700)
  })

  test('the disk fills up', async ({ skip }) => {
    const mount = join(folder, 'small')
    await mkdir(mount)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', mount]).status !== 0)
      skip('no right to mount a small tmpfs here')
    try {
      const path = join(mount, 'a.csv')
      await writeFile(path, 'kept')
      const chunk = new Uint8Array(64 * 1024)
      const result = await writeWholeFile(
        path,
        Array.from({ length: 100 }, () => chunk),
      )
      expect(result).toEqual(failure(`${path} was not written. The disk is full.`))
      expect(await readFile(path, 'utf8')).toBe('kept')
      expect(await readdir(mount)).toEqual(['a.csv'])
    } finally {
      spawnSync('umount', [mount])
    }
  })

  test('what is to be written breaks off', async () => {
    const path = join(folder, 'a.csv')
    await writeFile(path, 'kept')
    async function* chunks() {
      yield encoder.encode('x')
      throw new Error('the source broke')
    }
    await expect(writeWholeFile(path, chunks())).rejects.toThrow('the source broke')
    expect(await readFile(path, 'utf8')).toBe('kept')
    expect(await readdir(folder)).toEqual(['a.csv'])
  })
})
