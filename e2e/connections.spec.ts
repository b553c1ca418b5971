// Connections outlive a restart; their tokens are in the keychain, or for this run only, and that is said.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, startBrowserShell, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, serving, startScriptedService } from './scripted-service.ts'

/** Opens the connection's menu and chooses; dialogs that follow are the caller's. */
async function choose(inspector: Inspector, item: RegExp): Promise<void> {
  await inspector.button('Switch connection').click()
  await inspector.page.getByRole('menuitem', { name: item }).click()
}

const environmentRadio = (inspector: Inspector, name: string) =>
  inspector.connectionDialog.getByRole('radio', { name, exact: true })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('after a restart the last connection opens; a forgotten token is asked for', async ({ folder, service, page }) => {
  const first = await startBrowserShell(folder)
  await page.goto(first.url)
  const inspector = new Inspector(page)
  await inspector.connect({ name: 'Kept', baseUrl: service.url, token })
  await expect(inspector.status('Rows 1–50 of 237')).toBeVisible()
  await first.stop()

  const second = await startBrowserShell(folder)
  await page.goto(second.url)
  await expect(inspector.button('Switch connection')).toContainText('Kept')
  test.skip(
    process.env.EVENTSCOPE_SECRET_SERVICE !== '1',
    'no Secret Service here: the token was kept for one run only',
  )
  await expect(inspector.status('Rows 1–50 of 237')).toBeVisible()
  await second.stop()
})

test('a name is taken whatever its case; a billing zone is one that is known, and snapshots keep it', async ({
  folder,
  service,
  page,
}) => {
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await inspector.connect({ name: 'Straße', baseUrl: service.url, token })
  await inspector.button('Switch connection').click()
  await page.getByRole('menuitem', { name: /New connection|Add connection/ }).click()
  await inspector.textbox('Name', inspector.connectionDialog).fill('STRASSE')
  await inspector.textbox('Base URL', inspector.connectionDialog).fill(service.url)
  await inspector.textbox('API key', inspector.connectionDialog).fill(token)
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.connectionDialog).toContainText(/already|taken/i)
  await expect(inspector.textbox('Name', inspector.connectionDialog)).toHaveValue('STRASSE')

  const zone = inspector.connectionDialog.getByRole('combobox', { name: 'Billing zone', exact: true })
  await expect(zone).toHaveAttribute('placeholder', 'Same as displayed')
  await inspector.textbox('Name', inspector.connectionDialog).fill('Billed')
  await zone.fill('Europe/Berlim')
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(zone).toHaveAccessibleDescription(/“Europe\/Berlim” is not known here/)
  await expect(zone).toHaveAttribute('aria-invalid', 'true')
  await expect(zone).toBeFocused()
  await expect(zone).toHaveValue('Europe/Berlim')
  await expect(inspector.textbox('API key', inspector.connectionDialog)).toHaveValue(token)
  await zone.fill('berli')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(zone).toHaveValue('Europe/Berlin')
  await expect(zone).toHaveAccessibleDescription(
    /^Presets, snapshots, totals and files count days and months in this zone, by created_at\./,
  )
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.button('Switch connection')).toContainText('Billed')
  await expect(inspector.button('Time zone')).toContainText('UTC')
  await inspector.search({ From: '2020-01-01' })
  await inspector.takeSnapshot()
  await expect(inspector.snapshot.getByRole('list', { name: 'What was read' })).toContainText(
    /from 1 Jan 2020 00:00:00 \(\+01:00\) up to, not including, .+, Europe\/Berlin$/,
  )
  await inspector.openTab('Totals')
  await expect(page.getByRole('combobox', { name: 'Zone of days', exact: true })).toHaveValue('Europe/Berlin')
  await inspector.chooseTotals('Chart by', 'Hour')
  const bars = page.getByRole('figure', { name: 'Chart', exact: true }).locator('[data-period]')
  await expect(bars.first()).toHaveAttribute('data-period', /T\d\d:00\+0[12]:00$/)
  await choose(inspector, /Edit connection/)
  await expect(zone).toHaveValue('Europe/Berlin')
  await zone.fill('')
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.connectionDialog).toBeHidden()
  await inspector.backToLive()
  await inspector.takeSnapshot()
  await expect(inspector.snapshot.getByRole('list', { name: 'What was read' })).toContainText(
    /from 31 Dec 2019 23:00:00 .+, UTC$/,
  )
  await shell.stop()
})

test('a used launch link is refused with words that tell how to get a new one', async ({ shell, page, context }) => {
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.connectionDialog).toBeVisible()
  expect(page.url()).not.toContain('launch')
  await page.reload()
  await expect(inspector.connectionDialog).toBeVisible()
  await context.clearCookies()
  const another = await context.newPage()
  await another.goto(shell.url)
  await expect(another.locator('body')).toContainText(/new link|start .* again|npm start/i)
})

test('a connection is tested, and its token leaves the page when the dialog closes', async ({
  firstRun,
  page,
  service,
}) => {
  await test.step('"Test connection" says what it found in words, and keeps nothing', async () => {
    const { connectionDialog } = firstRun
    const one = pageOf([eventText(1)], 237, 1)
    const scripted = await startScriptedService((_, response) => json(response, one))
    const probeStatus = connectionDialog.getByRole('status')
    const alert = connectionDialog.getByRole('alert')
    const probe = () => firstRun.button('Test connection', connectionDialog).click()
    await firstRun.textbox('Base URL', connectionDialog).fill(scripted.url)
    await firstRun.textbox('API key', connectionDialog).fill(token)
    await probe()
    await expect(probeStatus).toContainText(/The service answered in \d+ ms and has events\./)
    await expect(probeStatus.getByRole('listitem')).toHaveCount(0)
    expect(scripted.asked).toMatchObject([{ body: '{"limit":1,"offset":0}', authorization: `Bearer ${token}` }])
    await firstRun.textbox('Name', connectionDialog).fill('Acme')
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
    await firstRun.button('Cancel test', connectionDialog).click()
    await expect(firstRun.button('Test connection', connectionDialog)).toBeVisible()
    await scripted.stop()
    await probe()
    await expect(alert).toContainText('Nothing answers at the service’s address')
    await expect(firstRun.textbox('API key', connectionDialog)).toHaveValue(token)

    await page.reload()
    await expect(connectionDialog).toBeVisible()
    await expect(firstRun.textbox('API key', connectionDialog)).toHaveValue('')
  })

  await test.step('the token leaves the page when the dialog closes, and never comes back', async () => {
    const { connectionDialog } = firstRun
    const answers: Promise<string>[] = []
    page.on('response', (response) => answers.push(response.text().catch(() => '')))
    const inPage = () =>
      page.evaluate(() =>
        [
          document.documentElement.outerHTML,
          ...[...document.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
        ].join('\n'),
      )
    const key = firstRun.textbox('API key', connectionDialog)
    await key.fill('two\nlines')
    await firstRun.button('Save and connect', connectionDialog).click()
    await expect(key).toHaveAccessibleDescription(/line break/)
    await expect(key).toHaveValue('two\nlines')
    await firstRun.connect({ name: 'Keeper', baseUrl: service.url, token })
    expect(await inPage()).not.toContain(token)

    // Nothing of it in the dialog that edits the connection, whether it closes by Escape or by saving.
    const typed = 'tok-typed-and-given-up'
    for (const close of ['Escape', 'save'] as const) {
      await choose(firstRun, /Edit connection/)
      await expect(key).toHaveValue('')
      await expect(firstRun.textbox('Name', connectionDialog)).toHaveValue('Keeper')
      if (close === 'Escape') {
        await key.fill(typed)
        await page.keyboard.press('Escape')
      } else {
        await firstRun.textbox('Name', connectionDialog).fill('KEEPER')
        await firstRun.button('Save and connect', connectionDialog).click()
      }
      await expect(connectionDialog).toBeHidden()
      expect(await inPage()).not.toContain(typed)
    }
    await expect(firstRun.button('Switch connection')).toContainText('KEEPER')
    await choose(firstRun, /Replace API key/)
    await expect(dialog(page, 'API key for KEEPER').getByRole('textbox', { name: 'API key' })).toHaveValue('')
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(firstRun.status('Rows 1–50 of 237')).toBeVisible()
    const heard = (await Promise.all(answers)).join('\n')
    expect(heard).toContain('KEEPER')
    expect(heard).not.toContain(token)
  })
})

test('"Forget API key" and "Delete connection" ask first, and hold over a restart', async ({
  folder,
  service,
  page,
}) => {
  const first = await startBrowserShell(folder)
  await page.goto(first.url)
  const inspector = new Inspector(page)
  await inspector.connect({ name: 'Acme', baseUrl: service.url, token })
  await expect(inspector.rows).toHaveCount(50)

  await choose(inspector, /Forget API key/)
  await expect(dialog(page, 'Forget API key')).toContainText('The API key of “Acme” and its cached rows are removed')
  await inspector.button('Keep it', dialog(page, 'Forget API key')).click()
  await expect(inspector.rows).toHaveCount(50)
  await choose(inspector, /Forget API key/)
  await inspector.button('Forget API key', dialog(page, 'Forget API key')).click()
  await expect(inspector.alert).toContainText('This connection has no API key')
  await expect(inspector.rows).toHaveCount(0)
  // Without a key there is nothing to try again.
  await expect(inspector.button('Retry', inspector.alert)).toHaveCount(0)
  await first.stop()

  const second = await startBrowserShell(folder)
  await page.goto(second.url)
  await expect(inspector.alert).toContainText('This connection has no API key')
  await inspector.button('Enter API key', inspector.alert).click()
  await dialog(page, 'API key for Acme').getByRole('textbox', { name: 'API key' }).fill(token)
  await inspector.button('Save and retry', dialog(page, 'API key for Acme')).click()
  await expect(inspector.rows).toHaveCount(50)

  await choose(inspector, /Delete connection/)
  await expect(dialog(page, 'Delete connection')).toContainText('The service is not affected')
  await page.keyboard.press('Escape')
  await expect(inspector.rows).toHaveCount(50)
  await choose(inspector, /Delete connection/)
  await inspector.button('Delete connection', dialog(page, 'Delete connection')).click()
  await expect(inspector.connectionDialog).toBeVisible()
  await expect(inspector.grid).toBeHidden()
  await expect(inspector.textbox('Name', inspector.connectionDialog)).toBeFocused()

  // Where others are left, the focus goes to the first of them.
  for (const name of ['Left', 'Gone']) {
    await inspector.connect({ name, baseUrl: service.url, token })
    if (name === 'Left') await choose(inspector, /Add connection/)
  }
  await choose(inspector, /Delete connection/)
  await inspector.button('Delete connection', dialog(page, 'Delete connection')).click()
  const left = page.getByRole('navigation', { name: 'Saved connections' }).getByRole('button', { name: /^Left/ })
  await expect(left).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(inspector.rows).toHaveCount(50)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await choose(inspector, /Delete connection/)
  await inspector.button('Delete connection', dialog(page, 'Delete connection')).click()
  await expect(inspector.textbox('Name', inspector.connectionDialog)).toBeFocused()
  await second.stop()

  const third = await startBrowserShell(folder)
  await page.goto(third.url)
  await expect(inspector.connectionDialog).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Saved connections' })).toHaveCount(0)
  await third.stop()
})

test('deleting a connection names its snapshots, which go with it or are reached without one', async ({
  folder,
  service,
  page,
}) => {
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  const list = dialog(page, 'Snapshots')
  const kept = page.getByRole('button', { name: /snapshots? on this computer…$/ })
  for (const name of ['Kept', 'Dropped']) {
    await inspector.connect({ name, baseUrl: service.url, token })
    await inspector.takeSnapshot()
    await inspector.backToLive()
    if (name === 'Kept') await choose(inspector, /Add connection/)
  }
  const asked = dialog(page, 'Delete connection')
  await choose(inspector, /Delete connection/)
  await expect(asked.getByRole('list', { name: 'Its snapshots' }).getByRole('listitem')).toHaveText(['All events'])
  await asked.getByRole('checkbox', { name: 'Also delete its snapshot' }).check()
  await inspector.button('Delete connection', asked).click()
  await expect(kept).toHaveText('1 snapshot on this computer…')

  await page.getByRole('button', { name: /^Kept/ }).click()
  await choose(inspector, /Delete connection/)
  await expect(asked.getByRole('list', { name: 'Its snapshots' }).getByRole('listitem')).toHaveText(['All events'])
  await inspector.button('Delete connection', asked).click()
  await expect(inspector.textbox('Name', inspector.connectionDialog)).toBeFocused()
  await expect(kept).toBeVisible()
  // Also after the next start.
  await page.reload()
  await kept.click()
  await expect(list).toContainText('This connection was deleted')
  await page.getByRole('button', { name: /^More for All events/ }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const { bytes } = await inspector.startExport(dialog(page, 'Export'))
  expect(bytes.length).toBeGreaterThan(5_000)
  await kept.click()
  await page.getByRole('button', { name: /^More for All events/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await inspector.button('Delete it', list).click()
  await expect(list).toContainText('No snapshots yet')
  await shell.stop()
})

const noKeychain = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }

test('a connection is deleted though the keychain is away, which gives up its entry once it is back', async ({
  folder,
  service,
  page,
}) => {
  test.skip(process.env.EVENTSCOPE_SECRET_SERVICE !== '1', 'no Secret Service here')
  const inspector = new Inspector(page)
  const withKeychain = await startBrowserShell(folder)
  await page.goto(withKeychain.url)
  await inspector.connect({ name: 'Acme', baseUrl: service.url, token })
  await withKeychain.stop()

  const without = await startBrowserShell(folder, noKeychain)
  await page.goto(without.url)
  await expect(inspector.alert).toContainText('The API key is not available')
  await choose(inspector, /Delete connection/)
  const asked = dialog(page, 'Delete connection')
  await inspector.button('Delete connection', asked).click()
  await expect(asked.getByRole('alert')).toContainText(
    /Secret Service did not remove the API key.*No keychain answers/s,
  )
  await expect(asked).not.toContainText('space')
  await expect(asked).toContainText('the entry may stay there until it answers and can be removed')
  await inspector.button('Try again', asked).click()
  await expect(asked.getByRole('alert')).toContainText('No keychain answers')
  await inspector.button('Delete anyway', asked).click()
  await expect(inspector.connectionDialog).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '“Acme” is deleted.' })).toContainText('may stay')
  await without.stop()

  const pending = async () => JSON.parse(await readFile(join(folder, 'keychain-removals.json'), 'utf8')).content
  expect(await pending()).toHaveLength(1)
  const again = await startBrowserShell(folder)
  await page.goto(again.url)
  await expect(inspector.connectionDialog).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Saved connections' })).toHaveCount(0)
  await expect.poll(pending).toEqual([])
  await again.stop()
})

test('without a keychain a restart asks for the API key, and not about rows that went with the run', async ({
  folder,
  service,
  page,
}) => {
  const inspector = new Inspector(page)
  const first = await startBrowserShell(folder, noKeychain)
  await page.goto(first.url)
  // Explained once wherever one is: before the first connection there, and from then on in Settings alone.
  const explained = page.getByText('No keychain answers on this machine.')
  await expect(explained).toHaveCount(1)
  await inspector.connect({ name: 'Acme', baseUrl: service.url, token })
  await expect(explained).toHaveCount(0)
  await inspector.button('Switch connection').click()
  await expect(page.getByRole('menu')).toContainText('API key kept for this run only: no keychain answers.')
  await expect(explained).toHaveCount(0)
  await page.keyboard.press('Escape')
  await inspector.button('Settings').click()
  await expect(dialog(page, 'Settings')).toContainText("No keychain answers that could hold the cache's key.")
  await expect(explained).toHaveCount(1)
  await page.keyboard.press('Escape')
  await first.stop()
  for (let restart = 0; restart < 2; restart++) {
    const shell = await startBrowserShell(folder, noKeychain)
    await page.goto(shell.url)
    await inspector.button('Enter API key', inspector.alert).click()
    await dialog(page, 'API key for Acme').getByRole('textbox', { name: 'API key' }).fill(token)
    await inspector.button('Save and retry', dialog(page, 'API key for Acme')).click()
    await expect(inspector.rows).toHaveCount(50)
    await expect(page.getByRole('region', { name: 'Cached rows' })).toHaveCount(0)
    await shell.stop()
  }
})

test('two windows on one shell: what one does to a connection is told in the other, and nothing is mixed', async ({
  firstRun,
  page,
  context,
  service,
}) => {
  await test.step('a connection that another window moved to another server shows nothing of it under the old header', async () => {
    const here = await startScriptedService(serving(120))
    const there = await startScriptedService((_, response) => json(response, pageOf([eventText(999)])))
    await firstRun.connect({ name: 'Billing', baseUrl: here.url, token })
    await expect(firstRun.status('Rows 1–50 of 120')).toBeVisible()
    const other = new Inspector(await context.newPage())
    await other.page.goto(new URL(page.url()).origin)
    await other.settled()

    await choose(other, /Edit connection/)
    await other.textbox('Name', other.connectionDialog).fill('Moved billing')
    await other.textbox('Base URL', other.connectionDialog).fill(there.url)
    await other.textbox('API key', other.connectionDialog).fill('tok-there')
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
    await firstRun.button('Next page', firstRun.pages).click()
    await expect(
      page.getByText('“Moved billing” was changed in another window. Its new settings are used now.'),
    ).toBeVisible()
    await expect(firstRun.row('evt_0999')).toBeVisible()
    await expect(firstRun.rows).toHaveCount(1)
    await expect(page).toHaveTitle('Moved billing (Production) – Eventscope')
    expect(await page.evaluate(() => (window as unknown as { mixed: string[] }).mixed)).toEqual([])
    // Nothing of the old page was asked of the new server.
    expect(new Set(there.asked.map(({ body }) => JSON.parse(body).offset))).toEqual(new Set([0]))
    await Promise.all([here.stop(), there.stop()])
    await other.page.close()
    await choose(firstRun, /Add connection/)
  })

  await test.step('two windows on one shell: each on its own, both told what the other did to a connection', async () => {
    await firstRun.connect({ name: 'Shared', baseUrl: service.url, token })
    const other = new Inspector(await context.newPage())
    await other.page.goto(new URL(page.url()).origin)
    await expect(other.status('Rows 1–50 of 237')).toBeVisible()
    await firstRun.next()
    await other.search({ type: 'Credit' })
    await expect(firstRun.status('Rows 51–100 of 237')).toBeVisible()
    await expect(firstRun.filters).not.toContainText('applied')

    // A token that one replaces is the other's too; a connection that one deletes is said in the other.
    await choose(other, /Replace API key/)
    await dialog(other.page, 'API key for Shared').getByRole('textbox', { name: 'API key' }).fill('tok-wrong')
    await other.button('Save and retry').click()
    await expect(other.alert).toContainText('401')
    await firstRun.button('Refresh').click()
    await expect(firstRun.alert).toContainText('401')
    // A question that is not answered with yes gives the focus back.
    for (const item of [/Forget API key/, /Delete connection/]) {
      await choose(other, item)
      await other.button('Keep it').click()
      await expect(other.button('Switch connection')).toBeFocused()
    }
    await choose(other, /Delete connection/)
    await other.button('Delete connection', dialog(other.page, 'Delete connection')).click()
    await expect(other.connectionDialog).toBeVisible()
    await firstRun.button('Refresh').click()
    await expect(firstRun.alert).toContainText('This connection no longer exists')
    await expect(firstRun.rows).toHaveCount(50)
  })
})

test('whoever edits connections.json has no stored API key sent elsewhere, and loses no other connection', async ({
  folder,
  page,
}) => {
  test.skip(process.env.EVENTSCOPE_SECRET_SERVICE !== '1', 'no Secret Service here')
  const here = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
  const there = await startScriptedService((_, response) => json(response, pageOf([eventText(2)])))
  const inspector = new Inspector(page)
  const first = await startBrowserShell(folder)
  await page.goto(first.url)
  await inspector.connect({ name: 'Acme', baseUrl: here.url, token })
  await first.stop()
  const path = join(folder, 'connections.json')
  const { version, content } = JSON.parse(await readFile(path, 'utf8'))
  const unusable = { ...content[0], name: 'Unusable', baseUrl: 'ftp://elsewhere.invalid' }
  await writeFile(path, JSON.stringify({ version, content: [unusable, { ...content[0], baseUrl: there.url }] }))

  const second = await startBrowserShell(folder)
  await page.goto(second.url)
  await expect(inspector.alert).toContainText(`is for ${here.url} and is never sent to another server`)
  await expect(page.getByRole('status').filter({ hasText: '“Unusable”: Only https://' })).toContainText(
    'stay in the file',
  )
  await inspector.button('Enter API key', inspector.alert).click()
  await dialog(page, 'API key for Acme').getByRole('textbox', { name: 'API key' }).fill('tok-there')
  await inspector.button('Save and retry', dialog(page, 'API key for Acme')).click()
  await expect(inspector.row('evt_0002')).toBeVisible()
  expect(new Set(there.asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer tok-there']))
  expect(JSON.parse(await readFile(path, 'utf8')).content).toContainEqual(unusable)
  await second.stop()
  await Promise.all([here.stop(), there.stop()])
})

test('an environment is chosen, a test ends with an edit, and an API key stays with its server', async ({
  firstRun,
  page,
}) => {
  await test.step('an environment shows as stripe, colour and word, production above all', async () => {
    const scripted = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
    const colours = new Set<string>()
    for (const [index, environment] of ['Production', 'Staging', 'Test', 'Development'].entries()) {
      if (index > 0) await choose(firstRun, /Add connection/)
      // Until one is chosen, it follows what the address hints at.
      await firstRun.textbox('Base URL', firstRun.connectionDialog).fill(scripted.url)
      await expect(environmentRadio(firstRun, 'Development')).toBeChecked()
      await firstRun.connectionDialog.getByText(environment, { exact: true }).click()
      await expect(environmentRadio(firstRun, environment)).toBeChecked()
      await firstRun.connect({ name: `Acme ${index}`, baseUrl: scripted.url, token })
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
    await firstRun.button('Switch connection').click()
    await expect(page.getByRole('menuitem', { name: /Acme 0\s*Production/ })).toBeVisible()
    await page.getByRole('menuitem', { name: /Acme 0\s*Production/ }).click()
    await expect(page).toHaveTitle('Acme 0 (Production) – Eventscope')
    await scripted.stop()
    await choose(firstRun, /Add connection/)
  })

  await test.step('a test of the connection ends with an edit; what is saved is told, also when the dialog is closed meanwhile', async () => {
    const { connectionDialog } = firstRun
    const slow = await startScriptedService(() => undefined)
    const quick = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
    await firstRun.textbox('Name', connectionDialog).fill('Edited')
    await firstRun.textbox('Base URL', connectionDialog).fill(slow.url)
    await firstRun.textbox('API key', connectionDialog).fill(token)
    await firstRun.button('Test connection', connectionDialog).click()
    await expect.poll(() => slow.asked.length).toBe(1)
    await firstRun.textbox('Base URL', connectionDialog).fill(quick.url)
    await expect(firstRun.button('Test connection', connectionDialog)).toBeEnabled()
    // Saving ends a test, too.
    await firstRun.textbox('Base URL', connectionDialog).fill(slow.url)
    await firstRun.button('Test connection', connectionDialog).click()
    await expect.poll(() => slow.asked.length).toBe(2)
    slow.answers((_, response) => json(response, pageOf([eventText(2)])))
    await firstRun.button('Save and connect', connectionDialog).click()
    await expect(firstRun.row('evt_0002')).toBeVisible()

    await choose(firstRun, /Edit connection/)
    await firstRun.textbox('Name', connectionDialog).fill('Renamed')
    let go = () => {}
    await firstRun.page.route('**/connections/save', async (route) => {
      await new Promise<void>((resolve) => {
        go = resolve
      })
      await route.continue()
    })
    await firstRun.button('Save and connect', connectionDialog).click()
    await firstRun.page.keyboard.press('Escape')
    await expect(connectionDialog).toBeHidden()
    go()
    await expect(firstRun.button('Switch connection')).toContainText('Renamed')

    // One that was added and given up meanwhile is there to be opened, and opens nothing by itself.
    await choose(firstRun, /Add connection/)
    await firstRun.textbox('Name', connectionDialog).fill('Second')
    await firstRun.textbox('Base URL', connectionDialog).fill(quick.url)
    await firstRun.textbox('API key', connectionDialog).fill(token)
    await firstRun.button('Save and connect', connectionDialog).click()
    await firstRun.page.keyboard.press('Escape')
    await expect(connectionDialog).toBeHidden()
    await firstRun.button('Settings').click()
    const saved = firstRun.page.waitForResponse('**/connections/save')
    go()
    await saved
    await expect(firstRun.page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await firstRun.page.keyboard.press('Escape')
    await firstRun.button('Switch connection').click()
    await expect(firstRun.page.getByRole('menuitem', { name: /Second/ })).toBeVisible()
    await firstRun.page.keyboard.press('Escape')
    await expect(firstRun.button('Switch connection')).toContainText('Renamed')
    expect(quick.asked).toHaveLength(0)

    await choose(firstRun, /Edit connection/)
    await firstRun.textbox('Base URL', connectionDialog).fill('http://a.example')
    await connectionDialog.getByRole('checkbox', { name: /unencrypted/ }).check()
    await firstRun.textbox('Base URL', connectionDialog).fill('http://a.example/path')
    await expect(connectionDialog.getByRole('checkbox', { name: /unencrypted/ })).toBeChecked()
    await firstRun.textbox('Base URL', connectionDialog).fill('http://b.example/path')
    await expect(connectionDialog.getByRole('checkbox', { name: /unencrypted/ })).not.toBeChecked()
    await Promise.all([slow.stop(), quick.stop()])
    await firstRun.page.unroute('**/connections/save')
    await firstRun.page.keyboard.press('Escape')
    await choose(firstRun, /Add connection/)
  })

  await test.step('an API key stays with its server: a connection that moves to another asks for that one’s', async () => {
    const here = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
    const there = await startScriptedService((_, response) => json(response, pageOf([eventText(2)])))
    const { connectionDialog } = firstRun
    await firstRun.connect({ name: 'Mover', baseUrl: here.url, token })
    await expect(firstRun.rows).toHaveCount(1)
    await choose(firstRun, /Edit connection/)
    const key = firstRun.textbox('API key', connectionDialog)
    await expect(key).toHaveAttribute('placeholder', 'Leave empty to keep the current key')
    await firstRun.textbox('Base URL', connectionDialog).fill(there.url)
    await expect(key).toHaveAttribute('placeholder', 'Different server: enter its key')
    for (const button of ['Test connection', 'Save and connect']) {
      await firstRun.button(button, connectionDialog).click()
      await expect(key).toHaveAccessibleDescription(/never sent to another server/)
      await expect(key).toBeFocused()
      await expect(firstRun.textbox('Base URL', connectionDialog)).toHaveValue(there.url)
    }
    expect(there.asked).toEqual([])
    // A path on the same server is no other server.
    await firstRun.textbox('Base URL', connectionDialog).fill(`${here.url}/billing`)
    await firstRun.button('Test connection', connectionDialog).click()
    await expect(connectionDialog).toContainText('The service answered')
    await firstRun.textbox('Base URL', connectionDialog).fill(there.url)
    await key.fill('tok-there')
    await firstRun.button('Save and connect', connectionDialog).click()
    await expect(connectionDialog).toBeHidden()
    await expect(page.getByRole('row', { name: /evt_0002/ })).toBeVisible()
    expect(new Set(there.asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer tok-there']))
    await Promise.all([here.stop(), there.stop()])
  })
})

test('a consent to plain http stays visible as a warning: in the header, in the menu, after a restart', async ({
  folder,
  page,
}) => {
  const inspector = new Inspector(page)
  const first = await startBrowserShell(folder)
  await page.goto(first.url)
  await inspector.textbox('Name', inspector.connectionDialog).fill('Plain')
  await inspector.textbox('Base URL', inspector.connectionDialog).fill('http://events.example.invalid')
  await inspector.textbox('API key', inspector.connectionDialog).fill(token)
  await inspector.connectionDialog.getByRole('checkbox', { name: /unencrypted/ }).check()
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.connectionDialog).toBeHidden()
  await first.stop()

  const second = await startBrowserShell(folder)
  await page.goto(second.url)
  await expect(page.getByRole('banner').getByText('Not encrypted', { exact: true })).toBeVisible()
  await inspector.button('Switch connection').click()
  await expect(page.getByRole('menu')).toContainText('the API key and every event travel unencrypted')
  await page.keyboard.press('Escape')

  // To another host it is asked for anew; to https there is none, and no warning.
  await choose(inspector, /Edit connection/)
  await inspector.textbox('Base URL', inspector.connectionDialog).fill('https://events.example.invalid')
  await inspector.textbox('API key', inspector.connectionDialog).fill(token)
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.connectionDialog).toBeHidden()
  await expect(page.getByRole('banner').getByText('Not encrypted', { exact: true })).toHaveCount(0)
  await second.stop()
})
