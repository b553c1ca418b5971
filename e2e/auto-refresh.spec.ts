// Auto-refresh: new rows are counted and never slid under the pointer; it stops where the service says so.
import type { Page } from '@playwright/test'
import { eventText, json, pageOf } from './scripted-service.ts'
import { expect, fifty, test } from './scripted-window.ts'

test.use({ firstPage: pageOf(fifty, 120) })

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value: value ? 'hidden' : 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

test('new events are counted and shown when asked for; hidden, it waits; 429 stops it, and that is said', async ({
  window,
  scripted,
  page,
}) => {
  const searches = () => scripted.asked.filter(({ method }) => method === 'POST').length
  const button = window.button('Auto-refresh')
  const choose = async (name: string) => {
    await button.click()
    await page.getByRole('menuitemradio', { name, exact: true }).click()
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await page.clock.install()
  const before = searches()
  await page.clock.runFor(120_000)
  expect(searches()).toBe(before)
  await choose('10 s')
  await expect(button).toHaveText('10 s')

  // The same rows: nothing moves, nothing is said.
  await page.clock.runFor(10_500)
  await expect.poll(searches).toBe(before + 1)
  const show = page.getByRole('button', { name: / – show$/i })
  await expect(show).toHaveCount(0)

  scripted.answers((_, response) =>
    json(response, pageOf([700, 701, 702].map((at) => eventText(at)).concat(fifty.slice(3)), 123)),
  )
  const first = await window.row('evt_0000').boundingBox()
  await window.row('evt_0000').hover()
  await page.clock.runFor(10_500)
  await expect(page.getByRole('button', { name: '3 new events – show', exact: true })).toBeVisible()
  await expect(window.row('evt_0700')).toHaveCount(0)
  expect(await window.row('evt_0000').boundingBox()).toEqual(first)
  await show.click()
  await expect(window.row('evt_0700')).toBeVisible()
  await expect(window.status('Rows 1–50 of 123')).toBeVisible()

  await hide(page, true)
  const hidden = searches()
  await page.clock.runFor(60_000)
  expect(searches()).toBe(hidden)
  await hide(page, false)
  await page.clock.runFor(10_500)
  await expect.poll(searches).toBe(hidden + 1)

  scripted.answers((_, response) => json(response, { message: 'slow down' }, 429))
  await page.clock.runFor(10_500)
  await expect(button).toHaveText('Stopped')
  await expect(
    page.getByRole('status').filter({ hasText: /Auto-refresh stopped: The service asks for fewer requests/ }),
  ).toBeVisible()
  const limited = searches()
  await page.clock.runFor(60_000)
  expect(searches()).toBe(limited)
  await expect(window.row('evt_0700')).toBeVisible()

  await choose('Off')
  await expect(button).toHaveAttribute('aria-description', 'Auto-refresh is off')
})
