// What settings.json says can be anything: the page opens all the same, and says what it did not understand.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, startBrowserShell, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

for (const zone of ['Mars/Olympus_Mons', 'Europe/Berlin ', 7]) {
  test(`a stored time zone ${JSON.stringify(zone)}, known here or not, leaves a page that works`, async ({
    folder,
    service,
    page,
  }) => {
    const content = { theme: 'dark', zone, detailsWidth: 5 }
    await writeFile(join(folder, 'settings.json'), JSON.stringify({ version: 1, content }))
    const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token })
    await page.goto(shell.url)
    const inspector = new Inspector(page)
    await expect(inspector.rows).toHaveCount(50)
    const notices = page.getByRole('status')
    await expect(notices.filter({ hasText: '“detailsWidth”' })).toBeVisible()
    await expect(notices.filter({ hasText: typeof zone === 'string' ? zone.trim() : '“zone”' })).toBeVisible()
    await expect(inspector.button('Time zone')).toContainText('UTC')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

    // Everything that works in a zone does, and another one can be chosen and stays.
    const [id = ''] = await inspector.eventIds()
    await inspector.open(id)
    await inspector.textbox('From', inspector.filters).fill('2026-11-20')
    await expect(inspector.filters).toContainText('2026-11-20T00:00:00Z')
    await inspector.button('Settings').click()
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await page.keyboard.press('Escape')
    await inspector.chooseZone('Asia/Kolkata')
    await expect(inspector.button('Time zone')).toContainText('Kolkata')
    await page.reload()
    await expect(inspector.button('Time zone')).toContainText('Kolkata')
    await expect(notices.filter({ hasText: 'not known here' })).toHaveCount(0)
    await shell.stop()
  })
}
