// What concerns the whole window: commands of the one box, settings over a restart, activity, zone and theme.
import type { BrowserContext, Page } from '@playwright/test'
import { openedOnce, startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { eventText, json, pageOf, type ScriptedService, startScriptedService } from './scripted-service.ts'
import { test as base, expect } from './scripted-window.ts'

const events = Array.from({ length: 120 }, (_, index) => eventText(index))

/** Pages of 120 events, and one event by its id. */
const pages: Parameters<typeof startScriptedService>[0] = (asked, response) => {
  if (asked.method === 'GET') return json(response, events[7] ?? '')
  const { limit, offset } = JSON.parse(asked.body) as { limit: number; offset: number }
  json(response, pageOf(events.slice(offset, offset + limit), 120, limit, offset))
}

const one = openedOnce(async (page, folder) => {
  const scripted = await startScriptedService(pages)
  const shell = await startBrowserShell(folder)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(shell.url)
  const window = new Inspector(page)
  await window.connect({ name: 'Alpha', baseUrl: scripted.url, token })
  return { scripted, window, stop: () => Promise.all([shell.stop(), scripted.stop()]) }
})
const test = base.extend<{ context: BrowserContext; page: Page; scripted: ScriptedService; window: Inspector }>({
  context: async ({ browser }, use) => use((await one(browser)).context),
  page: async ({ browser }, use) => use((await one(browser)).page),
  scripted: async ({ browser }, use) => use((await one(browser)).scripted),
  window: async ({ browser }, use) => use((await one(browser)).window),
})

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const dialog = ({ page }: Inspector, name: string) => page.getByRole('dialog', { name, exact: true })

async function escapeFrom(window: Inspector, name: string): Promise<void> {
  await expect(dialog(window, name)).toBeVisible()
  await window.page.keyboard.press('Escape')
  await expect(dialog(window, name)).toBeHidden()
}

async function openActivity(window: Inspector): Promise<void> {
  await window.button('Settings').click()
  await window.button('Activity', dialog(window, 'Settings')).click()
}

async function run(window: Inspector, label: string): Promise<void> {
  const results = window.page.getByRole('listbox', { name: 'Find results', exact: true })
  await window.page.keyboard.press('Control+k')
  await expect(window.find).toBeFocused()
  await window.find.fill(label)
  await expect(results.getByRole('option').locator('span:first-child').first()).toHaveText(label)
  await window.page.keyboard.press('Enter')
  await expect(results).toBeHidden()
}

test('the footer says range, total and age; source and duration are in its tooltip', async ({ window, page }) => {
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  const age = page.getByText(/^Updated (just now|\d+ s ago)$/)
  await expect(age).toHaveAttribute(
    'title',
    /^From the service at \d\d:\d\d UTC: \d+ ms, .+\. Activity has the request$/,
  )
})

test('the theme is the system’s until one is chosen in the settings', async ({ window, page }) => {
  const html = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await window.button('Settings').click()
  const settings = dialog(window, 'Settings')
  await settings.getByText('Light', { exact: true }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.emulateMedia({ colorScheme: 'light' })
  await settings.getByText('Dark', { exact: true }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await escapeFrom(window, 'Settings')
})

test('a zone is found by a part of its name, by keyboard alone', async ({ window, page }) => {
  const zone = window.button('Time zone')
  await zone.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('nowhere')
  await expect(page.getByText('No time zone with that name')).toBeVisible()
  await page.getByLabel('Search time zones').fill('new york')
  await page.keyboard.press('Enter')
  await expect(zone).toBeFocused()
  await expect(zone).toContainText('New York')
  const head = window.grid.getByRole('columnheader', { name: 'Created', exact: true })
  await expect(head.getByRole('button')).toHaveAttribute('title', /Times are those of New York \(-04:00\)$/)
})

// Each command is held in renderer/app/inspector-commands.test.tsx: here those of each kind that no other way leads to.
test('commands go to connections', async ({ window, page }) => {
  await run(window, 'Explore sample data')
  await expect(page).toHaveTitle(/^Sample data/)
  await run(window, 'Switch to Alpha')
  await expect(page).toHaveTitle(/^Alpha/)
  // The one box of the connection that is left takes no key any more.
  await run(window, 'Run in Sample data')
  await expect(page).toHaveTitle(/^Sample data/)
  await run(window, 'Run in Alpha')
  await expect(page).toHaveTitle(/^Alpha/)
  await run(window, 'Edit connection')
  await escapeFrom(window, 'Edit Alpha')
})

test('commands page, and give up', async ({ window, scripted }) => {
  await run(window, '25 rows per page')
  await expect(window.status('Rows 1–25 of 120')).toBeVisible()
  await run(window, 'Next page')
  await expect(window.status('Rows 26–50 of 120')).toBeVisible()
  scripted.answers(() => {})
  await run(window, 'Refresh')
  await expect(window.grid).toHaveAttribute('aria-busy', 'true')
  await run(window, 'Cancel search')
  await expect(window.grid).toHaveAttribute('aria-busy', 'false')
  await run(window, 'Auto-refresh every 1 min')
  await expect(window.button('Auto-refresh')).toHaveText('1 min')
  scripted.answers(pages)
})

test('commands filter', async ({ window, page }) => {
  await run(window, 'Show or hide filters')
  await expect(window.filters).toBeHidden()
  await run(window, 'Go to filters')
  await expect(window.textbox('Customer ID', window.filters)).toBeFocused()
  await page.keyboard.type('cus_A')
  await run(window, 'Search with these filters')
  await expect(window.filters).toContainText('1 applied')
  await run(window, 'Save this search')
  await escapeFrom(window, 'Save this search')
  await said(page, /^Copied$/, () => run(window, 'Copy search'))
  await expect.poll(() => clipboard(page)).toMatch(/^eventscope:search/)
  await window.textbox('Event code', window.filters).fill('a draft')
  await run(window, 'Today')
  await expect(window.filters).toContainText('2 applied')
  await run(window, 'Clear filters')
  await expect(window.filters).not.toContainText('applied')
  await expect(window.textbox('Event code', window.filters)).toHaveValue('')
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('')
})

test('commands go from event to event', async ({ window, page }) => {
  await window.findById('evt_0007')
  const id = window.details.locator('[data-field="event_id"]')
  await expect(id).toHaveAttribute('data-value', 'evt_0007')
  await run(window, 'Next event')
  await expect(id).toHaveAttribute('data-value', 'evt_0008')
  await run(window, 'Copy event ID')
  await expect.poll(() => clipboard(page)).toBe('evt_0008')
  await run(window, 'Close details')
  await expect(window.details).toBeHidden()
})

test('commands work on rows and columns', async ({ window, page }) => {
  await run(window, 'Compare selected rows')
  await expect(window.grid.locator(':focus')).toHaveCount(1)
  await window.row('evt_0001').getByRole('checkbox').check()
  await run(window, 'Export selected rows')
  await escapeFrom(window, 'Export')
  await run(window, 'Clear selection')
  await expect(window.row('evt_0001').getByRole('checkbox')).not.toBeChecked()
  for (const [command = '', button = ''] of [
    ['When did it start?', 'Over time'],
    ['Totals of this page', 'Totals of this page'],
  ]) {
    await run(window, command)
    await expect(dialog(window, button)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(window.button(button)).toHaveAttribute('aria-expanded', 'false')
  }
  await run(window, 'Choose columns')
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Event code' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toHaveCount(0)
  await run(window, 'Show all columns')
  await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toBeVisible()
})

test('commands change the theme and the zone, and list the keys', async ({ window, page }) => {
  const scheme = (name: string) => expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', name)
  await run(window, 'Dark theme')
  await scheme('dark')
  await run(window, 'System theme')
  await scheme('light')
  await window.chooseZone('Europe/Berlin')
  await run(window, 'Show times in UTC')
  await expect(window.grid.getByRole('columnheader', { name: 'Created', exact: true })).toHaveText('CreatedUTC')
  await run(window, 'Help')
  await escapeFrom(window, 'Help')
})

test('commands take a snapshot', async ({ window, page }) => {
  await run(window, 'Totals')
  const opened = page.getByRole('region', { name: 'Snapshot', exact: true })
  await window.button('Back to live', opened).click()
  await run(window, 'Load all')
  await expect(page.getByRole('region', { name: /^(Taking snapshot|Snapshot)$/ }).first()).toBeVisible()
})

// Its shell is started twice.
base('settings are remembered over a restart', async ({ folder, scripted, page }) => {
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
  const zones = page.getByRole('listbox', { name: 'Show times in', exact: true })
  await zones.getByRole('option', { name: 'Asia/Kathmandu' }).click()
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
  await expect(window.grid.getByRole('columnheader', { name: 'Created', exact: true })).toContainText('Kathmandu')
  await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(window.textbox('Customer ID', window.filters)).not.toBeFocused()
  await window.open('evt_0001')
  await expect(page.getByRole('separator', { name: 'Resize event details' })).toHaveAttribute('aria-valuenow', '280')
  await second.stop()
})

// It counts every request of its window.
base(
  'activity tells of each request, what was sent and what came of it, and never the token',
  async ({ window, page, scripted, context }) => {
    scripted.answers((_, response) => json(response, { message: 'boom' }, 500, { 'x-request-id': 'req-5' }))
    await window.search({ 'Customer ID': 'cus_A' })
    await openActivity(window)
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
    await openActivity(window)
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
    await openActivity(window)

    // Times are those of the header's zone.
    const started = (await entries.nth(0).locator('time').getAttribute('datetime')) ?? ''
    const utc = started.slice(11, 23)
    await expect(entries.nth(0).locator('time')).toHaveText(utc)
    await page.keyboard.press('Escape')
    await window.chooseZone('Asia/Kolkata')
    await openActivity(window)
    const minutes = (Number(utc.slice(0, 2)) * 60 + Number(utc.slice(3, 5)) + 330) % 1440
    const kolkata = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    await expect(entries.nth(0).locator('time')).toHaveText(kolkata + utc.slice(5))
  },
)
