// The token is nowhere but in the keychain and on the wire; and nothing that a service sends can run in the page.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { disguises, filesOf, foundIn } from './disguises.ts'
import { expect, startBrowserShell, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'

test('the search of this spec finds each disguise', { tag: '@core' }, () => {
  for (const disguise of disguises(token)) {
    expect(foundIn(Buffer.concat([Buffer.from('before'), disguise, Buffer.from('after')]), token)).toBe(true)
  }
  expect(foundIn(Buffer.from('nothing here'), token)).toBe(false)
})

/** Everything that a page holds for a script to read, its form fields included, as one text. */
const held = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      location.href,
      await indexedDB.databases(),
      document.documentElement.outerHTML,
      [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(
        ({ value }) => value,
      ),
    ]),
  )

test("the token is not in the user-data folder, the page's storage and memory, its URL or any log", {
  tag: '@core',
}, async ({ folder, service, page }) => {
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await test.step('it is found while it is typed, so that the search of it can fail', async () => {
    await inspector.textbox('API key', inspector.connectionDialog).fill(token)
    expect(foundIn(Buffer.from(await held(page)), token)).toBe(true)
  })
  await inspector.connect({ name: 'Secret keeper', baseUrl: service.url, token })
  await expect(inspector.status('Rows 1–50 of 237')).toBeVisible()
  const [id = ''] = await inspector.eventIds()
  await inspector.open(id)
  await inspector.next()
  await inspector.findById('evt_not_there')
  await expect(inspector.alert).toBeVisible()

  expect(foundIn(Buffer.from(await held(page)), token)).toBe(false)
  expect(foundIn(Buffer.from(logged.join('\n')), token)).toBe(false)
  expect(foundIn(Buffer.from(addresses.join('\n')), token)).toBe(false)

  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const heap: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => heap.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  const snapshot = heap.join('')
  expect(snapshot).toContain('Secret keeper')
  expect(foundIn(Buffer.from(snapshot), token)).toBe(false)

  await shell.stop()
  expect(foundIn(Buffer.from(shell.output()), token)).toBe(false)
  const files = await filesOf(folder)
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) expect(foundIn(await readFile(file), token), file).toBe(false)
})

const hostile = '<img src=x onerror="window.__ran=1"><script>window.__ran=1</script>javascript:window.__ran=1'

test('hostile rows run nothing and break no rule of the CSP, with every overlay open', { tag: '@core' }, async ({
  folder,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = Array.from({ length: 50 }, (_, index) =>
    eventText(index, {
      event_id: JSON.stringify(`${hostile}${index}`),
      customer_id: JSON.stringify(hostile),
      event_code: JSON.stringify(hostile),
      event_properties: `{${JSON.stringify(hostile)}:${JSON.stringify(hostile)},"__proto__":"polluted","constructor":1e400}`,
    }),
  )
  const scripted = await startScriptedService((_, response) => json(response, pageOf(rows, 120)))
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token })
  await page.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { __violations: violations })
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.rows).toHaveCount(50)
  await inspector.rows.first().getByRole('gridcell').nth(2).click()
  await expect(inspector.details).toBeVisible()
  await expect(inspector.property('__proto__')).toHaveAttribute('data-value', 'polluted')
  await inspector.button('Copy JSON').click()
  for (const overlay of ['Switch connection', 'Settings', 'Time zone', 'Export']) {
    await inspector.button(overlay).click()
    await expect(page.locator('[role=dialog],[role=menu],[role=listbox]').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[role=dialog],[role=menu]').filter({ visible: true })).toHaveCount(0)
  }
  await inspector.filters.getByRole('combobox', { name: 'Period', exact: true }).click()
  await expect(inspector.button('Next month')).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => (window as unknown as { __ran?: number }).__ran)).toBeUndefined()
  expect(await page.evaluate(() => (window as unknown as { __violations: string[] }).__violations)).toEqual([])
  await shell.stop()
  await scripted.stop()
})
