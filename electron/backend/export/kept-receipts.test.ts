import { cp, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createKeptReceipts } from './kept-receipts.ts'

const key = async () => ({ key: Buffer.alloc(32, 7) })
const acme = 'https://api.acme.example'
const mark = (bytes: number) => ({ bytes, sha256: String(bytes).padStart(64, '0') })

let folder = ''
let notices: string[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
  notices = []
})
const notice = (text: string) => void notices.push(text)
const kept = () => createKeptReceipts({ folder, key, notice })

test('a receipt is found by size and hash in a later run, and says nothing on the disk', async () => {
  await kept().keep('{"of":"cus_1"}', mark(18), acme)
  const later = kept()
  expect(await later.expects(18)).toBe(true)
  expect(await later.expects(19)).toBe(false)
  expect(await later.find(mark(18))).toBe('{"of":"cus_1"}')
  expect(await later.find({ ...mark(18), sha256: 'f'.repeat(64) })).toBeNull()
  expect(await later.find({ ...mark(18), bytes: 19 })).toBeNull()
  const [name = ''] = await readdir(join(folder, 'receipts'))
  const path = join(folder, 'receipts', name)
  expect((await stat(path)).mode & 0o077).toBe(0)
  expect((await readFile(path)).includes('cus_1')).toBe(false)
  expect(name).not.toMatch(/18|acme/)
  const other = createKeptReceipts({ folder, key: async () => ({ key: Buffer.alloc(32, 8) }), notice })
  expect(await other.expects(18)).toBe(false)
})

test('one that was put in the place of another is not a receipt', async () => {
  await kept().keep('{"a":1}', mark(1), acme)
  const [first = ''] = await readdir(join(folder, 'receipts'))
  await kept().keep('{"a":2}', mark(2), acme)
  const second = (await readdir(join(folder, 'receipts'))).find((name) => name !== first) ?? ''
  await rename(join(folder, 'receipts', first), join(folder, 'receipts', second))
  expect(await kept().find(mark(2))).toBeNull()
})

test('the latest two hundred are kept, and those of a service go with it', async () => {
  const receipts = kept()
  for (let bytes = 1; bytes <= 203; bytes += 1)
    await receipts.keep(`{"a":${bytes}}`, mark(bytes), bytes % 2 === 0 ? acme : 'https://b.example')
  expect(await readdir(join(folder, 'receipts'))).toHaveLength(200)
  await receipts.forget(acme)
  expect(await receipts.find(mark(202))).toBeNull()
  expect(await receipts.find(mark(203))).toBe('{"a":203}')
})

test('the end waits for what is being written', async () => {
  const receipts = kept()
  void receipts.keep('{"a":1}', mark(1), acme)
  await setImmediate()
  await receipts.end()
  expect(await readdir(join(folder, 'receipts'))).toEqual([expect.stringMatching(/\.sealed$/)])
})

test('without a key they are kept for this run', async () => {
  const why = async () => ({ why: 'no keychain answers' })
  const receipts = createKeptReceipts({ folder, key: why, notice })
  await receipts.keep('{"a":1}', mark(1), acme)
  expect(await receipts.find(mark(1))).toBe('{"a":1}')
  expect(await createKeptReceipts({ folder, key: why, notice }).expects(1)).toBe(false)
  await receipts.forget(acme)
  expect(await receipts.expects(1)).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

test('a link in the place of a receipt is not followed, and a folder that cannot be used is told', async () => {
  await kept().keep('{"a":1}', mark(1), acme)
  const [name = ''] = await readdir(join(folder, 'receipts'))
  const path = join(folder, 'receipts', name)
  await rename(path, join(folder, 'elsewhere'))
  await symlink(join(folder, 'elsewhere'), path)
  expect(await kept().find(mark(1))).toBeNull()
  expect(notices.join()).toContain('is a link')

  // Nor is one in the place of their folder: nothing is read, written or deleted behind it.
  const linked = join(folder, 'linked')
  await mkdir(linked)
  const theirs = join(folder, 'theirs')
  await cp(join(folder, 'receipts'), theirs, { recursive: true })
  await symlink(theirs, join(linked, 'receipts'))
  const before = await readdir(theirs)
  const through = createKeptReceipts({ folder: linked, key, notice })
  await through.keep('{"b":2}', mark(2), acme)
  await through.forget(acme)
  expect(await readdir(theirs)).toEqual(before)
  expect(notices.at(-1)).toContain('is a link')

  const blocked = join(folder, 'blocked')
  await mkdir(blocked)
  await writeFile(join(blocked, 'receipts'), '')
  await createKeptReceipts({ folder: blocked, key, notice }).keep('{"a":1}', mark(1), acme)
  expect(notices.at(-1)).toContain('It is not a folder')
})
