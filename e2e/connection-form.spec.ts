// The form of a connection: what a test finds, where an API key goes and where it never does, and what other windows
// hear.
import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect, openedOnce, startBrowserShell, startService, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, serving, startScriptedService } from './scripted-service.ts'
import type { RunningService } from './service/serve-here.ts'

/** At first run. */
const one = openedOnce(async (page, folder) => {
  const service = await startService('--events', '237', '--seed', '7')
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  return { inspector: new Inspector(page), service, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
const test = base.extend<{ context: BrowserContext; page: Page; inspector: Inspector; service: RunningService }>({
  context: async ({ browser }, use) => use((await one(browser)).context),
  page: async ({ browser }, use) => use((await one(browser)).page),
  inspector: async ({ browser }, use) => use((await one(browser)).inspector),
  service: async ({ browser }, use) => use((await one(browser)).service),
})

/** The one for a new connection: at first run it is there. */
async function openForm(inspector: Inspector): Promise<void> {
  const header = inspector.button('Switch connection')
  await expect(inspector.connectionDialog.or(header).first()).toBeVisible()
  if (await inspector.connectionDialog.isHidden()) await choose(inspector, /Add connection/)
}

/** Opens the connection's menu and chooses; dialogs that follow are the caller's. */
async function choose(inspector: Inspector, item: RegExp): Promise<void> {
  await inspector.button('Switch connection').click()
  await inspector.page.getByRole('menuitem', { name: item }).click()
}

const environmentRadio = (inspector: Inspector, name: string) =>
  inspector.connectionDialog.getByRole('radio', { name, exact: true })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('"Test connection" says what it found in words, and keeps nothing', async ({ inspector, page }) => {
  await openForm(inspector)
  const { connectionDialog } = inspector
  const one = pageOf([eventText(1)], 237, 1)
  const scripted = await startScriptedService((_, response) => json(response, one))
  const probeStatus = connectionDialog.getByRole('status')
  const alert = connectionDialog.getByRole('alert')
  const probe = () => inspector.button('Test connection', connectionDialog).click()
  await inspector.textbox('Base URL', connectionDialog).fill(scripted.url)
  await inspector.textbox('API key', connectionDialog).fill(token)
  await probe()
  await expect(probeStatus).toContainText(/The service answered in \d+ ms and has events\./)
  await expect(probeStatus.getByRole('listitem')).toHaveCount(0)
  expect(scripted.asked).toMatchObject([{ body: '{"limit":1,"offset":0}', authorization: `Bearer ${token}` }])
  await inspector.textbox('Name', connectionDialog).fill('Acme')
  await expect(probeStatus).toHaveCount(0)

  scripted.answers((_, response) => json(response, pageOf([eventText(1), eventText(2)], 1, 20)))
  await probe()
  await expect(probeStatus).toContainText('1 event was requested, but 2 came')
  await expect(probeStatus).toContainText('the service says it applied 20')
  await expect(probeStatus).toContainText('The total of 1 is less than the 2 events that came')

  const bad: [string, number, string, Record<string, string>, RegExp][] = [
    ['a refused key', 401, '{"error":"unknown key"}', {}, /API key.*unknown key.*Status 401/s],
    ['a wrong address', 404, '<html>no such page</html>', { 'content-type': 'text/html' }, /Status 404/],
    ['a redirect', 302, '', { location: 'https://login.invalid/' }, /redirected.*login\.invalid.*never followed/s],
    ['another service', 200, '{"hello":"world"}', {}, /does not fit the interface.*events/s],
  ]
  for (const [what, status, body, headers, words] of bad) {
    scripted.answers((_, response) => json(response, body, status, headers))
    await probe()
    await expect(alert, what).toContainText(words)
    await expect(probeStatus).toHaveCount(0)
  }
  scripted.answers(() => {})
  await probe()
  await inspector.button('Cancel test', connectionDialog).click()
  await expect(inspector.button('Test connection', connectionDialog)).toBeVisible()
  await scripted.stop()
  await probe()
  await expect(alert).toContainText('Nothing answers at the service’s address')
  await expect(inspector.textbox('API key', connectionDialog)).toHaveValue(token)

  await page.reload()
  await expect(connectionDialog).toBeVisible()
  await expect(inspector.textbox('API key', connectionDialog)).toHaveValue('')
})

test('the token leaves the page when the dialog closes, and never comes back', async ({ inspector, page, service }) => {
  await openForm(inspector)
  const { connectionDialog } = inspector
  const answers: Promise<string>[] = []
  page.on('response', (response) => answers.push(response.text().catch(() => '')))
  const inPage = () =>
    page.evaluate(() =>
      [
        document.documentElement.outerHTML,
        ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
      ].join('\n'),
    )
  const key = inspector.textbox('API key', connectionDialog)
  await key.fill('two\nlines')
  await inspector.button('Save and connect', connectionDialog).click()
  await expect(key).toHaveAccessibleDescription(/line break/)
  await expect(key).toHaveValue('two\nlines')
  await inspector.connect({ name: 'Keeper', baseUrl: service.url, token })
  expect(await inPage()).not.toContain(token)

  // Nothing of it in the dialog that edits the connection, whether it closes by Escape or by saving.
  const typed = 'tok-typed-and-given-up'
  for (const close of ['Escape', 'save'] as const) {
    await choose(inspector, /Edit connection/)
    await expect(key).toHaveValue('')
    await expect(inspector.textbox('Name', connectionDialog)).toHaveValue('Keeper')
    if (close === 'Escape') {
      await key.fill(typed)
      await page.keyboard.press('Escape')
    } else {
      await inspector.textbox('Name', connectionDialog).fill('KEEPER')
      await inspector.button('Save and connect', connectionDialog).click()
    }
    await expect(connectionDialog).toBeHidden()
    expect(await inPage()).not.toContain(typed)
  }
  await expect(inspector.button('Switch connection')).toContainText('KEEPER')
  await choose(inspector, /Replace API key/)
  await expect(dialog(page, 'API key for KEEPER').getByRole('textbox', { name: 'API key' })).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(inspector.status('Rows 1–50 of 237')).toBeVisible()
  const heard = (await Promise.all(answers)).join('\n')
  expect(heard).toContain('KEEPER')
  expect(heard).not.toContain(token)
})

test('an environment shows as stripe, colour and word, production above all', async ({ inspector, page }) => {
  await openForm(inspector)
  const scripted = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
  const colours = new Set<string>()
  for (const [index, environment] of ['Production', 'Staging', 'Test', 'Development'].entries()) {
    if (index > 0) await choose(inspector, /Add connection/)
    await inspector.button('More', inspector.connectionDialog).click()
    // Until one is chosen, it follows what the address hints at.
    await inspector.textbox('Base URL', inspector.connectionDialog).fill(scripted.url)
    await expect(environmentRadio(inspector, 'Development')).toBeChecked()
    await inspector.connectionDialog.getByText(environment, { exact: true }).click()
    await expect(environmentRadio(inspector, environment)).toBeChecked()
    await inspector.connect({ name: `Acme ${index}`, baseUrl: scripted.url, token })
    const stripe = page.locator('[data-environment]').first()
    const { top, width, colour } = await stripe.evaluate((element) => {
      const { top, width } = element.getBoundingClientRect()
      return { top, width, colour: getComputedStyle(element).backgroundColor }
    })
    expect({ top, width }).toEqual({ top: 0, width: page.viewportSize()?.width })
    colours.add(colour)
    await expect(page.getByRole('banner').getByText(environment, { exact: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(`Acme ${index} (${environment}) – Eventscope`)
  }
  expect(colours.size).toBe(4)
  await inspector.button('Switch connection').click()
  await expect(page.getByRole('menuitem', { name: /Acme 0\s*Production/ })).toBeVisible()
  await page.getByRole('menuitem', { name: /Acme 0\s*Production/ }).click()
  await expect(page).toHaveTitle('Acme 0 (Production) – Eventscope')
  await scripted.stop()
})

test('a test of the connection ends with an edit, and with saving', async ({ inspector }) => {
  await openForm(inspector)
  const { connectionDialog } = inspector
  const slow = await startScriptedService(() => undefined)
  const quick = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
  await inspector.textbox('Name', connectionDialog).fill('Edited')
  await inspector.textbox('Base URL', connectionDialog).fill(slow.url)
  await inspector.textbox('API key', connectionDialog).fill(token)
  await inspector.button('Test connection', connectionDialog).click()
  await expect.poll(() => slow.asked.length).toBe(1)
  await inspector.textbox('Base URL', connectionDialog).fill(quick.url)
  await expect(inspector.button('Test connection', connectionDialog)).toBeEnabled()
  // Saving ends a test, too.
  await inspector.textbox('Base URL', connectionDialog).fill(slow.url)
  await inspector.button('Test connection', connectionDialog).click()
  await expect.poll(() => slow.asked.length).toBe(2)
  slow.answers((_, response) => json(response, pageOf([eventText(2)])))
  await inspector.button('Save and connect', connectionDialog).click()
  await expect(inspector.row('evt_0002')).toBeVisible()
  expect(quick.asked).toHaveLength(0)
  await Promise.all([slow.stop(), quick.stop()])
})

test('what is saved is told, also when the dialog is closed meanwhile; a consent to plain http is of one host', async ({
  inspector,
  page,
}) => {
  await openForm(inspector)
  const { connectionDialog } = inspector
  const quick = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
  const own = await startScriptedService((_, response) => json(response, pageOf([eventText(2)])))
  await inspector.connect({ name: 'To be renamed', baseUrl: own.url, token })
  await choose(inspector, /Edit connection/)
  await inspector.textbox('Name', connectionDialog).fill('Renamed')
  let go = () => {}
  await page.route('**/connections/save', async (route) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    await route.continue()
  })
  await inspector.button('Save and connect', connectionDialog).click()
  await page.keyboard.press('Escape')
  await expect(connectionDialog).toBeHidden()
  go()
  await expect(inspector.button('Switch connection')).toContainText('Renamed')

  // One that was added and given up meanwhile is there to be opened, and opens nothing by itself.
  await choose(inspector, /Add connection/)
  await inspector.textbox('Name', connectionDialog).fill('Second')
  await inspector.textbox('Base URL', connectionDialog).fill(quick.url)
  await inspector.textbox('API key', connectionDialog).fill(token)
  await inspector.button('Save and connect', connectionDialog).click()
  await page.keyboard.press('Escape')
  await expect(connectionDialog).toBeHidden()
  await inspector.button('Settings').click()
  const saved = page.waitForResponse('**/connections/save')
  go()
  await saved
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  await inspector.button('Switch connection').click()
  await expect(page.getByRole('menuitem', { name: /Second/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inspector.button('Switch connection')).toContainText('Renamed')
  expect(quick.asked).toHaveLength(0)

  await choose(inspector, /Edit connection/)
  await inspector.textbox('Base URL', connectionDialog).fill('http://a.example')
  await connectionDialog.getByRole('checkbox', { name: /unencrypted/ }).check()
  await inspector.textbox('Base URL', connectionDialog).fill('http://a.example/path')
  await expect(connectionDialog.getByRole('checkbox', { name: /unencrypted/ })).toBeChecked()
  await inspector.textbox('Base URL', connectionDialog).fill('http://b.example/path')
  await expect(connectionDialog.getByRole('checkbox', { name: /unencrypted/ })).not.toBeChecked()
  await Promise.all([own.stop(), quick.stop()])
  await page.unroute('**/connections/save')
  await page.keyboard.press('Escape')
})

test('an API key stays with its server: a connection that moves to another asks for that one’s', async ({
  inspector,
  page,
}) => {
  await openForm(inspector)
  const here = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
  const there = await startScriptedService((_, response) => json(response, pageOf([eventText(2)])))
  const { connectionDialog } = inspector
  await inspector.connect({ name: 'Mover', baseUrl: here.url, token })
  await expect(inspector.rows).toHaveCount(1)
  await choose(inspector, /Edit connection/)
  const key = inspector.textbox('API key', connectionDialog)
  await expect(key).toHaveAttribute('placeholder', 'Leave empty to keep the current key')
  await inspector.textbox('Base URL', connectionDialog).fill(there.url)
  await expect(key).toHaveAttribute('placeholder', 'Different address: enter its key')
  for (const button of ['Test connection', 'Save and connect']) {
    await inspector.button(button, connectionDialog).click()
    await expect(key).toHaveAccessibleDescription(/never sent to another address/)
    await expect(key).toBeFocused()
    await expect(inspector.textbox('Base URL', connectionDialog)).toHaveValue(there.url)
  }
  expect(there.asked).toEqual([])
  // A path on the same server is no other server.
  await inspector.textbox('Base URL', connectionDialog).fill(`${here.url}/billing`)
  await inspector.button('Test connection', connectionDialog).click()
  await expect(connectionDialog).toContainText('The service answered')
  await inspector.textbox('Base URL', connectionDialog).fill(there.url)
  await key.fill('tok-there')
  await inspector.button('Save and connect', connectionDialog).click()
  await expect(connectionDialog).toBeHidden()
  await expect(page.getByRole('row', { name: /evt_0002/ })).toBeVisible()
  expect(new Set(there.asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer tok-there']))
  await Promise.all([here.stop(), there.stop()])
})

test('a connection that another window moved to another server shows nothing of it under the old header', async ({
  inspector,
  page,
  context,
}) => {
  await openForm(inspector)
  const here = await startScriptedService(serving(120))
  const there = await startScriptedService((_, response) => json(response, pageOf([eventText(999)])))
  await inspector.connect({ name: 'Billing', baseUrl: here.url, token })
  await expect(inspector.status('Rows 1–50 of 120')).toBeVisible()
  const other = new Inspector(await context.newPage())
  await other.page.goto(new URL(page.url()).origin)
  await other.settled()

  await choose(other, /Edit connection/)
  await other.textbox('Name', other.connectionDialog).fill('Moved billing')
  await other.textbox('Base URL', other.connectionDialog).fill(there.url)
  await other.textbox('API key', other.connectionDialog).fill('tok-there')
  await other.button('More', other.connectionDialog).click()
  await other.connectionDialog.getByText('Production', { exact: true }).click()
  await other.button('Save and connect', other.connectionDialog).click()
  await expect(other.row('evt_0999')).toBeVisible()
  expect(there.asked).toHaveLength(1)

  // Whenever its row is there, so is the new header.
  await page.evaluate(() => {
    const world = window as unknown as { mixed: string[] }
    world.mixed = []
    new MutationObserver(() => {
      if (document.querySelector('[data-event-id="evt_0999"]') && !document.title.startsWith('Moved billing'))
        world.mixed.push(document.title)
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  await inspector.button('Next page', inspector.pages).click()
  await expect(
    page.getByText('“Moved billing” was changed in another window. Its new settings are used now.'),
  ).toBeVisible()
  await expect(inspector.row('evt_0999')).toBeVisible()
  await expect(inspector.rows).toHaveCount(1)
  await expect(page).toHaveTitle('Moved billing (Production) – Eventscope')
  expect(await page.evaluate(() => (window as unknown as { mixed: string[] }).mixed)).toEqual([])
  // Nothing of the old page was asked of the new server.
  expect(new Set(there.asked.map(({ body }) => JSON.parse(body).offset))).toEqual(new Set([0]))
  await Promise.all([here.stop(), there.stop()])
  await other.page.close()
})

test('two windows on one shell: each on its own, both told what the other did to a connection', async ({
  inspector,
  page,
  context,
  service,
}) => {
  await openForm(inspector)
  await inspector.connect({ name: 'Shared', baseUrl: service.url, token })
  const other = new Inspector(await context.newPage())
  await other.page.goto(new URL(page.url()).origin)
  await expect(other.status('Rows 1–50 of 237')).toBeVisible()
  await inspector.next()
  await other.search({ type: 'Credit' })
  await expect(inspector.status('Rows 51–100 of 237')).toBeVisible()
  await expect(inspector.filters).not.toContainText('applied')

  // A token that one replaces is the other's too; a connection that one deletes is said in the other.
  await choose(other, /Replace API key/)
  await dialog(other.page, 'API key for Shared').getByRole('textbox', { name: 'API key' }).fill('tok-wrong')
  await other.button('Save and retry').click()
  await expect(other.alert).toContainText('401')
  await inspector.button('Refresh').click()
  await expect(inspector.alert).toContainText('401')
  // A question that is not answered with yes gives the focus back.
  for (const item of [/Forget API key/, /Delete connection/]) {
    await choose(other, item)
    await other.button('Keep it').click()
    await expect(other.button('Switch connection')).toBeFocused()
  }
  await choose(other, /Delete connection/)
  await other.button('Delete connection', dialog(other.page, 'Delete connection')).click()
  await expect(other.connectionDialog).toBeVisible()
  await inspector.button('Refresh').click()
  await expect(inspector.alert).toContainText('This connection no longer exists')
  await expect(inspector.rows).toHaveCount(50)
  await other.page.close()
})
