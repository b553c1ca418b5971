// `npm run screenshots`: the pictures of README and docs/, taken from the running browser shell on the sample company,
// and the words that each shows, by which scripts/screenshots.test.ts knows that they are of this build.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { provideChromium } from '../scripts/chromium.ts'
import { root, startBrowserShell } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

const folder = join(root, 'docs/screenshots')
mkdirSync(folder, { recursive: true })
const userData = mkdtempSync(join(tmpdir(), 'eventscope-screenshots-'))

const found = provideChromium((line) => console.log(line))
if ('missing' in found) {
  console.error(found.missing)
  process.exit(1)
}
const shell = await startBrowserShell(userData)
const browser = await chromium.launch({
  executablePath: found.path,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

const words: Record<string, string[]> = {}
const sources = globSync('{renderer,shared}/**/*.{ts,tsx}', { cwd: root, exclude: (name) => name.includes('.test.') })
const code = sources.map((file) => readFileSync(join(root, file), 'utf8')).join()

async function shoot(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.waitForTimeout(400)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  const shown = await page
    .locator('button:visible, [role=tab]:visible, h2:visible, h3:visible, label:visible')
    .allInnerTexts()
  // What is of the data, or made of several parts, is no word of ours.
  const ours = shown.filter((text) => /^[A-Z][A-Za-z ]{2,40}$/.test(text) && code.includes(text))
  words[name] = [...new Set(ours)].sort()
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

await inspector.button('Explore sample data', inspector.connectionDialog).click()
await inspector.settled()
await inspector.button('Close “Five things to try”').click()
await inspector.search({ 'Customer ID': 'cus_nordlicht', type: 'Debit' })
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
await inspector.button('Clear filters').click()
await inspector.settled()
await inspector.choosePeriod('Last month')
await inspector.takeSnapshot()
await inspector.openTab('Totals')
await inspector.totals.waitFor()
await page.locator('[data-headline="changed"]').first().waitFor()
await shoot(page, 'totals')

// Nordlicht's invoice, with the events beside the month that one of its mistakes is made of.
await inspector.button('Switch connection').click()
const saved = page.waitForEvent('download')
await page.getByRole('menuitem', { name: 'Save Nordlicht’s invoice', exact: true }).click()
const invoice = await saved
await inspector.openTab('Check a file')
const choosing = page.waitForEvent('filechooser')
await inspector.button('Choose file').click()
await (await choosing).setFiles({
  name: invoice.suggestedFilename(),
  mimeType: 'text/csv',
  buffer: readFileSync(await invoice.path()),
})
await inspector.button('Columns…').waitFor()
await inspector.button('Check').click()
await inspector.button('Load the hours before and after').click()
await inspector.button('Read them').click()
await page.locator('[data-line-verdict="explained"]').nth(2).waitFor()
await page.getByRole('button', { name: 'Build minutes', exact: true }).click()
await page
  .getByRole('region', { name: 'Difference', exact: true })
  .getByRole('heading', { name: /^Build minutes/ })
  .waitFor()
// Lies over the page until then.
await page.getByText('Invoice downloaded', { exact: true }).waitFor({ state: 'hidden' })
await shoot(page, 'invoice')

writeFileSync(join(folder, 'words.json'), `${JSON.stringify(words, null, 2)}\n`)
await browser.close()
await shell.stop()
rmSync(userData, { recursive: true, force: true })
