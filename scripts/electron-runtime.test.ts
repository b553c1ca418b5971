import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findRuntime, installRuntime } from './electron-runtime.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'eventscope-runtime-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.unstubAllEnvs()
})

function put(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** An npm package `electron` as its installer leaves it. */
function installed(version = '45.4.1'): void {
  put('package.json', '{"version":"45.4.1"}')
  put('path.txt', 'electron')
  put('dist/version', version)
  put('dist/electron', '\x7fELF')
}

describe('the runtime that is there', () => {
  test('is named by its own version', () => {
    installed()
    expect(findRuntime({ packageFolder: folder, override: '' })).toEqual({
      name: 'Electron 45.4.1',
      executablePath: join(folder, 'dist', 'electron'),
      standIn: false,
    })
  })

  test('is none before the installer ran, after half an install, or when it is of another version', () => {
    put('package.json', '{"version":"45.4.1"}')
    expect(findRuntime({ packageFolder: folder, override: '' })).toBeNull()
    put('path.txt', 'electron')
    expect(findRuntime({ packageFolder: folder, override: '' })).toBeNull()
    installed('44.0.0')
    expect(findRuntime({ packageFolder: folder, override: '' })).toBeNull()
  })

  test('may be a folder of the user, path.txt or not', () => {
    put('package.json', '{"version":"45.4.1"}')
    put('own/electron', '\x7fELF')
    put('own/version', 'v45.0.0')
    put('path.txt', 'electron')
    const found = { name: 'Electron 45.0.0', standIn: false }
    expect(findRuntime({ packageFolder: folder, override: join(folder, 'own') })).toMatchObject(found)
    expect(findRuntime({ packageFolder: folder, override: join(folder, 'nowhere') })).toBeNull()
  })

  test.each([
    ['a script', '#!/bin/sh\n', '45.4.1'],
    ['without a version', '\x7fELF', null],
  ])('is never called Electron when it is %s', (_, executable, version) => {
    put('path.txt', 'electron')
    put('own/electron', executable)
    if (version !== null) put('own/version', version)
    const found = findRuntime({ packageFolder: folder, override: join(folder, 'own') })
    expect(found).toMatchObject({ standIn: true, name: 'a stand-in for Electron' })
  })

  test('is found without loading the package, which would download', () => {
    put('index.js', 'throw new Error("loaded")')
    installed()
    expect(findRuntime({ packageFolder: folder, override: '' })).not.toBeNull()
  })
})

describe('the installer', () => {
  const memory = () => join(folder, 'cache', 'refused')
  const install = (now: number) => {
    const messages: string[] = []
    const why = installRuntime({
      packageFolder: folder,
      memory: memory(),
      now: () => now,
      say: (line) => messages.push(line),
    })
    return { why, said: messages }
  }

  test('is run once, and not again for a day after it failed', () => {
    put('install.js', `console.error('TypeError: fetch failed'); process.exit(1)`)
    const first = install(Date.now())
    expect(first.why).toBe('Electron could not be downloaded: its server cannot be reached from here')
    expect(first.said).toHaveLength(1)
    const refusedAt = 1_800_000_000
    utimesSync(memory(), refusedAt, refusedAt)
    const soon = install(refusedAt * 1000 + 86_399_999)
    expect(soon.why).toMatch(/less than a day ago/)
    expect(soon.said).toEqual([])
    expect(install(refusedAt * 1000 + 86_400_000).said).toHaveLength(1)
  })

  test.each([
    ['TypeError: fetch failed\n    at node:internal', 'its server cannot be reached from here'],
    ['HTTPError: Response code 404 (Not Found)', 'Response code 404 (Not Found)'],
    ['\nError: EACCES: permission denied, mkdir', 'EACCES: permission denied, mkdir'],
    ['No space left', 'No space left'],
  ])('says why in words, without the name of a class: %s', (stderr, words) => {
    put('install.js', `process.stderr.write(${JSON.stringify(stderr)}); process.exit(1)`)
    expect(install(Date.now()).why).toBe(`Electron could not be downloaded: ${words}`)
  })

  test('leaves no memory when it succeeds, and asks for proxies to be heeded', () => {
    put('install.js', `process.exit(process.env.NODE_USE_ENV_PROXY === '1' ? 0 : 1)`)
    expect(install(Date.now()).why).toBeNull()
    expect(install(Date.now()).why).toBeNull()
  })

  test('is not run where the user forbids it', () => {
    vi.stubEnv('ELECTRON_SKIP_BINARY_DOWNLOAD', '1')
    put('install.js', 'process.exit(0)')
    expect(install(Date.now())).toEqual({ why: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set', said: [] })
  })
})
