import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultSettings } from '../../shared/settings.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'
import { createSettings } from './settings.ts'

const effects = { now: () => 0, notice: () => undefined }

test('changes what is given, keeps the rest, and outlives the run', async () => {
  const folder = await temporaryFolder()
  const first = createSettings({ folder, ...effects })
  expect(await first.read()).toEqual(defaultSettings)
  await Promise.all([first.write({ theme: 'dark' }), first.write({ pageSize: 100 }), first.write({ zone: undefined })])
  const second = createSettings({ folder, ...effects })
  expect(await second.read()).toEqual({ ...defaultSettings, theme: 'dark', pageSize: 100 })
})

test('a value that no longer fits falls back alone', async () => {
  const folder = await temporaryFolder()
  const content = { ...defaultSettings, theme: 'sepia', pageSize: 25 }
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ version: 1, content }))
  expect(await createSettings({ folder, ...effects }).read()).toEqual({ ...defaultSettings, pageSize: 25 })
})

test('where the disk refuses, that is said, and the change counts for this run', async () => {
  const folder = join(await temporaryFolder(), 'missing')
  const settings = createSettings({ folder, ...effects })
  expect(await settings.write({ theme: 'dark' })).toMatchObject({ failure: { kind: 'disk' } })
  expect(await settings.read()).toMatchObject({ theme: 'dark' })
  await mkdir(folder)
  expect(await settings.write({ pageSize: 25 })).toMatchObject({ ok: true, value: { theme: 'dark', pageSize: 25 } })
})
