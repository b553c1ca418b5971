import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { StoredKey } from '../keychain/keychain.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createRemembered } from './remembered.ts'

const key: StoredKey = { key: Buffer.alloc(32, 7) }
const effects = { now: () => 0, notice: () => undefined }

async function opened(stored: StoredKey = key) {
  const folder = await temporaryFolder()
  const start = (again: StoredKey = stored) => createRemembered({ folder, key: Promise.resolve(again), ...effects })
  return { start, path: join(folder, 'remembered.json') }
}

test('outlives the run, apart for each connection and name, and nothing of it is readable on the disk', async () => {
  const { start, path } = await opened()
  const first = start()
  await Promise.all([
    first.write('northwind', 'columns', 'metadata[invoice_id]'),
    first.write('northwind', 'searches', 'cus_globex'),
    first.write('__proto__', 'constructor', 'of another'),
  ])
  const second = start()
  expect(await second.read('northwind', 'columns')).toBe('metadata[invoice_id]')
  expect(await second.read('northwind', 'searches')).toBe('cus_globex')
  expect(await second.read('__proto__', 'constructor')).toBe('of another')
  expect(await second.read('globex', 'columns')).toBeNull()
  expect(await second.read('northwind', 'toString')).toBeNull()
  expect(await readFile(path, 'utf8')).not.toMatch(/northwind|invoice|columns|searches|globex/)
})

test('what was written last holds, and what is forgotten is gone from the file', async () => {
  const { start } = await opened()
  const remembered = start()
  await remembered.write('a', 'columns', 'one')
  await remembered.write('a', 'columns', 'two')
  await remembered.write('b', 'columns', 'three')
  expect(await remembered.read('a', 'columns')).toBe('two')
  await remembered.forget('a')
  expect(await start().read('a', 'columns')).toBeNull()
  expect(await start().read('b', 'columns')).toBe('three')
})

test('a value put in another place does not open there, nor with another key', async () => {
  const { start, path } = await opened()
  await start().write('a', 'columns', 'one')
  await start().write('b', 'columns', 'two')
  const file = JSON.parse(await readFile(path, 'utf8'))
  const [a, b] = Object.keys(file.content)
  file.content = { [a as string]: file.content[b as string], [b as string]: file.content[a as string] }
  await writeFile(path, JSON.stringify(file))
  expect(await start().read('a', 'columns')).toBeNull()
  expect(await start({ key: Buffer.alloc(32, 8) }).read('b', 'columns')).toBeNull()
})

test('without a key it is remembered for this run, and nothing is written', async () => {
  const { start, path } = await opened({ why: 'no keychain answers' })
  const remembered = start()
  expect(await remembered.write('a', 'columns', 'one')).toEqual({ ok: true, value: null })
  expect(await remembered.read('a', 'columns')).toBe('one')
  expect(await start().read('a', 'columns')).toBeNull()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('more than the file may hold is refused, kept for this run, and costs nothing of what is there', async () => {
  const { start } = await opened()
  const remembered = start()
  await remembered.write('a', 'columns', 'one')
  const large = 'x'.repeat(10 * 1024 * 1024)
  expect(await remembered.write('a', 'searches', large)).toMatchObject({ failure: { kind: 'disk' } })
  expect(await remembered.read('a', 'searches')).toBe(large)
  expect(await start().read('a', 'searches')).toBeNull()
  expect(await start().read('a', 'columns')).toBe('one')
})

test('what an earlier version sealed with another key is read, and forgotten; what is written since counts first', async () => {
  const { start, path } = await opened()
  await start().write('a', 'columns', 'one')
  await start().write('a', 'searches', 'cus_globex')
  await start().write('b', 'columns', 'of another')
  const folder = dirname(path)
  const next = createRemembered({
    folder,
    key: Promise.resolve({ key: Buffer.alloc(32, 9) }),
    earlierKey: async () => key,
    ...effects,
  })
  expect(await next.read('a', 'columns')).toBe('one')
  await next.write('a', 'columns', 'two')
  expect(await next.read('a', 'columns')).toBe('two')
  expect(await next.read('a', 'searches')).toBe('cus_globex')
  await next.forget('a')
  expect(await next.read('a', 'columns')).toBeNull()
  expect(await next.read('a', 'searches')).toBeNull()
  expect(await next.read('b', 'columns')).toBe('of another')
})

test('what could not be written is forgotten with its owner, and replaced by what could be', async () => {
  const { start } = await opened()
  const remembered = start()
  const large = 'x'.repeat(6 * 1024 * 1024)
  await remembered.write('b', 'searches', large)
  expect(await remembered.write('a', 'searches', large)).toMatchObject({ ok: false })
  await remembered.write('a', 'searches', 'small')
  expect(await remembered.read('a', 'searches')).toBe('small')
  await remembered.write('a', 'searches', large)
  await remembered.forget('a')
  expect(await remembered.read('a', 'searches')).toBeNull()
})

test('without a key there is nothing in a file to forget', async () => {
  const { start } = await opened({ why: 'no keychain answers' })
  const remembered = start()
  await remembered.write('a', 'columns', 'one')
  await remembered.forget('a')
  expect(await remembered.read('a', 'columns')).toBeNull()
})

test('a value put under another name of its own connection does not open there', async () => {
  const { start, path } = await opened()
  await start().write('a', 'columns', 'one')
  await start().write('a', 'searches', 'two')
  const file = JSON.parse(await readFile(path, 'utf8'))
  const [owner = ''] = Object.keys(file.content)
  const [one = '', two = ''] = Object.keys(file.content[owner])
  file.content[owner] = { [one]: file.content[owner][two], [two]: file.content[owner][one] }
  await writeFile(path, JSON.stringify(file))
  expect(await start().read('a', 'columns')).toBeNull()
})

test('the earlier key is asked for once, and only where there is something that it may open', async () => {
  const { start, path } = await opened()
  await start().write('a', 'columns', 'one')
  await start().forget('a')
  let asked = 0
  const remembered = createRemembered({
    folder: dirname(path),
    key: Promise.resolve(key),
    earlierKey: async () => {
      asked += 1
      return { key: Buffer.alloc(32, 9) }
    },
    ...effects,
  })
  await remembered.read('a', 'columns')
  expect(asked).toBe(0)
  await remembered.write('b', 'columns', 'two')
  await remembered.read('a', 'columns')
  await remembered.read('a', 'searches')
  expect(asked).toBe(1)
})
