import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { watchedOpener } from './fixtures/watched-opener.ts'
import { HANDED_LINK_MS, openInBrowser, writeRedirectFile } from './open-in-browser.ts'

const LINK = 'http://127.0.0.1:8080/#launch=abc-_1'

test.skipIf(process.platform === 'win32')('the file with the link goes when the link is good no longer', async () => {
  const opener = await watchedOpener(await temporaryFolder())
  const waits: { run: () => void; ms: number }[] = []
  const { remove, opened } = await openInBrowser(LINK, {
    platform: process.platform,
    env: opener.env,
    later: (run, ms) => void waits.push({ run, ms }),
  })
  onTestFinished(remove)
  const [file = ''] = await opener.arguments()
  expect(file).not.toContain('launch')
  expect(await opener.hasOwnGroup()).toBe(true)
  expect(existsSync(file)).toBe(true)
  const [stillRunning, gone] = waits
  expect(gone?.ms).toBe(HANDED_LINK_MS)
  stillRunning?.run()
  expect(await opened).toBe(true)
  expect(existsSync(file)).toBe(true)
  gone?.run()
  await expect.poll(() => existsSync(dirname(file))).toBe(false)
})

test.each(['linux', 'darwin', 'win32'] as const)(
  'a machine of %s without an opener has not opened it',
  async (platform) => {
    const env = { PATH: await temporaryFolder() }
    const { remove, opened } = await openInBrowser(LINK, { platform, env, later: () => {} })
    onTestFinished(remove)
    expect(await opened).toBe(false)
  },
)

test.skipIf(process.platform === 'win32').each([
  ['linux', 'xdg-open', ''],
  ['darwin', 'open', ''],
  ['win32', 'rundll32', 'url.dll,FileProtocolHandler '],
] as const)(
  'on %s the opener is %s, and one that ends in vain has not opened it',
  async (platform, program, before) => {
    const folder = await temporaryFolder()
    const script = `#!/bin/sh\necho "$@" > ${join(folder, 'given')}\nexit 3\n`
    await writeFile(join(folder, program), script, { mode: 0o755 })
    const { remove, opened } = await openInBrowser(LINK, { platform, env: { PATH: folder }, later: () => {} })
    onTestFinished(remove)
    expect(await opened).toBe(false)
    expect(await readFile(join(folder, 'given'), 'utf8')).toMatch(new RegExp(`^${before}/.*open-eventscope\\.html\\n$`))
  },
)

async function fileFor(link: string) {
  const file = await writeRedirectFile(link)
  onTestFinished(() => file.remove())
  return file
}

test('a redirect file leads to the link, and nobody else can read it or see its name', async () => {
  const { path } = await fileFor('http://127.0.0.1:8080/#launch=abc-_1')
  const text = await readFile(path, 'utf8')
  expect(text).toContain('content="0; url=http://127.0.0.1:8080/#launch=abc-_1"')
  expect(text).toContain('href="http://127.0.0.1:8080/#launch=abc-_1"')
  if (process.platform === 'win32') return
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
})

test('a link cannot break out of the page', async () => {
  const { path } = await fileFor(`http://127.0.0.1/#"'><script>alert(1)</script>&lt;`)
  const text = await readFile(path, 'utf8')
  expect(text).not.toContain('<script>')
  expect(text.match(/"/g)).toHaveLength(2 * 7)
  expect(text).toContain('&amp;lt;')
})

test('goes with its folder, also a second time', async () => {
  const { path, remove } = await fileFor('http://127.0.0.1/')
  await writeFile(`${path}.more`, '')
  await remove()
  await remove()
  await expect(stat(dirname(path))).rejects.toThrow('ENOENT')
})
