import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveFile } from './save-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventscope-save-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('writes a new file, replaces an old one, and leaves nothing beside it', async () => {
  const path = join(folder, 'events.csv')
  await saveFile(path, 'first')
  await saveFile(path, 'größer, €')
  expect(await readFile(path, 'utf8')).toBe('größer, €')
  expect(await readdir(folder)).toEqual(['events.csv'])
})

test('a name as long as the file system takes still has room for its temporary one', async () => {
  const path = join(folder, `${'x'.repeat(251)}.csv`)
  await saveFile(path, 'long')
  expect(await readFile(path, 'utf8')).toBe('long')
})

test('what cannot be written leaves what was there, and nothing beside it', async () => {
  const path = join(folder, 'taken')
  await mkdir(path)
  await writeFile(join(path, 'kept'), 'kept')
  await expect(saveFile(path, 'x')).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM|EEXIST/)
  expect(await readdir(folder)).toEqual(['taken'])
  await expect(saveFile(join(folder, 'missing', 'a.csv'), 'x')).rejects.toThrow(/ENOENT/)
})
