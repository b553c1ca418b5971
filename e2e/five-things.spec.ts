// "Five things to try" with the sample company: each is one click away from its end, and none is beside other data.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { test as base, expect, openedOnce, root, startBrowserShell } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

const names = JSON.parse(readFileSync(join(root, 'e2e/kit/names.json'), 'utf8')).fiveThings

const one = openedOnce(async (page, folder) => {
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const window = new Inspector(page)
  await window.button('Explore sample data', window.connectionDialog).click()
  await expect(window.rows.first()).toBeVisible({ timeout: 60_000 })
  return { window, stop: shell.stop }
})
const test = base.extend<{ window: Inspector }>({
  window: async ({ browser }, use) => use((await one(browser)).window),
})

const things = ({ page }: Inspector) => page.getByRole(names.within.role, { name: names.within.name, exact: true })
const seen = ({ page }: Inspector) => page.getByRole(names.seen.role, { name: names.seen.name, exact: true })

/** Presses its card, to which a snapshot that is open gives way, and waits until it is there. */
async function attempt(window: Inspector, title: string): Promise<void> {
  const live = window.button('Back to live')
  if (await live.isVisible()) await live.click()
  await window.button(title, things(window)).click()
  await expect(seen(window)).toHaveAttribute('data-step', 'there', { timeout: 60_000 })
  await expect(seen(window)).toContainText(title)
}

test('a customer’s mail leads to its event, and to the twin of it', { tag: '@core' }, async ({ window }) => {
  for (const name of names.button) await expect(window.button(name, things(window))).toBeVisible()
  await attempt(window, 'Answer a customer’s mail')
  await expect(window.details).toBeVisible()
  expect(await window.fieldText('customer_id')).toBe('cus_nordlicht')
  await expect(window.details).toContainText(/2 s (earlier|later), same idempotency_key/)
  const mail = (await seen(window).getByRole('blockquote').innerText()).trim()
  await window.find.fill(mail)
  await expect(
    window.page.getByRole('option', { name: /^Show events of cus_nordlicht on .* with code api_calls/ }),
  ).toBeVisible()
  await window.page.keyboard.press('Escape')
})

test('what there is to see stays in sight below details that lie over the rows', async ({ window }) => {
  const { page } = window
  await attempt(window, 'Answer a customer’s mail')
  await page.setViewportSize({ width: 1024, height: 700 })
  await expect(page.getByRole('dialog', { name: 'Details of the event', exact: true })).toBeVisible()
  const [guide, details] = await Promise.all([seen(window).boundingBox(), window.details.boundingBox()])
  expect((details?.y ?? 0) + (details?.height ?? 0)).toBeLessThanOrEqual(guide?.y ?? 0)
  await window.button('Close what there is to see').click()
  await expect(seen(window)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('in a low window neither the cards nor what there is to see take the room of the rows', async ({ window }) => {
  const { page } = window
  await attempt(window, 'Answer a customer’s mail')
  await page.setViewportSize({ width: 720, height: 450 })
  await page.getByRole('dialog', { name: 'Details of the event', exact: true }).press('Escape')
  await expect(window.details).toBeHidden()
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? Number.POSITIVE_INFINITY
  expect(await heightOf(things(window))).toBeLessThanOrEqual(40)
  expect(await heightOf(seen(window))).toBeLessThanOrEqual(126)
  const inSight = await window.rows.evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect()
        return [top + 2, bottom - 2].every((y) => row.contains(document.elementFromPoint(left + 80, y)))
      }).length,
  )
  expect(inSight).toBeGreaterThanOrEqual(4)
  await expect(window.button('Next: Was anybody charged twice?')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('possibly charged twice is told group by group', async ({ window }) => {
  await attempt(window, 'Was anybody charged twice?')
  await expect(window.check('possible-duplicates')).toContainText('480.00 EUR charged too much')
})

test('an invoice is checked to its end', async ({ window }) => {
  await attempt(window, 'Check an invoice')
  const { page } = window
  await expect(page.locator('[data-equation="EUR"]')).toContainText('13,736.00 usage lines − 13,782.00 events = −46.00')
  await expect(page.locator('tr[data-line-verdict]')).toHaveCount(10)
  // Whoever goes on by keys goes on from what there is to see, although the button is gone until the next is there.
  await window.button('Next: What changed after closing?').press('Enter')
  await expect(seen(window)).toHaveAttribute('data-step', 'there')
  await expect(seen(window)).toContainText('What changed after closing?')
  await expect(seen(window)).toBeFocused()
})

test('what changed after closing is compared with the closing copy', async ({ window }) => {
  await attempt(window, 'What changed after closing?')
  await expect(window.changes).toContainText('−375.30')
  await expect(window.changes).toContainText('2 events')
  // Whoever closes what there is to see is in the tab that it told of.
  await window.button('Close what there is to see').press('Enter')
  await expect(window.page.getByRole('tab', { name: 'Changes', exact: true })).toBeFocused()
})

test('totals are saved as a workbook of three currencies', async ({ window }) => {
  const { page } = window
  const live = window.button('Back to live')
  if (await live.isVisible()) await live.click()
  const arriving = page.waitForEvent('download')
  await window.button('Totals in a workbook that adds up', things(window)).click()
  const { sheets } = await readXlsx(await readFile(await (await arriving).path()))
  const cells = sheets.flatMap(({ rows }) => rows.flat())
  for (const net of [42_803.3, 64_916, 3_843.7]) expect(cells).toContain(net)
  expect(cells.map(String).join('\n')).toContain('−375.30 EUR')
})

test('the cards stay closed once they were, until Help shows them again', async ({ window }) => {
  const { page } = window
  const live = window.button('Back to live')
  if (await live.isVisible()) await live.click()
  await window.button('Close “Five things to try”').press('Enter')
  await expect(things(window)).toHaveCount(0)
  await expect(window.grid.locator(':focus')).toHaveCount(1)
  await page.reload()
  await expect(window.rows.first()).toBeVisible()
  await window.settled()
  await expect(things(window)).toHaveCount(0)
  await window.button('Settings').click()
  await window.button('Open help').click()
  await window.button('Five things to try').click()
  await expect(things(window)).toBeVisible()
})
