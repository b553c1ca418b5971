// The first minute: connect, be told what is wrong with what was typed, or explore sample data.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, openedOnce, startBrowserShell, startService, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import type { RunningService } from './service/serve-here.ts'

// Each `base` begins at a first run of its own.

base('sample data is one click away, with a month that was closed', { tag: '@core' }, async ({ firstRun, page }) => {
  await firstRun.button('Explore sample data', firstRun.connectionDialog).click()
  // A service is started, and a month of it read and closed.
  await expect(firstRun.status(/Rows 1–50 of/)).toBeVisible({ timeout: 60_000 })
  await expect(firstRun.rows).toHaveCount(50)
  // What was pressed is gone: the next Tab goes on in the window all the same.
  await expect(page.locator('header :focus')).toHaveCount(1)
  await expect(firstRun.button('Snapshots').locator('[data-count]')).toHaveAttribute('data-count', '1')
  await firstRun.button('Snapshots').click()
  await expect(page.getByRole('dialog', { name: 'Snapshots' })).toContainText(/\d{4}-\d{2}, as closed/)
  await page.keyboard.press('Escape')
  await firstRun.button('Switch connection').click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save Nordlicht’s invoice', exact: true }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^nordlicht-\d{4}-\d{2}\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(',Total,,,16643.34,EUR\r\n')
})

const refused: [string, { name?: string; url?: string; key?: string }, RegExp][] = [
  ['no base URL', { url: '' }, /base url|address/i],
  ['a base URL of another scheme', { url: 'ftp://example.com' }, /https/i],
  ['a base URL that is none', { url: 'not a url' }, /spaces/i],
  ['a base URL with a password in it', { url: 'https://user:secret@example.com' }, /user|password/i],
  ['an empty token', { key: '' }, /key|token/i],
  ['the reserved name', { name: 'environment' }, /environment variables/i],
  ['no name', { name: '  ' }, /name/i],
]

base(
  'a /v1 that is pasted is taken off by itself, and put back on demand; so is a "Bearer "; both are said',
  async ({ firstRun, service, page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const address = firstRun.textbox('Base URL', firstRun.connectionDialog)
    const notice = firstRun.connectionDialog.getByText('“/v1/events/search” was removed from the end')
    await firstRun.textbox('Name', firstRun.connectionDialog).fill('Pasted')
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${service.url}/v1/events/search`)
    await address.focus()
    await page.keyboard.press('Control+v')
    await expect(address).toHaveValue(service.url)
    await expect(notice).toBeVisible()
    await firstRun.button('Put it back', firstRun.connectionDialog).click()
    await expect(address).toHaveValue(`${service.url}/v1/events/search`)
    await firstRun.textbox('Name', firstRun.connectionDialog).focus()
    await expect(address).toHaveValue(`${service.url}/v1/events/search`)
    // Typed, it goes once the field is left.
    await address.fill(`${service.url}/v1/`)
    await firstRun.textbox('Name', firstRun.connectionDialog).focus()
    await expect(address).toHaveValue(service.url)
    const key = firstRun.textbox('API key', firstRun.connectionDialog)
    await page.evaluate((text) => navigator.clipboard.writeText(text), `Bearer ${token}`)
    await key.focus()
    await page.keyboard.press('Control+v')
    await expect(key).toHaveValue(token)
    await expect(firstRun.connectionDialog.getByText('“Bearer ” was removed')).toBeVisible()
    await firstRun.button('Save and connect', firstRun.connectionDialog).click()
    await expect(firstRun.status('Rows 1–50 of 237')).toBeVisible()
  },
)

const one = openedOnce(async (page, folder) => {
  const service = await startService('--events', '237', '--seed', '7')
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.connectionDialog).toBeVisible()
  // Another font moves what is measured.
  await page.evaluate(async () => void (await document.fonts.ready))
  return { inspector, service, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
const test = base.extend<{ firstRun: Inspector; service: RunningService }>({
  firstRun: async ({ browser }, use) => use((await one(browser)).inspector),
  service: async ({ browser }, use) => use((await one(browser)).service),
})

/** The fields of the form, and how far down its buttons are. */
function partsOf(window: Inspector) {
  const form = window.connectionDialog
  const probe = window.button('Test connection', form)
  return {
    form,
    name: window.textbox('Name', form),
    address: window.textbox('Base URL', form),
    key: window.textbox('API key', form),
    zone: form.getByRole('combobox', { name: 'Billing zone', exact: true }),
    probe,
    top: async () => Math.round((await probe.boundingBox())?.y ?? Number.NaN),
  }
}

/** Opens the form as a dialog over the page: a new one. */
async function openDialog(window: Inspector, baseUrl: string): Promise<void> {
  const header = window.button('Switch connection')
  if (await header.isHidden()) await window.connect({ name: 'Acme', baseUrl, token })
  else await window.page.keyboard.press('Escape')
  await header.click()
  await window.page.getByRole('menuitem', { name: /Add connection/ }).click()
}

for (const where of ['on the first page', 'in a dialog']) {
  test(`a press of the mouse that leaves a corrected field is not lost ${where}`, async ({ firstRun, service }) => {
    if (where === 'in a dialog') await openDialog(firstRun, service.url)
    const { form, name, address, key, probe, top } = partsOf(firstRun)
    const empty = await top()
    await key.fill(token)
    await address.fill(`${service.url}/v1/events/search`)
    await probe.click()
    await expect(form.getByText('“/v1/events/search” was removed from the end')).toBeVisible()
    await expect(form.getByRole('status').filter({ hasText: /The service answered/ })).toBeVisible()
    await address.fill(service.url)
    await key.fill(`Bearer ${token}`)
    await probe.click()
    await expect(form.getByText('“Bearer ” was removed')).toBeVisible()
    await expect(form.getByRole('status').filter({ hasText: /The service answered/ })).toBeVisible()
    await name.fill('Corrected')
    expect(await top()).toBe(empty)
  })

  test(`what is wrong beside a field moves no button ${where}; each stays while the field is wrong`, async ({
    firstRun,
    service,
  }) => {
    if (where === 'in a dialog') await openDialog(firstRun, service.url)
    const { form, name, address, key, zone, top } = partsOf(firstRun)
    const wrong = form.locator('[aria-invalid="true"]')
    await name.fill('')
    await key.fill('')
    await address.fill('')
    await firstRun.button('More', form).click()
    await zone.fill('Europe/Berlim')
    await name.focus()
    const before = await top()
    await firstRun.button('Save and connect', form).click()
    await expect(wrong).toHaveCount(4)
    expect(await top()).toBe(before)
    await address.fill('ftp://example.com')
    await expect(address).toHaveAccessibleDescription('Only https:// and http:// addresses can be used.')
    await name.fill('  ')
    await key.fill('two words')
    await expect(key).toHaveAccessibleDescription(/has a space in it/)
    await zone.fill('Europe/Berli')
    await name.focus()
    await expect(wrong).toHaveCount(4)
    expect(await top()).toBe(before)
    await address.fill(service.url)
    await name.fill('Corrected')
    await key.fill(token)
    await zone.fill('Europe/Berlin')
    await expect(wrong).toHaveCount(0)
    await name.focus()
    expect(await top()).toBe(before)
  })
}

base('plain http to another host needs a consent that stays visible', async ({ firstRun }) => {
  await firstRun.textbox('Base URL', firstRun.connectionDialog).fill('http://events.example.invalid')
  const consent = firstRun.connectionDialog.getByRole('checkbox', { name: /unencrypted/i })
  await expect(consent).toBeVisible()
  await firstRun.textbox('Name', firstRun.connectionDialog).fill('Plain')
  await firstRun.textbox('API key', firstRun.connectionDialog).fill(token)
  await firstRun.button('Save and connect', firstRun.connectionDialog).click()
  await expect(firstRun.connectionDialog).toBeVisible()
  await consent.check()
  await firstRun.button('Save and connect', firstRun.connectionDialog).click()
  await expect(firstRun.connectionDialog).toBeHidden()
  await expect(firstRun.page.getByRole('banner')).toContainText(/not encrypted|plain http/i)
})

base('a first connection: guessed, refused, tested, saved and searched', async ({ firstRun, service }) => {
  await expect(firstRun.textbox('Name', firstRun.connectionDialog)).toBeFocused()
  await test.step('the environment is guessed from the address until it is chosen, also by choosing the guess', async () => {
    const dialog = firstRun.connectionDialog
    const environment = (name: string) => dialog.getByRole('radio', { name, exact: true })
    const address = firstRun.textbox('Base URL', dialog)
    await firstRun.button('More', dialog).click()
    await address.fill('http://127.0.0.1:8787')
    await expect(environment('Development')).toBeChecked()
    await address.fill('https://api.acme.example')
    await expect(environment('Production')).toBeChecked()
    await dialog.getByText('Production', { exact: true }).click()
    await address.fill('http://127.0.0.1:8787')
    await expect(environment('Production')).toBeChecked()
    await dialog.getByText('Staging', { exact: true }).click()
    await expect(environment('Staging')).toBeChecked()
  })

  await test.step('what cannot be used is refused at its field, in words, and stays typed', async () => {
    for (const [what, typed, words] of refused) {
      await test.step(what, async () => {
        const given = { name: 'Acme', url: service.url, key: token, ...typed }
        await firstRun.textbox('Name', firstRun.connectionDialog).fill(given.name)
        await firstRun.textbox('Base URL', firstRun.connectionDialog).fill(given.url)
        await firstRun.textbox('API key', firstRun.connectionDialog).fill(given.key)
        await firstRun.button('Save and connect', firstRun.connectionDialog).click()
        const field = firstRun.connectionDialog.locator('[aria-invalid="true"]')
        await expect(field).toHaveCount(1)
        const described = (await field.getAttribute('aria-describedby')) ?? ''
        const message = firstRun.page.locator(
          described
            .split(' ')
            .map((id) => `[id="${id}"]`)
            .join(','),
        )
        await expect(message.filter({ hasText: words }).first()).toBeVisible()
        await expect(firstRun.textbox('Name', firstRun.connectionDialog)).toHaveValue(given.name)
        await expect(firstRun.textbox('Base URL', firstRun.connectionDialog)).toHaveValue(given.url)
        await expect(firstRun.textbox('API key', firstRun.connectionDialog)).toHaveValue(given.key)
      })
    }
  })

  await test.step('a typed connection is tested, saved and searched', async () => {
    await firstRun.textbox('Name', firstRun.connectionDialog).fill('Acme Billing')
    await firstRun.textbox('Base URL', firstRun.connectionDialog).fill(service.url)
    await firstRun.textbox('API key', firstRun.connectionDialog).fill(token)
    await firstRun.button('Test connection', firstRun.connectionDialog).click()
    await expect(firstRun.connectionDialog.getByRole('status')).toContainText(/answered|works|connected/i)
    await firstRun.button('Save and connect', firstRun.connectionDialog).click()
    await expect(firstRun.status('Rows 1–50 of 237')).toBeVisible()
    await expect(firstRun.button('Switch connection')).toContainText('Acme Billing')
  })
})

base(
  'a file of ours that could not be understood is said on the page, and was set aside',
  { tag: '@core' },
  async ({ folder, page, service }) => {
    await writeFile(join(folder, 'connections.json'), '{"version":1,"value":[{"id":')
    const shell = await startBrowserShell(folder)
    await page.goto(shell.url)
    const notice = page.getByRole('status').filter({ hasText: 'connections.json' })
    await expect(notice).toContainText('set aside')
    const inspector = new Inspector(page)
    await inspector.connect({ name: 'Anew', baseUrl: service.url, token })
    // It stays until it is closed, and is in nobody's way.
    await expect(inspector.rows).toHaveCount(50)
    await inspector.next()
    await expect(notice).toBeVisible()
    await notice.getByRole('button').click()
    await expect(notice).toBeHidden()
    await shell.stop()
  },
)
