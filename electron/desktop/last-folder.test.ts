import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { chmod, lstat, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
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

test('a shorter path leaves nothing of the longer one before it, and a file larger than any path is not read', async () => {
  const file = join(await temporaryFolder(), 'save-folder')
  lastFolderIn(file).write('/home/u/a long one')
  lastFolderIn(file).write('/home/u')
  expect(await readFile(file, 'utf8')).toBe('/home/u')
  await writeFile(file, `/home/u${'\0'.repeat(100_000)}`)
  expect(lastFolderIn(file).read()).toBe(null)
})

describe.skipIf(process.platform === 'win32')('where others can write to the user-data folder', () => {
  test('a link they placed is neither read nor written through', async () => {
    const folder = await temporaryFolder()
    const [file, victim] = [join(folder, 'save-folder'), join(folder, 'victim')]
    await writeFile(victim, '/theirs')
    await symlink(victim, file)
    const last = lastFolderIn(file)
    expect(last.read()).toBe(null)
    last.write('/home/u')
    expect(last.read()).toBe('/home/u')
    expect(await readFile(victim, 'utf8')).toBe('/theirs')
    expect((await lstat(file)).isSymbolicLink()).toBe(true)
  })

  test('a pipe they placed holds nobody up', async () => {
    const file = join(await temporaryFolder(), 'save-folder')
    execFileSync('mkfifo', [file])
    // In a process of its own: one that waits for the pipe's other end does not get as far as its time limit here.
    const program = `
      import { lastFolderIn } from ${JSON.stringify(new URL('last-folder.ts', import.meta.url))}
      const last = lastFolderIn(${JSON.stringify(file)})
      const before = last.read()
      last.write('/home/u')
      console.log(before, last.read())`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 10_000 })
    expect(output.toString()).toBe('null /home/u\n')
    expect((await lstat(file)).isFIFO()).toBe(true)
  })

  test('what they could write is not believed, and is theirs no more', async () => {
    const file = join(await temporaryFolder(), 'save-folder')
    lastFolderIn(file).write('/home/u')
    await chmod(file, 0o666)
    expect(lastFolderIn(file).read()).toBe(null)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await rm(file)
    await writeFile(file, '/theirs')
    await chmod(file, 0o666)
    lastFolderIn(file).write('/home/u')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lastFolderIn(file).read()).toBe('/home/u')
  })
})
