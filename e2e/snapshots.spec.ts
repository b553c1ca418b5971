// Snapshots taken in the page: begun, watched, paused, gone on with in a later run, stopped, listed, and what is said where
// something comes in the way. What an opened one shows has specs of its own.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, type Running, startBrowserShell, startService, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

const storeKey = Buffer.alloc(32, 7).toString('base64')
const isLong = process.env.EVENTSCOPE_LONG === '1'

/** A shell whose snapshots outlive it, with the service's connection at hand. */
const startShell = (folder: string, service: Running, apiKey = token) =>
  startBrowserShell(folder, {
    EVENTSCOPE_BASE_URL: service.url,
    EVENTSCOPE_TOKEN: apiKey,
    EVENTSCOPE_STORE_KEY: storeKey,
  })

async function open(page: Page, shell: Running): Promise<Inspector> {
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.rows.first()).toBeVisible()
  return inspector
}

const region = (page: Page) => page.getByRole('region', { name: 'Taking snapshot', exact: true })
const opened = (page: Page) => page.getByRole('region', { name: 'Snapshot', exact: true })
const list = (page: Page) => page.getByRole('dialog', { name: 'Snapshots', exact: true })
const item = (page: Page, name: string | RegExp) =>
  list(page).getByRole('list', { name: 'Snapshots' }).getByRole('listitem').filter({ hasText: name })

async function expectNoViolations(page: Page, state: string): Promise<void> {
  // A tooltip stands outside of every landmark.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`),
  )
  expect(found, state).toEqual([])
}

/** More for NAME → an item of its menu. */
async function chooseMore(page: Page, name: string, choice: string): Promise<void> {
  await item(page, name)
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: choice, exact: true }).click()
}

const eventsSoFar = async (bar: Locator) =>
  Number(/([\d,]+) of/.exec((await bar.getAttribute('aria-valuetext')) ?? '')?.[1]?.replaceAll(',', ''))

test('a snapshot survives a reload of the page and a kill of the shell in its middle, and ends complete', async ({
  page,
  folder,
}) => {
  test.slow()
  if (isLong) test.setTimeout(600_000)
  const events = isLong ? 100_000 : 2_500
  const service = await startService('--events', String(events), '--seed', '7', '--latency', isLong ? '20' : '900')
  const first = await startShell(folder, service)
  const inspector = await open(page, first)
  const bar = region(page).getByRole('progressbar')
  await expect(inspector.button('Take snapshot')).toHaveAccessibleDescription(
    new RegExp(`^${events.toLocaleString('en')} events`),
  )
  await inspector.button('Take snapshot').focus()
  await expect(page.getByRole('tooltip')).toHaveText(/^Reads [\d,]+ requests, about \d+ (s|min)$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => eventsSoFar(bar)).toBeGreaterThan(0)
  await expect(region(page)).toContainText('Environment')
  await expect(region(page)).toContainText('Development')

  await test.step('the page is loaded anew', async () => {
    await page.reload()
    await expect(bar).toHaveAttribute('aria-valuetext', /^Reading, [\d,]+ of [\d,]+ events/)
    await expect(inspector.button('Snapshots')).toHaveAccessibleDescription('1 snapshot on this computer')
    await region(page).getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(bar).toHaveAttribute('aria-valuetext', /^Paused/)
    await expectNoViolations(page, 'a paused reading')
    await region(page).getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(bar).toHaveAttribute('aria-valuetext', /^Reading/)
  })

  first.process.kill('SIGKILL')
  const second = await startShell(folder, service)
  await open(page, second)
  await expect(region(page)).toContainText('Eventscope ended while this was being read.')
  await region(page).getByRole('button', { name: 'Resume', exact: true }).click()
  await expect(opened(page)).toHaveAttribute('data-verdict', 'complete', { timeout: isLong ? 500_000 : 30_000 })
  await expect(opened(page)).toHaveAttribute('data-rows', String(events))
  await expect(region(page)).toHaveCount(0)
  await second.stop()
  await service.stop()
})

test('two are read at a time; a search stays usable; the list renames, closes, takes again, deletes', async ({
  page,
  folder,
}) => {
  test.slow()
  const service = await startService('--events', '4000', '--seed', '7', '--latency', '400')
  const shell = await startShell(folder, service)
  const inspector = await open(page, shell)
  const readings = region(page).getByRole('listitem')

  await test.step('more wait, and a page is searched meanwhile', async () => {
    for (const count of [1, 2, 3]) {
      await inspector.button('Take snapshot').click()
      await expect(readings).toHaveCount(count)
    }
    await expect(readings.last()).toContainText('Waits for a turn')
    // At once: a reading that ends while its search is still on the screen opens by itself.
    await inspector.search({ 'Event code': 'seat_month' })
    await expect(inspector.rows.first()).toBeVisible()
    await expectNoViolations(page, 'readings')
  })

  await test.step('stopped, one is kept as incomplete and one goes', async () => {
    await readings.last().getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Drop', exact: true }).click()
    await expect(readings).toHaveCount(2)
    await readings.last().getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Keep as incomplete', exact: true }).click()
    await expect(readings).toHaveCount(1)
  })

  await test.step('one that is finished while something else is on the screen is offered', async () => {
    const offer = page.getByRole('status').filter({ hasText: 'is taken: complete' })
    await expect(offer).toBeVisible({ timeout: 40_000 })
    await expect(opened(page)).toHaveCount(0)
    await inspector.button('Open', offer).click()
    await expect(opened(page)).toHaveAttribute('data-rows', '4000')
    await inspector.button('Back to live', opened(page)).click()
  })

  await test.step('the list', async () => {
    await inspector.button('Snapshots').click()
    await expect(item(page, 'Incomplete')).toHaveCount(1)
    const [taken = ''] = await list(page)
      .getByRole('listitem')
      .filter({ hasText: 'Complete' })
      .getByRole('button', { name: /^More for/ })
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    const name = taken.replace('More for ', '')
    const incomplete = name === 'All events' ? 'All events (2)' : 'All events'
    await chooseMore(page, name, 'Rename…')
    const field = list(page).getByRole('textbox', { name: 'Name', exact: true })
    await expect(field).toBeFocused()
    await field.fill(incomplete.toUpperCase())
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(/There is a snapshot named/)
    await expectNoViolations(page, 'the list with a name that is taken')
    await field.fill('November')
    await field.press('Enter')
    await expect(field).toHaveCount(0)
    await expect(item(page, 'November')).toContainText('4,000 events')
    await expect(item(page, 'November').getByRole('button', { name: 'More for November' })).toBeFocused()

    await chooseMore(page, 'November', 'Delete after some days…')
    await list(page).getByLabel('Delete after so many days').fill('30')
    await inspector.button('Save', list(page)).click()
    await expect(item(page, 'November')).toContainText('deleted after')

    await list(page).getByRole('button', { name: 'Delete snapshots that hold a customer…' }).click()
    const customer = list(page).getByRole('textbox', { name: 'Customer ID', exact: true })
    await customer.fill('cus_nobody')
    await customer.press('Enter')
    await expect(list(page).getByRole('status')).toHaveText('No snapshot holds an event of cus_nobody.')
    await inspector.button('Close', list(page).getByRole('form')).click()

    await chooseMore(page, incomplete, 'Delete…')
    await inspector.button('Delete it', list(page)).click()
    await expect(item(page, 'Incomplete')).toHaveCount(0)
  })

  await test.step('a closed month is not deleted casually, and can be taken again', async () => {
    await page.keyboard.press('Escape')
    await inspector.search({ From: '2026-11-20', To: '2026-11-21' })
    await inspector.button('Take snapshot').click()
    await expect(opened(page)).toBeVisible({ timeout: 20_000 })
    await expect(opened(page)).toContainText('20 Nov 2026 00:00:00 up to, not including, 22 Nov 2026 00:00:00, UTC')
    await inspector.button('Back to live', opened(page)).click()
    await inspector.button('Snapshots').click()
    const name = 'Fri 20 Nov 2026 to Sat 21 Nov 2026'
    await chooseMore(page, name, 'Mark as closed…')
    await list(page).getByRole('textbox', { name: 'Note', exact: true }).fill('Sent to Acme')
    await inspector.button('Mark as closed', list(page)).click()
    await expect(item(page, name)).toContainText('Sent to Acme')
    await chooseMore(page, name, 'Delete…')
    await expect(inspector.button('Delete it although it is closed', list(page))).toBeVisible()
    await page.keyboard.press('Escape')
    await chooseMore(page, name, 'Take again')
    await expect(item(page, `${name} (2)`)).toHaveCount(1)
    await item(page, name).last().getByRole('button', { name: 'Open', exact: true }).click()
    await expect(list(page)).toHaveCount(0)
    await expect(opened(page)).toContainText(name)
  })
  await shell.stop()
  await service.stop()
})

test('a key that is refused, a service that is away, another account, files that cannot be opened', async ({
  page,
  folder,
}) => {
  test.slow()
  let service = await startService('--events', '4000', '--seed', '7', '--latency', '600')
  const port = new URL(service.url).port
  const shell = await startShell(folder, service)
  const inspector = await open(page, shell)
  const bar = region(page).getByRole('progressbar')

  await test.step('away, it pauses and says so where it is', async () => {
    await inspector.button('Take snapshot').click()
    await expect.poll(() => eventsSoFar(bar)).toBeGreaterThan(0)
    await service.stop()
    // It waits for a while first, as a reading does for strain.
    await expect(region(page).getByRole('alert')).toContainText('What was read is kept.', { timeout: 120_000 })
    await expectNoViolations(page, 'a reading in trouble')
  })

  await test.step('a key that is refused is asked for in place, and whose it is', async () => {
    service = await startService('--events', '4000', '--seed', '7', '--port', port, '--token', 'another-key')
    await region(page).getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(region(page).getByRole('alert')).toContainText('The service refused the API key', { timeout: 30_000 })
    await region(page).getByRole('button', { name: 'Enter API key', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'API key for Environment', exact: true })
    await inspector.textbox('API key', dialog).fill('another-key')
    await inspector.button('Save and retry', dialog).click()
    await expect(region(page).getByRole('alert')).toContainText('Is the new API key of the same account?')
    await region(page).getByRole('button', { name: 'Same account: go on', exact: true }).click()
    await expect(opened(page)).toHaveAttribute('data-rows', '4000', { timeout: 30_000 })
    await inspector.button('Back to live', opened(page)).click()
  })

  await test.step('a damaged file is named, and can be deleted', async () => {
    const files = await readdir(join(folder, 'snapshots'))
    expect(files.filter((name) => name.endsWith('.db'))).toHaveLength(1)
    await writeFile(join(folder, 'snapshots', 'broken.db'), 'nothing that SQLite knows')
    await inspector.button('Snapshots').click()
    const broken = list(page).locator('[data-unreadable="damaged"]')
    await expect(broken).toContainText('A damaged file')
    await expectNoViolations(page, 'the list with a damaged file')
    await page.keyboard.press('Escape')
    await inspector.button('Snapshots').click()
    await inspector.button('Delete…', broken).click()
    await inspector.button('Delete it', broken).click()
    await expect(broken).toHaveCount(0)
    expect((await readdir(join(folder, 'snapshots'))).filter((name) => name.startsWith('broken'))).toEqual([])
  })
  await shell.stop()
  await service.stop()
})
