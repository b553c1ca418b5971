// What a server that had our port before left in the browser: it gets no launch link, no session and no event.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type EarlierServer, type Left, POSING_WORKER, startEarlierServer, WATCHING_WORKER } from './earlier-server.ts'
import { test as base, expect, type Running, root, start, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

interface Fixtures {
  /** Opens it, so that it leaves this, and takes it away. */
  earlierServer: (left: Left) => Promise<EarlierServer>
  /** A shell on sample data at this port: of a new address, or of 127.0.0.1, as `--port 0` may happen to choose. */
  shellAt: (port: number, address: 'new' | 'common') => Promise<Running>
}

const test = base.extend<Fixtures>({
  earlierServer: async ({ page }, use) => {
    const started: EarlierServer[] = []
    await use(async (left) => {
      const server = await startEarlierServer(left)
      started.push(server)
      await page.goto(server.url)
      await expect(page).toHaveTitle('Left')
      await page.goto('about:blank')
      await server.leave()
      return server
    })
    for (const server of started) await server.stop()
  },
  shellAt: async ({ folder, service }, use) => {
    const started: Running[] = []
    await use(async (port, address) => {
      const program = ['dist/browser.js', '--no-open', '--user-data', folder, '--stop-with-stdin']
      const shell = await start(
        address === 'new'
          ? [...program, '--port', String(port)]
          : ['--import', choosing(port), ...program, '--port', '0'],
        /^Eventscope is ready at (\S+)$/,
        { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token },
      )
      started.push(shell)
      return shell
    })
    for (const shell of started) await shell.stop()
  },
})

/** A module that has the system choose this port, where it is asked for any. */
function choosing(port: number): string {
  const code = `import { Server } from 'node:net'
    const { listen } = Server.prototype
    Server.prototype.listen = function (...asked) {
      return listen.apply(this, asked[0] === 0 ? [${port}, ...asked.slice(1)] : asked)
    }`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

test('at a chosen port, a worker of an earlier server there takes no link', async ({
  earlierServer,
  shellAt,
  page,
}) => {
  const server = await earlierServer({ worker: POSING_WORKER })
  // It does answer for the address that it had.
  await page.goto(`${server.url}#launch=of-another-run`)
  await expect.poll(() => server.loot).toEqual([`${server.url}#launch=of-another-run`])

  const shell = await shellAt(server.port, 'new')
  expect(new URL(shell.url).port).toBe(String(server.port))
  await page.goto(shell.url)
  await expect(new Inspector(page).rows.first()).toBeVisible()
  expect(server.loot).toHaveLength(1)
})

for (const address of ['new', 'common'] as const)
  test(`scripts that an earlier server has the browser keep stand for none of ours: ${address} address`, async ({
    earlierServer,
    shellAt,
    page,
  }) => {
    const built = await readdir(join(root, 'dist/page/assets'))
    const scripts = built.filter((name) => name.endsWith('.js')).map((name) => `/assets/${name}`)
    const server = await earlierServer({ scripts })
    const shell = await shellAt(server.port, address)
    await page.goto(shell.url)
    await expect(new Inspector(page).rows.first()).toBeVisible()
    expect(server.loot).toEqual([])
  })

test('a page that a worker controls refuses: it runs and sends nothing, and the link stays as good as it was', async ({
  earlierServer,
  shellAt,
  page,
  browser,
}) => {
  const server = await earlierServer({ worker: WATCHING_WORKER })
  server.loot.length = 0
  const shell = await shellAt(server.port, 'common')
  await page.goto(shell.url)
  await expect(page.getByRole('alert')).toContainText('Eventscope cannot start here')
  await expect(page.getByRole('alert')).toContainText('service worker')
  // It was there to see everything. Browsers read ahead: scripts may be fetched, but are not run.
  expect(server.loot).toContain('GET /')
  expect(server.loot.filter((seen) => !seen.startsWith('GET /'))).toEqual([])
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const sent = await page.evaluate(() =>
    fetch('/rpc/shell/info', { method: 'POST' }).then(
      () => 'sent',
      () => 'not sent',
    ),
  )
  expect(sent).toBe('not sent')

  const untouched = await (await browser.newContext()).newPage()
  await untouched.goto(shell.url)
  await expect(new Inspector(untouched).rows.first()).toBeVisible()
  await untouched.context().close()
})

test('a page that a worker takes control of later stops', async ({ shellAt, page, earlierServer }) => {
  const server = await earlierServer({
    worker: `${WATCHING_WORKER}; addEventListener('message', () => clients.claim())`,
  })
  const shell = await shellAt(server.port, 'common')
  // As by Shift and reload.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setBypassServiceWorker', { bypass: true })
  await page.goto(shell.url)
  await expect(new Inspector(page).rows.first()).toBeVisible()
  server.loot.length = 0
  await devTools.send('Network.setBypassServiceWorker', { bypass: false })
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    registration?.active?.postMessage('now')
  })
  await expect(page.getByRole('alert')).toContainText('Eventscope cannot start here')
  await expect(new Inspector(page).rows).toHaveCount(0)
  // What runs already may want to say that its requests fail.
  await page.evaluate(() => document.body.append(document.createElement('aside')))
  await expect(page.locator('body > *')).toHaveCount(1)
  expect(server.loot.filter((seen) => seen.startsWith('POST'))).toEqual([])
})

test('a script or style that is not the one that was built is not run, at once or later', async ({ shell, page }) => {
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.connectionDialog).toBeVisible()
  const unsaid = await page.evaluate(() => {
    const loaded = [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link')]
    return loaded.filter(({ integrity }) => !/^sha384-/.test(integrity)).map((element) => element.getAttribute('rel'))
  })
  // Browsers check no picture, and no font.
  expect(unsaid).toEqual(['icon', 'preload', 'preload'])

  for (const [name, body] of [
    ['index-*.js', 'document.title = "Replaced"'],
    ['zod-*.js', 'document.title = "Replaced"'],
    ['behind-*.js', 'document.title = "Replaced"'],
    ['behind-*.css', 'body { outline: 7px solid red }'],
  ] as const) {
    const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'))
    await page.route(`**/${name}`, (route) => route.fulfill({ body, contentType: mediaType(name), headers: CORS }))
    await page.reload()
    await refused
    expect(await page.title()).toBe('Eventscope')
    expect(await page.evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('7px')
    await page.unroute(`**/${name}`)
  }
  await page.reload()
  await expect(inspector.connectionDialog).toBeVisible()
})

const CORS = { 'access-control-allow-origin': '*' }
const mediaType = (name: string) => (name.endsWith('.css') ? 'text/css' : 'text/javascript')
