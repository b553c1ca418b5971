// Launch links of the browser shell: who may open one, who is told, and what keeps a window's session.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, start, startBrowserShell, test } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

test('the file that the browser is handed leads to the page', { tag: '@core' }, async ({ folder, page }) => {
  test.skip(process.platform === 'win32', 'a script cannot take the place of the opener there')
  const handed = join(folder, 'handed')
  const script = `#!/bin/sh\nprintf %s "$1" > '${handed}'\n`
  for (const name of ['xdg-open', 'open']) await writeFile(join(folder, name), script, { mode: 0o755 })
  const shell = await start(
    ['dist/browser.js', '--user-data', join(folder, 'data')],
    /^Eventscope is ready at (\S+)$/,
    {
      PATH: `${folder}:${process.env.PATH}`,
    },
  )
  const path = () => readFile(handed, 'utf8').catch(() => '')
  await expect.poll(path).not.toBe('')
  await page.goto(pathToFileURL(await path()).href)
  await expect(new Inspector(page).connectionDialog).toBeVisible()
  expect(page.url()).toBe(new URL('/', shell.url).href)
  await shell.stop()
})

test('a link that was used before says so, on the terminal too, and whoever used it is out', async ({
  shell,
  page,
  browser,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(shell.url)
  const theirs = new Inspector(stranger)
  await expect(theirs.connectionDialog).toBeVisible()

  await page.goto(shell.url)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Someone else may have opened this link')
  await expect(alert).toContainText('press Enter in the terminal')
  // Loading the same page again cannot do better.
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(new URL(page.url()).hash).toBe('')
  expect(shell.output()).toContain('someone else')

  await stranger.reload()
  await expect(theirs.alert).toContainText('This window’s session is over')
  await expect(theirs.connectionDialog).toBeHidden()
  await stranger.context().close()
})

test("a link of somebody else, in a window that has a session of its own, is told and keeps nobody's session but that", async ({
  folder,
  page,
  browser,
}) => {
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  await expect(new Inspector(page).connectionDialog).toBeVisible()
  shell.process.stdin?.write('\n')
  await expect.poll(shell.output).toMatch(/A new link: \S+\n/)
  const [, link = ''] = /A new link: (\S+)/.exec(shell.output()) ?? []
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(link)
  await expect(new Inspector(stranger).connectionDialog).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('status').filter({ hasText: 'Someone else may have opened this link' })).toBeVisible()
  await expect(new Inspector(page).connectionDialog).toBeVisible()
  await stranger.context().close()
  await shell.stop()
})

test('a link that is not ours opens nothing, and ours may be reloaded in its window', async ({ shell, page }) => {
  await test.step('a link that is not ours says that it opens nothing', async () => {
    await page.goto(`${new URL('/', shell.url).href}#launch=${'x'.repeat(32)}`)
    await expect(page.getByRole('alert')).toContainText('This link is not valid')
    await expect(page.getByRole('button')).toHaveCount(0)
  })

  await test.step('the same window may reload and come with its own link again', async () => {
    const inspector = new Inspector(page)
    for (const open of [() => page.goto(shell.url), () => page.reload(), () => page.goto(shell.url)]) {
      await open()
      await expect(inspector.connectionDialog).toBeVisible()
    }
    const second = await page.context().newPage()
    await second.goto(new URL('/', shell.url).href)
    await expect(new Inspector(second).connectionDialog).toBeVisible()
  })
})

test('another server of this machine is sent the cookie, plants one of its own, and gets and breaks nothing', async ({
  shell,
  page,
  request,
}) => {
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.connectionDialog).toBeVisible()

  const port = new URL(shell.url).port
  const received: string[] = []
  const other = createServer((asked, answer) => {
    received.push(asked.headers.cookie ?? '')
    const planted = ['/rpc', '/session', '/rpc/shell/info'].map((path) => `eventscope-${port}=planted; Path=${path}`)
    answer.writeHead(200, { 'content-type': 'text/html', 'set-cookie': planted }).end('<title>Other</title>')
  })
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  const second = await page.context().newPage()
  await second.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  expect(received[0]).toMatch(new RegExp(`eventscope-${port}=[\\w-]{32}`))
  expect(await second.evaluate(() => localStorage.length)).toBe(0)
  await second.close()

  // With the cookie alone a call is refused.
  const { origin } = new URL(shell.url)
  const headers = { origin, cookie: received[0] ?? '', 'content-type': 'application/json' }
  const stolen = await request.post(`${origin}/rpc/connections/list`, { headers, data: '{}' })
  expect(stolen.status()).toBe(403)

  await page.reload()
  await expect(inspector.connectionDialog).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(inspector.alert).toContainText('session is over')
  other.close()
})
