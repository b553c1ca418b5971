// The package as electron-builder makes it from electron-builder.yml: its fuses, its content, and that what is in it
// runs. Where Electron cannot be had, a substitute distribution is packed and the packed main runs on the stand-in.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage, extractAll } from '@electron/asar'
import { listPacked } from '../scripts/packed-files.ts'
import { expect, launchDesktop, runtime, test } from './desktop-app.ts'
import { root, token } from './fixtures.ts'

// Packed once for all of them.
test.describe.configure({ mode: 'default' })
test.skip(process.platform !== 'linux', 'the substitute distribution is laid out as for Linux')
test.skip(runtime !== null && !runtime.standIn, 'on real Electron the workflow builds the installers themselves')

/** What every Electron binary holds, then a version, a length and one character a fuse: 0 off, 1 on. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Electron's defaults, a ninth fuse included that electron-builder does not know. */
const DEFAULT_FUSES = '101100011'

/** As much of a Linux distribution of Electron as electron-builder touches. */
async function substituteDistribution(folder: string): Promise<string> {
  const dist = join(folder, 'dist')
  for (const part of ['resources', 'locales', 'empty']) mkdirSync(join(dist, part), { recursive: true })
  writeFileSync(join(dist, 'electron'), `${SENTINEL}\u0001${String.fromCharCode(DEFAULT_FUSES.length)}${DEFAULT_FUSES}`)
  for (const file of [
    'LICENSE',
    'LICENSES.chromium.html',
    'locales/en-US.pak',
    'locales/de.pak',
    'empty/package.json',
  ]) {
    writeFileSync(join(dist, file), '{}')
  }
  writeFileSync(join(dist, 'version'), '45.4.1')
  await createPackage(join(dist, 'empty'), join(dist, 'resources', 'default_app.asar'))
  return dist
}

let folder = ''
let unpacked = ''
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'eventscope-package-'))
  const dist = await substituteDistribution(folder)
  const builder = createRequire(import.meta.url).resolve('electron-builder/cli.js')
  const output = join(folder, 'release')
  // Validates electron-builder.yml against its schema first; runs scripts/check-packed.ts last.
  const { status, stdout } = spawnSync(
    process.execPath,
    [builder, '--linux', '--x64', '--dir', `-c.electronDist=${dist}`, `-c.directories.output=${output}`],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  expect(status, stdout).toBe(0)
  expect(stdout).toContain('checked app.asar')
  unpacked = join(output, 'linux-unpacked')
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the fuses are as decided: no Node, no options, no inspector, nothing but the archive', () => {
  const binary = readFileSync(join(unpacked, 'eventscope'), 'latin1')
  const fuses = binary.slice(binary.indexOf(SENTINEL) + SENTINEL.length + 2)
  // RunAsNode, CookieEncryption, NodeOptions, NodeCliInspect, AsarIntegrity, OnlyLoadAppFromAsar, V8Snapshot,
  // FileProtocol, untouched
  expect(fuses).toBe('010011001')
})

test('one keyring binary lies beside the archive; everything else is inside, and no source or test is', () => {
  const files = listPacked(join(unpacked, 'resources', 'app.asar'))
  expect(files.filter((file) => file.path.endsWith('.node'))).toEqual([
    {
      path: expect.stringMatching(/^node_modules\/@napi-rs\/keyring-linux-x64-\w+\/keyring\.linux-x64-\w+\.node$/),
      unpacked: true,
    },
  ])
  const paths = files.map((file) => file.path)
  expect(paths.filter((path) => /\.(?:tsx?|map)$|test|spec|e2e|bench/.test(path))).toEqual([])
  const built = ['dist/main.js', 'dist/preload.cjs', 'dist/service-worker.js', 'dist/page/index.html']
  expect(paths).toEqual(expect.arrayContaining(built))
})

test('what is in it runs: first run, sample data, a token in the keyring', async ({
  folder: userData,
  keyring,
  service,
}) => {
  const app = join(folder, 'app')
  extractAll(join(unpacked, 'resources', 'app.asar'), app)
  const env = { DBUS_SESSION_BUS_ADDRESS: keyring.address }
  const desktop = await launchDesktop(userData, { appFolder: app, env })
  await desktop.inspector.button('Explore sample data', desktop.inspector.connectionDialog).click()
  await expect(desktop.inspector.rows).toHaveCount(50)
  await desktop.inspector.button('Switch connection').click()
  await desktop.page.getByRole('menuitem', { name: /^Add connection/ }).click()
  await desktop.inspector.connect({ name: 'Packed', baseUrl: service.url, token })
  await expect(desktop.inspector.status('Rows 1–50 of 237')).toBeVisible()
  expect(keyring.search('Eventscope')).toContain(`secret = ${service.url} ${token}\n`)
  await desktop.close()
})
