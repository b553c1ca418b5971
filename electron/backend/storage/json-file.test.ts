import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { jsonFile } from './json-file.ts'

async function file(path?: string) {
  const folder = await temporaryFolder()
  const notices: string[] = []
  const at = path ?? join(folder, 'things.json')
  const options = {
    folder: dirname(at),
    name: basename(at),
    version: 2,
    schema: z.array(z.string()),
    now: () => 0,
    notice: (text: string) => void notices.push(text),
  }
  return { folder, notices, path: at, file: jsonFile(options) }
}

test('what was written is read, by this user only, and nothing else is left behind', async () => {
  const { file: things, folder, path } = await file()
  expect(await things.read()).toEqual({ ok: true, value: null })
  expect(await things.change(() => ['a', 'b'])).toEqual({ ok: true, value: ['a', 'b'] })
  expect(await things.change((before) => [...(before ?? []), 'c'])).toEqual({ ok: true, value: ['a', 'b', 'c'] })
  expect(await things.read()).toEqual({ ok: true, value: ['a', 'b', 'c'] })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['things.json', 'things.json.lock'])
  expect((await stat(`${path}.lock`)).mode & 0o777).toBe(0o600)
})

test('what a killed process left of it is removed with the next change, and nothing else', async () => {
  const { file: things, folder } = await file()
  const others = ['others.json.0123456789ab.tmp', 'things.json.tmp', 'things.json.0123456789ab.tmp.txt']
  for (const name of ['things.json.0123456789ab.tmp', 'things.json.ffffffffffff.tmp', ...others]) {
    await writeFile(join(folder, name), '{')
  }
  // No file: it stays, and stops nothing.
  await mkdir(join(folder, 'things.json.aaaaaaaaaaaa.tmp'))
  expect(await things.change(() => ['a'])).toEqual({ ok: true, value: ['a'] })
  const left = ['things.json', 'things.json.lock', 'things.json.aaaaaaaaaaaa.tmp', ...others]
  expect((await readdir(folder)).sort()).toEqual(left.sort())
})

test.each([
  ['half of it', '{"version":2,"content":["a"'],
  ['another shape', '{"version":2,"content":{"a":1}}'],
  ['no version', '["a"]'],
  ['random bytes', '\u0000\ufffd\u0001'],
  ['nothing', ''],
])('a corrupt file (%s) is set aside, told, and never overwritten', async (_, text) => {
  const { file: things, folder, path, notices } = await file()
  await writeFile(path, text)
  expect(await things.read()).toEqual({ ok: true, value: null })
  await things.change(() => ['new'])
  const aside = (await readdir(folder)).filter((name) => name.includes('unreadable'))
  expect(aside).toHaveLength(1)
  expect(await readFile(join(folder, aside[0]!), 'utf8')).toBe(text)
  expect(notices).toEqual([expect.stringContaining(aside[0]!)])
})

test('a file of a newer version is left as it is', async () => {
  const { file: things, folder, path } = await file()
  const text = '{"version":3,"content":"unheard of"}'
  await writeFile(path, text)
  expect(await things.read()).toMatchObject({
    ok: false,
    failure: { kind: 'disk', detail: expect.stringContaining('newer') },
  })
  expect(await readFile(path, 'utf8')).toBe(text)
  expect(await readdir(folder)).toEqual(['things.json'])
})

test('what the disk refuses is a failure with its words', async () => {
  const { folder } = await file()
  const nowhere = await file(join(folder, 'missing', 'things.json'))
  expect(await nowhere.file.change(() => ['a'])).toMatchObject({
    failure: { kind: 'disk', detail: expect.stringContaining('ENOENT') },
  })
  await mkdir(join(folder, 'things.json'))
  await chmod(join(folder, 'things.json'), 0o700)
  const inTheWay = await file(join(folder, 'things.json'))
  expect(await inTheWay.file.read()).toMatchObject({
    failure: { kind: 'disk', detail: expect.stringContaining('is not a file') },
  })
  expect((await inTheWay.file.change(() => ['a'])).ok).toBe(false)
  expect(await readdir(folder)).toEqual(['things.json', 'things.json.lock'])
})

test.skipIf(process.platform === 'win32')(
  'a link, in its place or its lock’s, is neither read nor written through',
  async () => {
    const { file: things, folder, path } = await file()
    const elsewhere = join(folder, 'elsewhere')
    await writeFile(elsewhere, '{"version":2,"content":["theirs"]}')
    for (const [link, words] of [
      [path, `${path} is a link`],
      [`${path}.lock`, `${path}.lock is a link`],
    ] as const) {
      await rm(link, { force: true })
      await symlink(elsewhere, link)
      const refused = { failure: { kind: 'disk', detail: expect.stringContaining(words) } }
      if (link === path) expect(await things.read()).toMatchObject(refused)
      expect(await things.change(() => ['ours'])).toMatchObject(refused)
      await rm(link)
    }
    expect(await readFile(elsewhere, 'utf8')).toContain('theirs')
  },
)

test.skipIf(process.platform === 'win32')('a file that others could write is said, and theirs no more', async () => {
  const { file: things, path, notices } = await file()
  await things.change(() => ['a'])
  await chmod(path, 0o666)
  expect(await things.read()).toEqual({ ok: true, value: ['a'] })
  expect(notices).toEqual([expect.stringContaining('could write')])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a file larger than any of ours is set aside unread', async () => {
  const { file: things, folder, path } = await file()
  await writeFile(path, ' ')
  await truncate(path, 3 * 1024 ** 3)
  expect(await things.read()).toEqual({ ok: true, value: null })
  expect((await readdir(folder)).filter((name) => name.includes('unreadable'))).toHaveLength(1)
})

/** A program that appends to the document in the folder of its first argument, 20 times. */
const APPENDER = `
  import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
  import { jsonFile } from ${JSON.stringify(new URL('json-file.ts', import.meta.url))}
  const [folder, name] = process.argv.slice(1)
  const things = jsonFile({ folder, name: 'things.json', version: 2, schema: z.array(z.string()), now: Date.now, notice: console.error })
  for (let change = 0; change < 20; change++) {
    const { ok } = await things.change((before) => [...(before ?? []), name + change])
    if (!ok) process.exitCode = 1
  }
`

test('changes by several processes at once are all kept', async () => {
  const { file: things, folder } = await file()
  const others = ['x', 'y'].map((name) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', APPENDER, folder, name]),
  )
  for (let change = 0; change < 20; change++) {
    expect((await things.change((before) => [...(before ?? []), `mine ${change}`])).ok).toBe(true)
  }
  await Promise.all(others)
  const kept = await things.read()
  expect(kept.ok && kept.value).toHaveLength(60)
})

test('a lock that another one keeps is told, one that its holder left behind is free', async () => {
  const { file: things, path } = await file()
  const holder = new DatabaseSync(`${path}.lock`)
  holder.exec('BEGIN IMMEDIATE')
  expect(await things.change(() => ['a'])).toMatchObject({
    failure: { kind: 'disk', detail: expect.stringContaining('Another Eventscope') },
  })
  holder.close()
  expect((await things.change(() => ['a'])).ok).toBe(true)
  await writeFile(`${path}.lock`, 'no lock of ours, whatever put it here')
  expect((await things.change(() => ['b'])).ok).toBe(true)
})
