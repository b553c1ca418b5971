// Connections outlive a restart; their tokens are in the keychain, or for this run only, and that is said.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, startBrowserShell, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import { behindOptions } from './snapshot-menus.ts'

/** Opens the connection's menu and chooses; dialogs that follow are the caller's. */
async function choose(inspector: Inspector, item: RegExp): Promise<void> {
  await inspector.button('Switch connection').click()
  await inspector.page.getByRole('menuitem', { name: item }).click()
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

test('after a restart the last connection opens; a forgotten token is asked for', { tag: '@core' }, async ({
  folder,
  service,
  page,
}) => {
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
  await inspector.button('More', inspector.connectionDialog).click()
  await expect(zone).toHaveAttribute('placeholder', 'Zone on screen')
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
    /^Periods, snapshots, totals and files count days and months in this zone, by created_at\./,
  )
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.button('Switch connection')).toContainText('Billed')
  await expect(inspector.button('Time zone')).toContainText('Berlin')
  await inspector.search({ From: '2020-01-01' })
  await inspector.takeSnapshot()
  await expect(inspector.snapshot.getByRole('list', { name: 'What was read' })).toHaveAttribute(
    'title',
    /from 1 Jan 2020 00:00:00 \(\+01:00\) up to, not including, .+, Europe\/Berlin\n/,
  )
  await inspector.openTab('Totals')
  const zoneOfDays = page.getByRole('combobox', { name: 'Zone of days', exact: true })
  await expect(await behindOptions(inspector, zoneOfDays)).toHaveValue('Europe/Berlin')
  await inspector.chooseTotals('Chart by', 'Hour')
  const bars = page.getByRole('figure', { name: 'Chart', exact: true }).locator('[data-period]')
  await expect(bars.first()).toHaveAttribute('data-period', /T\d\d:00\+0[12]:00$/)
  await choose(inspector, /Edit connection/)
  await inspector.button('More', inspector.connectionDialog).click()
  await expect(zone).toHaveValue('Europe/Berlin')
  await zone.fill('')
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.connectionDialog).toBeHidden()
  // The snapshot keeps its zone.
  await expect(inspector.button('Time zone')).toContainText('Berlin')
  await inspector.backToLive()
  await expect(inspector.button('Time zone')).toContainText('UTC')
  await inspector.takeSnapshot()
  await expect(inspector.snapshot.getByRole('list', { name: 'What was read' })).toHaveAttribute(
    'title',
    /from 31 Dec 2019 23:00:00 .+, UTC\n/,
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

test('a connection is deleted though the keychain is away, which gives up its entry once it is back', {
  tag: '@core',
}, async ({ folder, service, page }) => {
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
    /Secret Service did not remove the API key.*No keychain is running/s,
  )
  await expect(asked).not.toContainText('space')
  await expect(asked).toContainText('the entry may stay there until it answers and can be removed')
  await inspector.button('Try again', asked).click()
  await expect(asked.getByRole('alert')).toContainText('No keychain is running')
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
  const explained = page.getByText('No keychain is running on this computer.')
  await expect(explained).toHaveCount(1)
  await inspector.connect({ name: 'Acme', baseUrl: service.url, token })
  await expect(explained).toHaveCount(0)
  await inspector.button('Switch connection').click()
  await expect(page.getByRole('menu')).toContainText('API key kept until Eventscope closes (no keychain)')
  await expect(explained).toHaveCount(0)
  await page.keyboard.press('Escape')
  await inspector.button('Settings').click()
  await expect(dialog(page, 'Settings')).toContainText("No keychain is available to hold the cache's key.")
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
  await expect(inspector.alert).toContainText(`is for ${here.url} and is never sent to another address`)
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

  // To another host it is asked for again; to https there is none, and no warning.
  await choose(inspector, /Edit connection/)
  await inspector.textbox('Base URL', inspector.connectionDialog).fill('https://events.example.invalid')
  await inspector.textbox('API key', inspector.connectionDialog).fill(token)
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.connectionDialog).toBeHidden()
  await expect(page.getByRole('banner').getByText('Not encrypted', { exact: true })).toHaveCount(0)
  await second.stop()
})
