// `npm start`: the desktop shell where a runtime is, else the browser shell, with one line that says which and why.
// `npm run browser`: one line, and an end with npm.
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runtime } from './desktop-app.ts'
import { expect, type Running, root, start, test } from './fixtures.ts'

const READY = /^Eventscope is ready at (\S+)$/
const why = ({ output }: Running) =>
  output()
    .split('\n')
    .find((line) => line.startsWith('Eventscope opens'))

let dist = ''
test.beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'eventscope-dist-'))
})
test.afterEach(() => rm(dist, { recursive: true }))

const openWithout = (folder: string) =>
  start(['scripts/start.ts', '--port', '0', '--no-open', `--user-data-dir=${folder}`], READY, {
    ELECTRON_OVERRIDE_DIST_PATH: dist,
  })

test('without a runtime the browser shell opens, and why is said in one line', async ({ folder, page }) => {
  const running = await openWithout(folder)
  expect(why(running)).toBe(
    'Eventscope opens its browser shell, without a desktop window: the folder that ELECTRON_OVERRIDE_DIST_PATH names holds no runtime.',
  )
  await page.goto(running.url)
  await expect(page.getByRole('dialog', { name: 'Add connection' })).toBeVisible()
  await running.stop()
})

test('a runtime that cannot start is told, and the browser shell opens', async ({ folder }) => {
  test.skip(process.platform === 'win32', 'a script cannot take the place of a runtime there')
  await writeFile(join(dist, 'electron'), '#!/bin/sh\nexit 7\n', { mode: 0o755 })
  const running = await openWithout(folder)
  expect(running.output()).toMatch(/browser shell, without a desktop window: it ended at once \(code 7\)\.$/m)
  await running.stop()
})

test('with a runtime the desktop shell opens under its right name, and ends with it', async ({ folder }) => {
  test.skip(runtime === null, 'no Electron runtime is here')
  const display = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  test.skip(!runtime?.standIn && !display, 'no display is here')
  const running = await start(['scripts/start.ts', `--user-data-dir=${folder}`], /^(Eventscope opens .*)$/)
  expect(running.url).toBe(`Eventscope opens its desktop shell on ${runtime?.name}.`)
  await expect.poll(() => readdir(folder)).not.toEqual([])
  await running.stop()
})

test.describe('npm run browser', () => {
  test.skip(process.platform === 'win32', 'npm is no program there')
  const open = (folder: string, ...npm: string[]) =>
    start([...npm, 'run', 'browser', '--', '--port', '0', '--no-open', '--user-data', folder], READY, {}, 'npm')

  test('prints one line alone where npm is told to be silent', async ({ folder, page }) => {
    const running = await open(folder, '--silent')
    expect(running.output().match(/^.*launch.*$/gm)).toEqual([`Eventscope is ready at ${running.url}`])
    expect(running.output().split('\n')[0]).toBe(`Eventscope is ready at ${running.url}`)
    await page.goto(running.url)
    await expect(page.getByRole('dialog', { name: 'Connection' })).toBeVisible()
    await running.stop()
  })

  test('ends when npm is ended', async ({ folder, request }) => {
    const running = await open(folder)
    const page = new URL('/', running.url).href
    expect((await request.get(page)).ok()).toBe(true)
    await running.stop()
    await expect
      .poll(() =>
        request.get(page).then(
          () => 'there',
          (error: Error) => error.message,
        ),
      )
      .toContain('ECONNREFUSED')
  })
})

test('what the page loads before the first rows is less than 250 kB, as gzip -9, fonts apart', () => {
  const folder = join(root, 'dist/page')
  const sizeOf = (file: string) => gzipSync(readFileSync(join(folder, 'assets', file)), { level: 9 }).length
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = new Set(
    [...html.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.(?:js|css))/g)].map(([, file = '']) => file),
  )
  // What these import, and that imports: a Set goes on with what is added to it.
  for (const file of files) {
    if (!file.endsWith('.js')) continue
    const source = readFileSync(join(folder, 'assets', file), 'utf8')
    for (const [, imported = ''] of source.matchAll(/(?:from|import)\s?["']\.\/([^"']+\.js)["']/g)) files.add(imported)
  }
  expect(files.size).toBeGreaterThan(1)
  expect([...files].reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThan(250_000)
})

test('the fonts of rows arrive with the scripts', () => {
  const html = readFileSync(join(root, 'dist/page/index.html'), 'utf8')
  const fonts = html.matchAll(/<link rel="preload" as="font"[^>]* href="\.\/assets\/([\w-]+)-wght-[^"]+\.woff2">/g)
  expect([...fonts].map(([, name]) => name)).toEqual(['inter-latin', 'jetbrains-mono-latin'])
})
