// What concerns the whole window: the one box with every command, settings over a restart, activity, zone and theme.
import { startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import { expect, test } from './scripted-window.ts'

const events = Array.from({ length: 120 }, (_, index) => eventText(index))

/** Pages of 120 events, and one event by its id. */
const pages: Parameters<typeof startScriptedService>[0] = (asked, response) => {
  if (asked.method === 'GET') return json(response, events[7] ?? '')
  const { limit, offset } = JSON.parse(asked.body) as { limit: number; offset: number }
  json(response, pageOf(events.slice(offset, offset + limit), 120, limit, offset))
}

/** The one box: runs commands by name, and notes what it offered and what was run. */
class Box {
  readonly offered = new Set<string>()
  readonly ran = new Set<string>()
  readonly #window: Inspector

  constructor(window: Inspector) {
    this.#window = window
  }

  async run(label: string): Promise<void> {
    const { page } = this.#window
    await page.keyboard.press('Control+k')
    await expect(this.#window.find).toBeFocused()
    const results = page.getByRole('listbox', { name: 'Find results', exact: true })
    await expect(results).toBeVisible()
    const labels = results.getByRole('option').locator('span:first-child')
    // What stands in the box from before is an ID; recent searches are no commands.
    for (const name of await labels.allTextContents())
      if (!/^(Open event|Search (?!with))/.test(name)) this.offered.add(name)
    await this.#window.find.fill(label)
    await expect(labels.first()).toHaveText(label)
    await page.keyboard.press('Enter')
    await expect(results).toBeHidden()
    this.ran.add(label)
  }
}

test('the one box has every command, and each works from it', async ({ folder, page, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const scripted = await startScriptedService(pages)
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const window = new Inspector(page)
  const box = new Box(window)
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const escapeFrom = async (name: string) => {
    await expect(dialog(name)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(name)).toBeHidden()
  }
  await window.connect({ name: 'Alpha', baseUrl: scripted.url, token })

  await test.step('connections', async () => {
    await box.run('Add connection')
    await window.connect({ name: 'Beta', baseUrl: scripted.url, token })
    await box.run('Switch to Alpha')
    await expect(page).toHaveTitle(/^Alpha/)
    await box.run('Edit connection')
    await escapeFrom('Edit Alpha')
    await box.run('Replace API key')
    await escapeFrom('API key for Alpha')
    await box.run('Forget API key')
    await escapeFrom('Forget API key')
    await box.run('Delete connection')
    await escapeFrom('Delete connection')
    await box.run('Explore sample data')
    await expect(page).toHaveTitle(/^Sample data/)
    await box.run('Switch to Beta')
    await expect(page).toHaveTitle(/^Beta/)
    await box.run('Switch to Sample data')
    await expect(page).toHaveTitle(/^Sample data/)
    const invoice = page.waitForEvent('download')
    await box.run('Save Nordlicht’s invoice')
    expect((await invoice).suggestedFilename()).toMatch(/^nordlicht-.*\.csv$/)
    await box.run('Switch to Beta')
    // The one box of the connection that is left takes no key any more.
    await expect(page).toHaveTitle(/^Beta/)
    for (const name of ['Alpha', 'Sample data', 'Beta']) {
      await box.run(`Run in ${name}`)
      await expect(page).toHaveTitle(new RegExp(`^${name}`))
    }
    await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  })
  await test.step('pages', async () => {
    await box.run('25 rows per page')
    await expect(window.status('Rows 1–25 of 120')).toBeVisible()
    await box.run('Next page')
    await expect(window.status('Rows 26–50 of 120')).toBeVisible()
    await box.run('Next page')
    await expect(window.status('Rows 51–75 of 120')).toBeVisible()
    await box.run('Previous page')
    await expect(window.status('Rows 26–50 of 120')).toBeVisible()
    await box.run('First page')
    await expect(window.status('Rows 1–25 of 120')).toBeVisible()
    await box.run('100 rows per page')
    await expect(window.status('Rows 1–100 of 120')).toBeVisible()
    await box.run('50 rows per page')
    await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  })
  await test.step('asking again, giving up, trying again', async () => {
    scripted.answers(() => {})
    await box.run('Refresh')
    await expect(window.grid).toHaveAttribute('aria-busy', 'true')
    await box.run('Cancel search')
    for (const every of ['10 s', '30 s', '1 min']) await box.run(`Auto-refresh every ${every}`)
    await expect(window.button('Auto-refresh')).toHaveText('1 min')
    await box.run('Auto-refresh off')
    await expect(window.grid).toHaveAttribute('aria-busy', 'false')
    scripted.answers((_, response) => json(response, { message: 'no' }, 400))
    await box.run('Refresh')
    await expect(window.alert).toContainText('400')
    scripted.answers(pages)
    await box.run('Retry')
    await expect(window.alert).toBeHidden()
  })
  await test.step('filters', async () => {
    await box.run('Show or hide filters')
    await expect(window.filters).toBeHidden()
    await box.run('Go to filters')
    await expect(window.textbox('Customer ID', window.filters)).toBeFocused()
    await page.keyboard.type('cus_A')
    await box.run('Search with these filters')
    await expect(window.filters).toContainText('1 applied')
    await box.run('Save this search')
    await escapeFrom('Save this search')
    await box.run('Copy search')
    await expect.poll(clipboard).toMatch(/^eventscope:search/)
    await box.run('Copy the search as cURL')
    await expect.poll(clipboard).toContain('{"customer_id":"cus_A","limit":50,"offset":0}')
    await expect(page.getByText('Copied', { exact: true }).last()).toBeVisible()
    await window.textbox('Event code', window.filters).fill('a draft')
    for (const range of ['Last hour', 'Today', 'Yesterday', 'Last 7 days', 'This month', 'Last month'])
      await box.run(range)
    await expect(window.filters).toContainText('2 applied')
    await box.run('Clear filters')
    await expect(window.filters).not.toContainText('applied')
    await expect(window.textbox('Event code', window.filters)).toHaveValue('')
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue('')
  })
  await test.step('one event', async () => {
    await window.findById('evt_0007')
    const id = window.details.locator('[data-field="event_id"]')
    await expect(id).toHaveAttribute('data-value', 'evt_0007')
    await box.run('Next event')
    await expect(id).toHaveAttribute('data-value', 'evt_0008')
    await box.run('Previous event')
    await expect(id).toHaveAttribute('data-value', 'evt_0007')
    await box.run('Find others like this')
    await expect.poll(() => scripted.asked.at(-1)?.body).toContain('"created_at_to"')
    await box.run('Clear filters')
    await box.run('Copy event ID')
    await expect.poll(clipboard).toBe('evt_0007')
    await box.run('Copy JSON')
    await expect.poll(clipboard).toContain('"amount": 0.10')
    await box.run('Copy as cURL')
    await expect.poll(clipboard).toContain('/v1/events/evt_0007')
    await box.run('Close details')
    await expect(window.details).toBeHidden()
  })
  await test.step('rows', async () => {
    await box.run('Compare selected rows')
    await expect(window.grid.locator(':focus')).toHaveCount(1)
    await window.row('evt_0001').getByRole('checkbox').check()
    await box.run('Export selected rows')
    await escapeFrom('Export')
    await box.run('Export this page')
    await escapeFrom('Export')
    await box.run('Export all matches')
    await escapeFrom('Export')
    for (const [command = '', button = ''] of [
      ['When did it start?', 'Over time'],
      ['When did it stop?', 'Over time'],
      ['Events over time', 'Over time'],
      ['Sums of these rows', 'Sums of these rows'],
    ]) {
      await box.run(command)
      await expect(dialog(button)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(window.button(button)).toHaveAttribute('aria-expanded', 'false')
    }
    await box.run('Clear selection')
    await expect(window.row('evt_0001').getByRole('checkbox')).not.toBeChecked()
    await box.run('Choose columns')
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Event code' }).uncheck()
    await page.keyboard.press('Escape')
    await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toHaveCount(0)
    await box.run('Show all columns')
    await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toBeVisible()
  })
  await test.step('the window', async () => {
    const scheme = (name: string) => expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', name)
    await box.run('Dark theme')
    await scheme('dark')
    await box.run('Light theme')
    await scheme('light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await box.run('System theme')
    await scheme('dark')
    await window.chooseZone('Europe/Berlin')
    await box.run('Show times in UTC')
    await expect(window.grid.getByRole('columnheader', { name: 'Created', exact: true })).toHaveText('CreatedUTC')
    await box.run('Choose time zone')
    await escapeFrom('Settings')
    await box.run('Settings')
    await escapeFrom('Settings')
    await box.run('Activity')
    await escapeFrom('Activity')
    await box.run('Keyboard shortcuts')
    await escapeFrom('Keyboard shortcuts')
  })

  await test.step('snapshots', async () => {
    await box.run('Snapshots')
    await escapeFrom('Snapshots')
    await box.run('Totals')
    const opened = page.getByRole('region', { name: 'Snapshot', exact: true })
    await window.button('Back to live', opened).click()
    await box.run('Take snapshot')
    await expect(page.getByRole('region', { name: /^(Taking snapshot|Snapshot)$/ }).first()).toBeVisible()
  })
  expect([...box.offered].filter((label) => !box.ran.has(label))).toEqual([])
  await shell.stop()
  await scripted.stop()
})

test('settings are remembered over a restart', async ({ folder, scripted, page }) => {
  const env = { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token }
  const first = await startBrowserShell(folder, env)
  await page.goto(first.url)
  const window = new Inspector(page)
  await window.settled()
  await page.keyboard.press('/')
  await expect(window.textbox('Customer ID', window.filters)).toBeFocused()

  await window.button('Settings').click()
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByText('Dark', { exact: true }).click()
  await settings.getByText('25', { exact: true }).click()
  await settings.getByRole('switch', { name: 'Slash key goes to filters' }).press('Space')
  await settings.getByRole('combobox', { name: 'Show times in' }).fill('Kathmandu')
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click()
  await page.keyboard.press('Escape')
  const columnsKept = page.waitForResponse(
    (response) => response.url().endsWith('/remembered/write') && /columns/.test(response.request().postData() ?? ''),
  )
  await window.showColumn('Event code', false)
  await columnsKept
  await window.open('evt_0001')
  const kept = page.waitForResponse((response) => response.url().endsWith('/settings/write'))
  await page.getByRole('separator', { name: 'Resize event details' }).press('Home')
  await kept
  await first.stop()

  const second = await startBrowserShell(folder, env)
  await page.goto(second.url)
  await expect(window.grid).toHaveAttribute('data-limit', '50')
  // The open event is asked for again too.
  const searched = scripted.asked.findLast(({ method }) => method === 'POST')
  expect(JSON.parse(searched?.body ?? '')).toMatchObject({ limit: 25 })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(window.grid.getByRole('columnheader', { name: 'Created', exact: true })).toContainText('+05:45')
  await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(window.textbox('Customer ID', window.filters)).not.toBeFocused()
  await window.open('evt_0001')
  await expect(page.getByRole('separator', { name: 'Resize event details' })).toHaveAttribute('aria-valuenow', '280')
  await second.stop()
})

test('the footer and the header: facts of the search, theme, activity and zone', async ({
  window,
  page,
  scripted,
  context,
}) => {
  await test.step('the footer says range and total; order, source, age and duration are one click behind it', async () => {
    await expect(window.status('Rows 1–49 of 49')).toBeVisible()
    const facts = page.getByRole('dialog').filter({ hasText: 'Order' })
    await expect(facts).toHaveCount(0)
    await page.getByRole('button', { name: /from the service, \d+ ms/ }).click()
    const fact = (name: string) => facts.locator(`dt:text-is("${name}") + dd`)
    await expect(fact('Order')).toHaveText('Oldest first')
    await expect(fact('Source')).toHaveText('The service')
    await expect(fact('Received')).toContainText(/just now|\d+ s ago/)
    await expect(fact('Took')).toContainText(/\d+ ms, 1 attempt/)
    // In the DOM is not enough: nothing may clip it or lie over it.
    for (const name of ['Source', 'Request ID']) {
      const isSeen = await fact(name).evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isSeen, name).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(facts).toBeHidden()
  })

  await test.step('the theme is the system’s until one is chosen in the header', async () => {
    const html = page.locator('html')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await window.button('Change to light theme').click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'light' })
    await window.button('Change to dark theme').click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  await test.step('activity tells of each request, what was sent and what came of it, and never the token', async () => {
    scripted.answers((_, response) => json(response, { message: 'boom' }, 500, { 'x-request-id': 'req-5' }))
    await window.search({ 'Customer ID': 'cus_A' })
    await window.button('Activity').click()
    const activity = page.getByRole('dialog', { name: 'Activity', exact: true })
    const entries = activity.getByRole('listitem')
    await expect(entries).toHaveCount(2)
    await expect(entries.nth(0)).toContainText('500')
    await expect(entries.nth(1)).toContainText('200')
    await entries.nth(0).getByRole('button').first().click()
    await expect(entries.nth(0)).toContainText('{"customer_id":"cus_A","limit":50,"offset":0}')
    await expect(entries.nth(0)).toContainText('boom')
    await expect(entries.nth(0)).toContainText('req-5')
    await expect(entries.nth(0)).toContainText(scripted.url)
    expect(await activity.innerHTML()).not.toContain(token)

    // In words; the failed one first on demand; copied as a command; and asked again where it was asked.
    await expect(entries.nth(0)).toContainText('Rows 1–50 of Customer ID = cus_A')
    await expect(entries.nth(1)).toContainText('Rows 1–50 of all events')
    scripted.answers(pages)
    await page.keyboard.press('Escape')
    await window.search({})
    await window.button('Activity').click()
    await expect(entries.nth(1)).toContainText('500')
    await activity.getByRole('checkbox', { name: 'Failed requests first' }).check()
    await expect(entries.nth(0)).toContainText('500')
    await expect(entries).toHaveCount(3)
    await entries.nth(0).getByRole('button').first().click()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await window.button('Copy as cURL', entries.nth(0)).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"customer_id":"cus_A"')
    await window.button('Run again', entries.nth(0)).click()
    await expect(activity).toBeHidden()
    await expect.poll(() => scripted.asked.at(-1)?.body).toBe('{"customer_id":"cus_A","limit":50,"offset":0}')
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue('cus_A')
    await window.button('Activity').click()

    // Times are those of the header's zone.
    const started = (await entries.nth(0).locator('time').getAttribute('datetime')) ?? ''
    const utc = started.slice(11, 23)
    await expect(entries.nth(0).locator('time')).toHaveText(utc)
    await page.keyboard.press('Escape')
    await window.chooseZone('Asia/Kolkata')
    await window.button('Activity').click()
    const minutes = (Number(utc.slice(0, 2)) * 60 + Number(utc.slice(3, 5)) + 330) % 1440
    const kolkata = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    await expect(entries.nth(0).locator('time')).toHaveText(kolkata + utc.slice(5))
  })

  await test.step('a zone is found by a part of its name, by keyboard alone', async () => {
    const zone = window.button('Time zone')
    await zone.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('nowhere')
    await expect(page.getByText('No time zone with that name')).toBeVisible()
    await page.getByLabel('Search time zones').fill('new york')
    await page.keyboard.press('Enter')
    await expect(zone).toBeFocused()
    await expect(zone).toContainText('New York')
    await expect(window.grid.getByRole('columnheader', { name: 'Created', exact: true })).toContainText('-04:00')
  })
})
