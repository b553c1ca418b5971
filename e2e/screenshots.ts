// `npm run screenshots`: the pictures of README and docs/, taken from the running browser shell on sample data.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { provideChromium } from '../scripts/chromium.ts'
import { root, startBrowserShell, startService, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

const folder = join(root, 'docs/screenshots')
mkdirSync(folder, { recursive: true })
const userData = mkdtempSync(join(tmpdir(), 'eventscope-screenshots-'))

const found = provideChromium((line) => console.log(line))
if ('missing' in found) {
  console.error(found.missing)
  process.exit(1)
}
const service = await startService('--events', '12480', '--seed', '11', '--currencies', 'EUR')
const shell = await startBrowserShell(userData)
const browser = await chromium.launch({
  executablePath: found.path,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`docs/screenshots/${name}.png`)
}

const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
})
const page = await context.newPage()
const inspector = new Inspector(page)
await page.goto(shell.url)
await inspector.connectionDialog.waitFor()
await shoot(page, 'first-run')

await inspector.connect({ name: 'Acme Billing', baseUrl: service.url, token })
const [customer] = await inspector.grid
  .locator('[data-event-id]')
  .first()
  .getByRole('gridcell')
  .filter({ hasText: /^cus_/ })
  .allTextContents()
await inspector.search({ 'Customer ID': customer?.trim() ?? '', type: 'Debit' })
const [, second = '', third = '', , fifth = ''] = await inspector.eventIds()
await inspector.row(second).getByRole('checkbox').check()
await inspector.row(third).getByRole('checkbox').check()
await inspector.open(fifth)
await shoot(page, 'light')
await page.emulateMedia({ colorScheme: 'dark' })
await shoot(page, 'dark')
await page.setViewportSize({ width: 1024, height: 700 })
await inspector.button('Close details').click()
await shoot(page, 'narrow-dark')

await page.setViewportSize({ width: 1440, height: 900 })
await page.emulateMedia({ colorScheme: 'light' })
await inspector.search({ 'Customer ID': customer?.trim() ?? '' })
await page.getByRole('button', { name: 'Last month', exact: true }).click()
await inspector.settled()
await inspector.takeSnapshot()
await inspector.openTab('Totals')
await inspector.totals.waitFor()
await inspector.figure(inspector.totalsAll('EUR'), 'debit').and(page.locator('[data-value*="."]')).waitFor()
await shoot(page, 'totals')

await browser.close()
await shell.stop()
await service.stop()
rmSync(userData, { recursive: true, force: true })
