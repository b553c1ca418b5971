import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { underPassingLock } from './file-lock.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder, 'lock')
})

/** Another process that holds the lock until it is killed. */
async function startHolder() {
  const program = `
    import { underPassingLock } from ${JSON.stringify(new URL('file-lock.ts', import.meta.url))}
    const work = Promise.withResolvers()
    // Keeps the process, and the work from being collected with its lock.
    setInterval(() => work.promise, 1_000)
    await underPassingLock(${JSON.stringify(path)}, {}, () => {
      process.stdout.write('held')
      return work.promise
    })
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('is waited for while another process holds it, and is free once that is killed', async () => {
  const holder = await startHolder()
  const order: string[] = []
  const onWait = () => {
    order.push('waits')
    holder.kill('SIGKILL')
  }
  expect(await underPassingLock(path, { onWait }, async () => order.push('works'))).toBe(2)
  expect(order).toEqual(['waits', 'works'])
  expect(await readdir(folder)).toEqual([])
})

test('is waited for no longer once the signal says so', async () => {
  await startHolder()
  const stopping = new AbortController()
  const onWait = () => stopping.abort()
  expect(await underPassingLock(path, { signal: stopping.signal, onWait }, async () => 'works')).toBeNull()
  expect(await readdir(folder)).toEqual(['lock'])
})

test('of many who want it at once, one at a time has it, and its file is gone in the end', async () => {
  let holders = 0
  let most = 0
  const all = Array.from({ length: 12 }, () =>
    underPassingLock(path, {}, async () => {
      holders += 1
      most = Math.max(most, holders)
      await new Promise(setImmediate)
      holders -= 1
      return 'done'
    }),
  )
  expect(await Promise.all(all)).toEqual(Array.from(all, () => 'done'))
  expect(most).toBe(1)
  expect(await readdir(folder)).toEqual([])
})

test.skipIf(process.platform === 'win32')('is never taken through a link', async () => {
  await writeFile(join(folder, 'theirs'), 'theirs')
  await symlink('theirs', path)
  await expect(underPassingLock(path, {}, async () => 'works')).rejects.toThrow('is a link')
})
