import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { createLogFile } from './log-file.ts'

let folder = ''
let troubles: string[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
  troubles = []
})
const onTrouble = (why: string) => void troubles.push(why)
const log = (mostBytes?: number) =>
  createLogFile({ folder, onTrouble, ...(mostBytes === undefined ? {} : { mostBytes }) })

test('lines are JSON, whatever is in them, for this user only, and read back latest last', async () => {
  const file = log()
  file.append({ message: 'one\ntwo\u2028\u0000' })
  file.append({ message: 'three' })
  expect(await readFile(file.path, 'utf8')).toBe('{"message":"one\\ntwo\u2028\\u0000"}\n{"message":"three"}\n')
  expect((await stat(file.path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'log'))).mode & 0o777).toBe(0o700)
  expect(log().tail(1)).toEqual(['{"message":"three"}'])
  expect(log().tail(9)).toHaveLength(2)
})

test('three files of so many bytes each are kept, and the oldest lines go', async () => {
  const file = log(100)
  for (let number = 0; number < 200; number += 1) file.append({ number })
  const names = (await readdir(join(folder, 'log'))).sort()
  expect(names).toEqual(['eventscope.1.jsonl', 'eventscope.2.jsonl', 'eventscope.jsonl'])
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'log', name), 'utf8')))
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(100)
  const [first = '', second = '', latest = ''] = texts
  const numbers = [second, first, latest].flatMap((text) => [...text.matchAll(/\d+/g)].map(Number))
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, at) => 200 - numbers.length + at))
  file.append({ message: 'x'.repeat(200) })
  expect(await readFile(file.path, 'utf8')).toBe(latest)
  expect(troubles).toEqual([])
})

test('a link in the place of the log is not followed, which is said once', async () => {
  const elsewhere = join(folder, 'elsewhere')
  await writeFile(elsewhere, 'as before')
  await mkdir(join(folder, 'log'), { mode: 0o700 })
  await symlink(elsewhere, join(folder, 'log', 'eventscope.jsonl'))
  const file = log()
  file.append({ message: 'x' })
  file.append({ message: 'y' })
  expect(file.tail(5)).toEqual([])
  expect(await readFile(elsewhere, 'utf8')).toBe('as before')
  expect(troubles).toEqual([expect.stringContaining('is a link')])
})

test('a link in the place of its folder is not followed, even where it comes while the log is kept, which is said once', async () => {
  const file = log(100)
  file.append({ message: 'before' })
  const elsewhere = join(folder, 'elsewhere')
  await rename(join(folder, 'log'), elsewhere)
  await symlink('elsewhere', join(folder, 'log'))
  for (let number = 0; number < 20; number += 1) file.append({ number })
  file.rewrite(
    () => true,
    () => '',
  )
  expect(file.tail(5)).toEqual([])
  expect(await readdir(elsewhere)).toEqual(['eventscope.jsonl'])
  expect(await readFile(join(elsewhere, 'eventscope.jsonl'), 'utf8')).toBe('{"message":"before"}\n')
  expect(troubles).toEqual([expect.stringMatching(/^The log cannot be kept: .*log is a link\./)])
})

test('a folder that is not this user’s alone is not written to', async () => {
  await writeFile(join(folder, 'log'), '')
  log().append({ message: 'x' })
  expect(troubles).toEqual(['The log cannot be kept: It is not a folder.'])
})

test('nothing is read back where nothing was written', () => {
  expect(log().tail(5)).toEqual([])
  expect(troubles).toEqual([])
})
