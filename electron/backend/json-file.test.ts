import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { jsonFile } from './json-file.ts'

async function file(path?: string) {
  const folder = await temporaryFolder()
  const notices: string[] = []
  const at = path ?? join(folder, 'things.json')
  const options = {
    path: at,
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
  expect(await things.write(['a', 'b'])).toEqual({ ok: true, value: null })
  expect(await things.write(['c'])).toEqual({ ok: true, value: null })
  expect(await things.read()).toEqual({ ok: true, value: ['c'] })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['things.json'])
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
  await things.write(['new'])
  const aside = (await readdir(folder)).filter((name) => name !== 'things.json')
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
  expect(await nowhere.file.write(['a'])).toMatchObject({
    failure: { kind: 'disk', detail: expect.stringContaining('ENOENT') },
  })
  await mkdir(join(folder, 'things.json'))
  await chmod(join(folder, 'things.json'), 0o700)
  const inTheWay = await file(join(folder, 'things.json'))
  expect(await inTheWay.file.read()).toMatchObject({
    failure: { kind: 'disk', detail: expect.stringContaining('EISDIR') },
  })
  expect((await inTheWay.file.write(['a'])).ok).toBe(false)
  expect(await readdir(folder)).toEqual(['things.json'])
})
