// The billing zone of a connection governs presets, days and months; where times are shown in another one, both are said.
import { expect, startBrowserShell, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import { expectNoViolations } from './violations.ts'

/** In Berlin it is December already. */
const NOW = '2026-11-30T23:30:00.000Z'
const NOVEMBER = { from: '2026-10-31T23:00:00Z', to: '2026-11-30T22:59:59.999999999Z' }

test('presets, typed months and lists of searches go by the billing zone, under another zone of display', async ({
  folder,
  page,
}) => {
  const service = await startScriptedService(({ body }, response) => {
    const { created_at_from: from } = JSON.parse(body || '{}')
    response.setHeader('date', new Date(NOW).toUTCString())
    // Nothing is dated after its own clock, by which it is known to be right.
    const events = from !== undefined && Date.parse(from) > Date.parse(NOW) ? [] : [eventText(1)]
    json(response, pageOf(events, events.length, 50, 0))
  })
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const window = new Inspector(page)
  const dialog = window.connectionDialog
  await dialog.getByRole('combobox', { name: 'Billing zone', exact: true }).fill('Europe/Berlin')
  await window.connect({ name: 'Acme', baseUrl: service.url, token })
  await expect(window.rows.first()).toBeVisible()
  await expect(window.button('Time zone')).toContainText('UTC')
  const { filters } = window
  const field = (name: string) => window.textbox(name, filters)
  const sent = () => {
    const { created_at_from: from, created_at_to: to } = JSON.parse(service.asked.at(-1)?.body ?? '{}')
    return { from, to }
  }

  await test.step('both zones are said, and a preset is of the billing zone', async () => {
    await expect(filters).toContainText(
      'Days and months are those of the billing zone, Europe/Berlin, by the time of creation. Times of day are in UTC.',
    )
    const lastMonth = window.button('Last month', filters)
    await lastMonth.click()
    await expect.poll(sent).toEqual(NOVEMBER)
    await expect(field('From')).toHaveValue('2026-11-01')
    await expect(field('To')).toHaveValue('2026-11-30')
    await expect(lastMonth).toHaveAttribute('aria-pressed', 'true')
    await expect(filters).toContainText('Berlin (+01:00)')
    await expectNoViolations(page, 'filters', '[aria-label="Filters"]')
  })

  await test.step('another zone of display moves no day', async () => {
    await window.chooseZone('Asia/Tokyo')
    await expect(field('From')).toHaveValue('2026-11-01')
    await expect(filters).toContainText('Times of day are in Asia/Tokyo.')
    await expect(filters).not.toContainText('Keep the same hours')
    await window.chooseZone('UTC')
  })

  await test.step('typed months are of the billing zone, times of day of the one of display', async () => {
    await window.search({ From: 'Nov 2026', To: 'Nov 2026' })
    await expect.poll(sent).toEqual(NOVEMBER)
    await window.search({ From: '2026-11-03 14:00', To: '' })
    await expect.poll(sent).toEqual({ from: '2026-11-03T14:00:00Z', to: undefined })
    await expect(field('From')).toHaveValue('2026-11-03 14:00')
  })

  await test.step('so are those of the one box, and a list of searches names the zone', async () => {
    await window.find.fill('last month')
    const offer = page.getByRole('option', { name: /^Show Sun 1 Nov 2026 to Mon 30 Nov 2026/ })
    await expect(offer).toContainText('Berlin')
    await offer.click()
    await expect.poll(sent).toEqual(NOVEMBER)
    await window.button('Searches', filters).click()
    await page.getByRole('menuitem', { name: 'Recent', exact: true }).hover()
    await expect(page.getByRole('menuitem', { name: 'November 2026 (Berlin)', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  await test.step('it stands first in the list of zones', async () => {
    await window.button('Time zone').click()
    const options = page.getByRole('listbox', { name: 'Time zones' }).getByRole('option')
    await expect(options.first()).toHaveText(/^Europe\/Berlin.*billing zone/)
    await options.first().click()
    await expect(filters).not.toContainText('Days and months are those of the billing zone')
  })

  await shell.stop()
  await service.stop()
})
