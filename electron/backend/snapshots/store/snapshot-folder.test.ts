import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { heldLock, snapshotFolder } from './snapshot-folder.ts'

test('one holds it at a time, and it writes nothing: a full disk can be locked too', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'a.lock')
  const first = heldLock(path)
  expect(first).not.toBeNull()
  expect(readdirSync(folder)).toEqual(['a.lock'])
  expect(heldLock(path)).toBeNull()
  first?.release()
  const second = heldLock(path)
  expect(second).not.toBeNull()
  second?.release()
  expect(statSync(path).size).toBe(0)
})

test('a folder that others can write to, or that is none, is not used', async () => {
  const used = async (make: (all: string, elsewhere: string) => void) => {
    const userData = await temporaryFolder()
    const all = join(userData, 'snapshots')
    make(all, await temporaryFolder())
    const folder = snapshotFolder(userData, false)
    return { refused: folder.refused?.replace(all, 'FOLDER') ?? null, ids: folder.ids() }
  }
  const withMode = (mode: number) => (all: string) => {
    mkdirSync(all)
    chmodSync(all, mode)
    writeFileSync(join(all, 'a.db'), '')
  }
  expect(await used(withMode(0o700))).toEqual({ refused: null, ids: ['a'] })
  for (const mode of [0o720, 0o702]) {
    expect(await used(withMode(mode))).toMatchObject({ refused: expect.stringContaining('Others'), ids: [] })
  }
  expect(await used((all, elsewhere) => symlinkSync(elsewhere, all))).toMatchObject({
    refused: expect.any(String),
    ids: [],
  })
  expect(await used((all) => writeFileSync(all, ''))).toEqual({
    refused: 'FOLDER is not a folder. Move it away.',
    ids: [],
  })
})

test('what is for this run only is there as long as it runs, and what an ended run left goes', async () => {
  const userData = await temporaryFolder()
  const left = join(userData, 'snapshots', 'run-of-before')
  mkdirSync(left, { recursive: true })
  const first = snapshotFolder(userData, true)
  writeFileSync(first.pathOf('a'), '')
  const second = snapshotFolder(userData, true)
  expect([first.exists('a'), second.exists('a'), existsSync(left)]).toEqual([true, false, false])
  first.end()
  expect([first.exists('a'), readdirSync(join(userData, 'snapshots')).length]).toEqual([false, 1])
  second.end()
})
