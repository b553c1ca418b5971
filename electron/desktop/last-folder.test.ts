import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../backend/fixtures/temporary-folder.ts'
import { lastFolderIn } from './last-folder.ts'

test('the last folder is known to the next run, and nothing that is no path', async () => {
  const file = join(await temporaryFolder(), 'save-folder')
  expect(lastFolderIn(file).read()).toBe(null)
  lastFolderIn(file).write('/home/u/Größe')
  expect(lastFolderIn(file).read()).toBe('/home/u/Größe')
  for (const broken of ['relative', '', '/a\0b', `/${'x'.repeat(5_000)}`]) {
    await writeFile(file, broken)
    expect(lastFolderIn(file).read()).toBe(null)
  }
})

test('a disk that refuses forgets it only after this run', async () => {
  const folder = lastFolderIn(join(await temporaryFolder(), 'missing', 'save-folder'))
  folder.write('/home/u')
  expect(folder.read()).toBe('/home/u')
})
