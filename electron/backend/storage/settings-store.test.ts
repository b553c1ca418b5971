import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../../shared/contract/settings.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { createSettings } from './settings-store.ts'

const effects = { now: () => 0, notice: () => undefined }

test('changes what is given, keeps the rest, and outlives the run', async () => {
  const folder = await temporaryFolder()
  const first = createSettings({ folder, ...effects })
  expect(await first.read()).toEqual(defaultSettings)
  await Promise.all([first.write({ theme: 'dark' }), first.write({ pageSize: 100 }), first.write({ zone: undefined })])
  const second = createSettings({ folder, ...effects })
  expect(await second.read()).toEqual({ ...defaultSettings, theme: 'dark', pageSize: 100 })
})

async function stored(content: unknown) {
  const folder = await temporaryFolder()
  const path = join(folder, 'settings.json')
  await writeFile(path, JSON.stringify({ version: 1, content }))
  const notices: string[] = []
  const settings = createSettings({ folder, now: () => 0, notice: (text) => void notices.push(text) })
  return { settings, notices, kept: async () => JSON.parse(await readFile(path, 'utf8')).content }
}

test('a value that does not fit falls back alone, and is said', async () => {
  const { settings, notices } = await stored({ ...defaultSettings, theme: 'sepia', pageSize: 25 })
  expect(await settings.read()).toEqual({ ...defaultSettings, pageSize: 25 })
  expect(notices).toEqual(['In settings.json, “theme” is not valid. Its default is used.'])
})

test.each([
  ['zone', 42],
  ['zone', ''],
  ['zone', 'x'.repeat(1_000_000)],
  ['detailsWidth', 1e9],
  ['pageSize', [25]],
  ['lastConnectionId', {}],
  ['filtersOpen', 'yes'],
])('%s of %j does not have to fit', async (name, value) => {
  const { settings, notices } = await stored({ theme: 'dark', [name]: value })
  expect(await settings.read()).toEqual({ ...defaultSettings, theme: 'dark' })
  expect(notices).toEqual([expect.stringContaining(`“${name}”`)])
})

test('a missing value is as at first, and one that this version does not know stays in the file', async () => {
  const { settings, notices, kept } = await stored({ pageSize: 25, ofTheFuture: [1] })
  expect(await settings.write({ theme: 'dark' })).toEqual({
    ok: true,
    value: { ...defaultSettings, pageSize: 25, theme: 'dark' },
  })
  expect(await kept()).toEqual({ pageSize: 25, ofTheFuture: [1], theme: 'dark' })
  expect(notices).toEqual([])
})

test('a file that is not to be read is said', async () => {
  const { settings, notices } = await stored({})
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'settings.json'))
  const refused = createSettings({ folder, now: () => 0, notice: (text) => void notices.push(text) })
  expect(await refused.read()).toEqual(await settings.read())
  expect(notices).toEqual([expect.stringContaining('The default settings are used')])
})

test('where the disk refuses, that is said, and the change counts for this run', async () => {
  const folder = join(await temporaryFolder(), 'missing')
  const settings = createSettings({ folder, ...effects })
  expect(await settings.write({ theme: 'dark' })).toMatchObject({ failure: { kind: 'disk' } })
  expect(await settings.read()).toMatchObject({ theme: 'dark' })
  await mkdir(folder)
  expect(await settings.write({ pageSize: 25 })).toMatchObject({ ok: true, value: { theme: 'dark', pageSize: 25 } })
})

test('once the disk takes a change again, what others write counts as well', async () => {
  const folder = join(await temporaryFolder(), 'user-data')
  const [settings, other] = [createSettings({ folder, ...effects }), createSettings({ folder, ...effects })]
  expect((await settings.write({ theme: 'dark' })).ok).toBe(false)
  expect((await settings.read()).theme).toBe('dark')
  await mkdir(folder)
  expect((await settings.write({ pageSize: 100 })).ok).toBe(true)
  await other.write({ theme: 'light' })
  expect(await settings.read()).toMatchObject({ theme: 'light', pageSize: 100 })
})
