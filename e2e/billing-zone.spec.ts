// The billing zone of a connection governs presets, days and months; where times are shown in another one, both are
// said.
import { test as base, expect, openedOnce, startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, type ScriptedService, startScriptedService } from './scripted-service.ts'
import { expectNoViolations } from './violations.ts'

/** In Berlin it is December already. */
const NOW = '2026-11-30T23:30:00.000Z'
const NOVEMBER = { from: '2026-10-31T23:00:00Z', to: '2026-11-30T22:59:59.999999999Z' }

const one = openedOnce(async (page, folder) => {
  const scripted = await startScriptedService(({ body }, response) => {
    const { created_at_from: from } = JSON.parse(body || '{}')
    response.setHeader('date', new Date(NOW).toUTCString())
    // Nothing is dated after its own clock, by which it is known to be right.
    const events = from !== undefined && Date.parse(from) > Date.parse(NOW) ? [] : [eventText(1)]
    json(response, pageOf(events, events.length, 50, 0))
  })
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const window = new Inspector(page)
  const zone = window.connectionDialog.getByRole('combobox', { name: 'Billing zone', exact: true })
  await window.button('More', window.connectionDialog).click()
  await zone.fill('Europe/Berlin')
  await window.connect({ name: 'Acme', baseUrl: scripted.url, token })
  await expect(window.rows.first()).toBeVisible()
  // Its days begin at midnight on the screen, until another zone is chosen.
  await expect(window.button('Time zone')).toContainText('Berlin')
  await expect(window.filters).not.toContainText('Days: ')
  await window.chooseZone('UTC')
  return { window, scripted, stop: () => Promise.all([shell.stop(), scripted.stop()]) }
})
const test = base.extend<{ window: Inspector; scripted: ScriptedService }>({
  window: async ({ browser }, use) => use((await one(browser)).window),
  scripted: async ({ browser }, use) => use((await one(browser)).scripted),
})

const field = (window: Inspector, name: string) => window.textbox(name, window.filters)

const period = (window: Inspector) => window.filters.getByRole('combobox', { name: 'Period', exact: true })

function sent({ asked }: ScriptedService) {
  const { created_at_from: from, created_at_to: to } = JSON.parse(asked.at(-1)?.body ?? '{}')
  return { from, to }
}

test('both zones are said, and a preset is of the billing zone', async ({ window, scripted }) => {
  await expect(window.filters).toContainText('Days: Berlin. Times: UTC.')
  await window.choosePeriod('Last month')
  await expect.poll(() => sent(scripted)).toEqual(NOVEMBER)
  await expect(field(window, 'From')).toHaveValue('2026-11-01')
  await expect(field(window, 'To')).toHaveValue('2026-11-30')
  await expect(period(window)).toHaveText('Last month')
  await expect(window.filters).toContainText('Berlin (+01:00)')
  await expectNoViolations(window.page, 'filters', '[aria-label="Filters"]')
})

test('another zone of display moves no day of the billing zone', async ({ window }) => {
  await window.search({ From: '2026-11-01', To: '2026-11-30' })
  await window.chooseZone('Asia/Tokyo')
  await expect(field(window, 'From')).toHaveValue('2026-11-01')
  await expect(window.filters).toContainText('Times: Tokyo.')
  await expect(window.filters).not.toContainText('Keep the same hours')
  await window.chooseZone('UTC')
})

test('typed months are of the billing zone, times of day of the one of display', async ({ window, scripted }) => {
  await window.search({ From: 'Nov 2026', To: 'Nov 2026' })
  await expect.poll(() => sent(scripted)).toEqual(NOVEMBER)
  await window.search({ From: '2026-11-03 14:00', To: '' })
  await expect.poll(() => sent(scripted)).toEqual({ from: '2026-11-03T14:00:00Z', to: undefined })
  await expect(field(window, 'From')).toHaveValue('2026-11-03 14:00')
})

test('days of the one box are of the billing zone, and a list of searches names it', async ({ window, scripted }) => {
  await window.find.fill('last month')
  const offer = window.page.getByRole('option', { name: /^Show Sun 1 Nov 2026 to Mon 30 Nov 2026/ })
  await expect(offer).toContainText('Berlin')
  await offer.click()
  await expect.poll(() => sent(scripted)).toEqual(NOVEMBER)
  await window.button('Searches', window.filters).click()
  await window.page.getByRole('menuitem', { name: 'Recent', exact: true }).hover()
  await expect(window.page.getByRole('menuitem', { name: 'November 2026 (Berlin)', exact: true })).toBeVisible()
  await window.page.keyboard.press('Escape')
  await window.page.keyboard.press('Escape')
})

test('the billing zone stands first in the list of zones', async ({ window }) => {
  await window.button('Time zone').click()
  const options = window.page.getByRole('listbox', { name: 'Time zones' }).getByRole('option')
  await expect(options.first()).toHaveText(/^Europe\/Berlin.*billing zone/)
  await options.first().click()
  await expect(window.filters).not.toContainText('Days: ')
})
