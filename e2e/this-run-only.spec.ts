// Without a keychain what is kept is of this run only, and each place where something is made says so; with
// EVENTSCOPE_STORE_KEY it is all there after a restart.
import type { Page } from '@playwright/test'
import { expect, startBrowserShell, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { json, pageOf, startScriptedService } from './scripted-service.ts'
import { chooseOfSnapshot, openPriceRules } from './snapshot-menus.ts'
import { openNewSnapshot } from './taken-snapshot.ts'
import { eventLine, type SentEvent } from './totals-reference.ts'

const NOVEMBER = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' }
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
const WORDS = 'Kept until Eventscope closes (no keychain)'

const charge = (id: string): SentEvent => ({
  id,
  customer: 'cus_1',
  code: 'api_calls',
  type: 'debit',
  created: '2026-11-03T09:00:00Z',
  properties: [
    ['amount', '12.50'],
    ['currency', '"EUR"'],
  ],
})
const TWINS = [charge('evt_1'), charge('evt_2')].map(eventLine)

const RULES =
  '{"eventscopeRules":1,"rules":[{"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}]}'

async function startTwins() {
  return startScriptedService(({ body }, response) => {
    const { created_at_from: from, created_at_to: to, limit = 50, offset = 0 } = JSON.parse(body || '{}')
    const at = Date.parse('2026-11-03T09:00:00Z')
    const isIn = (!from || at >= Date.parse(from)) && (!to || at <= Date.parse(to))
    const found = isIn ? TWINS : []
    json(response, pageOf(found.slice(offset, offset + limit), found.length, limit, offset))
  })
}

const closingCopy = (window: Inspector) => window.snapshot.getByText(/^Closing copy, read /)
const recent = async (page: Page, window: Inspector) => {
  await window.button('Searches', window.filters).click()
  await page.getByRole('menuitem', { name: 'Recent', exact: true }).hover()
}

/** Makes one of each, and looks whether what is said where it is made is `isSaid`. */
async function makeEach(page: Page, window: Inspector, isSaid: boolean): Promise<void> {
  const count = isSaid ? 1 : 0
  await test.step('a search', async () => {
    await window.search({ 'Customer ID': 'cus_1' })
    await recent(page, window)
    await expect(page.getByRole('menuitem', { name: 'cus_1', exact: true })).toBeVisible()
    await expect(page.getByText(WORDS)).toHaveCount(count)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })
  await test.step('a snapshot', async () => {
    const take = window.button('Load all')
    const words = expect(take)
    await (isSaid
      ? words.toHaveAccessibleDescription(/Kept until Eventscope closes$/)
      : words.not.toHaveAccessibleDescription(/until Eventscope closes/))
    await openNewSnapshot(window, 'November', NOVEMBER)
  })
  await test.step('a mark with its reason', async () => {
    await window.openTab('Checks')
    await window.button('Mark as legitimate').click()
    await expect(window.check('possible-duplicates').getByText(WORDS)).toHaveCount(count)
    await page.getByRole('textbox', { name: 'Why it is legitimate' }).fill('ordered twice')
    await page.keyboard.press('Enter')
    await expect(window.snapshot.locator('[data-legitimate="ordered twice"]')).toHaveCount(1)
  })
  await test.step('rules', async () => {
    await window.openTab('Totals')
    await openPriceRules(window)
    const dialog = page.getByRole('dialog', { name: 'Price rules', exact: true })
    await expect(dialog.getByText(WORDS)).toHaveCount(count)
    await dialog.getByRole('button', { name: 'As text', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Paste rules', exact: true }).fill(RULES)
    await dialog.getByRole('button', { name: 'Use these rules' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByTitle(/^Version [0-9a-f]{12}$/).first()).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('a closing', async () => {
    await chooseOfSnapshot(window, 'More actions', 'Keep as closing copy…')
    const dialog = page.getByRole('dialog', { name: 'Keep as closing copy', exact: true })
    await expect(dialog.getByText(WORDS)).toHaveCount(count)
    await dialog.getByRole('textbox', { name: 'Note' }).fill('invoice 2026-11 sent')
    await dialog.getByRole('button', { name: /^Keep as closing copy/ }).click()
    await expect(dialog).toBeHidden()
    await expect(closingCopy(window)).toBeVisible()
  })
}

test('without a keychain and a key, each place says so, and the next run has none of it', async ({ folder, page }) => {
  test.slow()
  const service = await startTwins()
  const env = { ...NO_KEYCHAIN, EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token }
  const first = await startBrowserShell(folder, env)
  await page.goto(first.url)
  const window = new Inspector(page)
  await expect(window.rows.first()).toBeVisible()
  await makeEach(page, window, true)
  await first.stop()

  const second = await startBrowserShell(folder, env)
  await page.goto(second.url)
  await expect(window.rows.first()).toBeVisible()
  await recent(page, window)
  await expect(page.getByRole('menuitem', { name: 'cus_1', exact: true })).toHaveCount(0)
  await expect(window.button('Snapshots')).toHaveAccessibleDescription('0 snapshots on this computer')
  await second.stop()
  await service.stop()
})

test('with EVENTSCOPE_STORE_KEY nothing is of this run only, and the next run has all of it', async ({
  folder,
  page,
}) => {
  test.slow()
  const service = await startTwins()
  const env = {
    ...NO_KEYCHAIN,
    EVENTSCOPE_BASE_URL: service.url,
    EVENTSCOPE_TOKEN: token,
    EVENTSCOPE_STORE_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const first = await startBrowserShell(folder, env)
  await page.goto(first.url)
  const window = new Inspector(page)
  await expect(window.rows.first()).toBeVisible()
  await makeEach(page, window, false)
  await first.stop()

  const second = await startBrowserShell(folder, env)
  await page.goto(second.url)
  await expect(window.rows.first()).toBeVisible()
  await recent(page, window)
  await expect(page.getByRole('menuitem', { name: 'cus_1', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await window.button('Snapshots').click()
  await page.getByRole('dialog', { name: 'Snapshots' }).getByRole('button', { name: /^Open/ }).click()
  await expect(closingCopy(window)).toBeVisible()
  await window.openTab('Checks')
  await expect(window.snapshot.locator('[data-legitimate="ordered twice"]')).toHaveCount(1)
  await window.openTab('Totals')
  await expect(page.locator('[data-headline="net"]')).toBeVisible()
  await second.stop()
  await service.stop()
})
