// One money: what a selection, the rows of a page and files come to, by the rules of a connection and without any, in
// the same text wherever it stands.
import type { Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { SAMPLE_COMPANY_RULES } from '../shared/worth/sample-company-files.ts'
import { copiedHtml } from './copied-html.ts'
import { test as base, expect, startBrowserShell, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import { keepRules, openNewSnapshot, takeSnapshot } from './taken-snapshot.ts'
import { expectNoViolations } from './violations.ts'

const money = (number: number, type: string, properties: string, code = 'usage') =>
  eventText(number, { event_type: `"${type}"`, event_code: `"${code}"`, event_properties: `{${properties}}` })

/** A debit, the credit that is more than it, and seats, which a month counts by their maximum. */
const events = [
  money(1, 'debit', '"amount":940.59,"currency":"EUR"'),
  money(2, 'credit', '"amount":1764.69,"currency":"EUR"', 'refund'),
  money(3, 'debit', '"quantity":48,"unit":"seat"', 'seats'),
]

const amount = '"money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}'
/** A credit always reduces. */
const RULES = `{"eventscopeRules":1,"rules":[
  {"codes":["usage"],"effect":"as-sent",${amount}},
  {"type":"credit","effect":"reduces",${amount}},
  {"codes":["seats"],"effect":"as-sent","quantity":{"by":"maximum","property":"quantity"},"money":{"by":"rate-card"}}],
  "prices":[{"code":"seats","currency":"EUR","price":"29"}],"units":["unit"]}`

const scripted = base.extend<{ window: Inspector }>({
  window: async ({ folder, page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const service = await startScriptedService((_, response) => json(response, pageOf(events)))
    const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token })
    await page.goto(shell.url)
    const inspector = new Inspector(page)
    await expect(inspector.rows).toHaveCount(3)
    await use(inspector)
    await shell.stop()
    await service.stop()
  },
})

/** Keeps rules, and shows the page by them. */
async function showByRules(page: Page, value: string): Promise<void> {
  await keepRules({ page }, value)
  await page.reload()
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selection', exact: true })
const totals = (page: Page) => page.getByRole('table', { name: 'Totals', exact: true })
const values = (within: Locator, figure: string) =>
  within.locator(`[data-figure="${figure}"]`).evaluateAll((all) => all.map((one) => one.getAttribute('data-value')))
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function select(window: Inspector, ...ids: string[]): Promise<void> {
  for (const id of ids) await window.row(id).getByRole('checkbox').check()
}

async function copySums(window: Inspector): Promise<void> {
  await window.button('Copy selection', bar(window.page)).click()
  const totals = window.page.getByRole('menuitem', { name: 'Totals', exact: true })
  await said(window.page, /Totals: copied/, () => totals.click())
}

async function selectedInExcel(window: Inspector): Promise<string[][]> {
  await window.button('Export selection').click()
  const dialog = window.page.getByRole('dialog', { name: 'Export', exact: true })
  await dialog.getByRole('combobox', { name: 'Format', exact: true }).waitFor()
  const { bytes } = await window.startExport(dialog)
  const { sheets } = await readXlsx(bytes)
  return sheets.find(({ name }) => name === 'About')?.rows.map((row) => row.map((cell) => String(cell ?? ''))) ?? []
}

scripted('without rules debit and credit stand apart everywhere, and it says why', async ({ window, page }) => {
  await scripted.step('the selection', async () => {
    await select(window, 'evt_0001', 'evt_0002')
    await expect(bar(page)).toContainText('no total: no price rules say what these events are worth')
    expect(await values(bar(page), 'debit')).toEqual(['940.59'])
    expect(await values(bar(page), 'credit')).toEqual(['1764.69'])
    expect(await values(bar(page), 'net')).toEqual([])
    await copySums(window)
    await expect
      .poll(() => clipboard(page))
      .toBe(
        [
          'Selected events: 2',
          'Measure: sum of amount as sent. By currency, not confirmed',
          'Rounding: none',
          'Credit: 1764.69 EUR',
          'Debit: 940.59 EUR',
          'No total: no price rules say what these events are worth',
        ].join('\n'),
      )
    await expectNoViolations(page, 'the selection', '[role="toolbar"][aria-label="Selection"]')
  })
  await scripted.step('its file says nothing of worth', async () => {
    const about = await selectedInExcel(window)
    expect(about.flat().join('\n')).not.toContain('Worth')
  })
  await scripted.step('the sums of the page', async () => {
    await window.button('Totals of this page').click()
    const line = totals(page).locator('[data-all=\'["EUR"]\']')
    await expect(line).toBeVisible()
    expect(await values(line, 'debit')).toEqual(['940.59'])
    expect(await values(line, 'credit')).toEqual(['1764.69'])
    expect(await values(line, 'debit-minus-credit')).toEqual([''])
    await expect(page.getByRole('dialog', { name: 'Totals of this page' })).toContainText(
      'No total: no price rules say what these events are worth.',
    )
  })
})

scripted('by the rules one text is the net, in the bar, the page and the file', async ({ window, page }) => {
  await showByRules(page, RULES)
  await expect(window.rows).toHaveCount(3)

  await scripted.step('the selection', async () => {
    await select(window, 'evt_0001', 'evt_0002')
    await expect(bar(page).getByRole('status')).toHaveText(
      /^Total −824\.10 EUR\s*Charged 940\.59 EUR\s*Taken off −1,764\.69 EUR$/,
    )
    expect(await values(bar(page), 'net')).toEqual(['-824.10'])
    await copySums(window)
    await expect
      .poll(() => clipboard(page))
      .toMatch(
        /^Selected events: 2\nMeasure: worth by your price rules, version [0-9a-f]{12}\nRounding: none\nDays: in \S+, by the time of creation\nTotal: −824\.10 EUR\nCharged: 940\.59 EUR\nTaken off: −1764\.69 EUR$/,
      )
    // As sent it is still there, and nothing of it is netted.
    await bar(page).getByRole('combobox', { name: 'Sum of' }).selectOption('amount')
    expect(await values(bar(page), 'credit')).toEqual(['1764.69'])
    expect(await values(bar(page), 'net')).toEqual([])
    await bar(page).getByRole('combobox', { name: 'Sum of' }).selectOption('Worth')
  })
  await scripted.step('both beside each other', async () => {
    await window.button('Compare', bar(page)).click()
    const dialog = page.getByRole('dialog', { name: 'Compare events', exact: true })
    const worths = dialog.locator('[data-worth] td')
    await expect(worths).toHaveText(['940.59 EUR', '−1764.69 EUR'])
    await expectNoViolations(page, 'compared', '[role="dialog"]')
    await window.button('Copy differences', dialog).click()
    await expect
      .poll(() => clipboard(page))
      .toMatch(/Worth by your price rules [0-9a-f]{12}: A 940\.59 EUR, B −1764\.69 EUR/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await scripted.step('what is part of a line shows its quantity, and no currency', async () => {
    await select(window, 'evt_0003')
    await expect(bar(page)).toContainText('Quantity 48 seat of seats')
    await expect(bar(page)).toContainText('1 event of seats billed by the month, not per event: quantity 48 seat')
    expect(await values(bar(page), 'net')).toEqual(['-824.10'])
    await expectNoViolations(page, 'the selection', '[role="toolbar"][aria-label="Selection"]')
  })
  await scripted.step('its file', async () => {
    const about = await selectedInExcel(window)
    const head = about.findIndex(([name]) => /^Worth by your price rules [0-9a-f]{12}, by currency$/.test(name ?? ''))
    expect(about[head + 1]?.slice(0, 4)).toEqual(['EUR', '-824.10', '940.59', '-1764.69'])
    expect(about).toContainEqual(expect.arrayContaining(['Billed by the month, not per event', '1 event']))
    await expect(window.exports.getByRole('listitem').first()).toContainText(
      /Total by your price rules [0-9a-f]{12}: −824\.10 EUR/,
    )
  })
  await scripted.step('the sums of the page', async () => {
    await window.button('Totals of this page').click()
    const line = totals(page).locator('[data-all=\'["EUR"]\']')
    await expect(line).toBeVisible()
    expect(await values(line, 'debit-minus-credit')).toEqual(['-824.10'])
    expect(await values(line, 'charged')).toEqual(['940.59'])
    expect(await values(line, 'reduces')).toEqual(['-1764.69'])
    const dialog = page.getByRole('dialog', { name: 'Totals of this page' })
    await expect(dialog).toContainText(
      'Not in any figure: 1 event of seats billed by the month, not per event: quantity 48 seat. Quantities: 48 seat of seats.',
    )
    await window.button('Copy table', dialog).click()
    await page.getByRole('menuitem', { name: 'For a spreadsheet', exact: true }).click()
    await expect(dialog).toBeVisible()
    await expect
      .poll(() => clipboard(page))
      .toMatch(
        /All\tEUR\t2\t940\.59\t-1764\.69\t-824\.10\twithout 1 event of seats [^\r\n]*\r\n[\s\S]*By your price rules, version/,
      )
    expect(await copiedHtml(page)).toMatch(
      /<td>-824\.10<\/td><td[^>]*>without 1 event of seats [^<]*<\/td><\/tr>[\s\S]*By your price rules, version/,
    )
    await window.choose(dialog.getByRole('combobox', { name: 'Measure' }), 'Sum of amount')
    expect(await values(line, 'debit-minus-credit')).toEqual([''])
    await expectNoViolations(page, 'the sums of the page', '[role="dialog"]')
  })
})

scripted('while an event has no rule nothing is netted, and it says which', async ({ window, page }) => {
  await showByRules(page, RULES.replace('"type":"credit"', '"codes":["other"]'))
  await expect(window.rows).toHaveCount(3)
  await select(window, 'evt_0001', 'evt_0002')
  await expect(bar(page)).toContainText('no total: 1 credit has no price rule')
  expect(await values(bar(page), 'debit')).toEqual(['940.59'])
  expect(await values(bar(page), 'credit')).toEqual(['1764.69'])
  await window.button('Totals of this page').click()
  const dialog = page.getByRole('dialog', { name: 'Totals of this page' })
  await expect(dialog).toContainText('No total: 1 credit has no price rule.')
  await window.choose(dialog.getByRole('combobox', { name: 'Measure' }), 'Worth by your price rules')
  expect(await values(totals(page).locator('tfoot'), 'charged')).toContain('940.59')
  for (const net of await values(totals(page), 'debit-minus-credit')) expect(net).toBe('')
})

test.describe('the sample company', () => {
  const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }
  test.use({ serviceSwitches: ['--sample', '--now', '2026-11-22T15:00:00Z'] })

  test('its October comes to what the story tells in the file of its snapshot', { tag: '@core' }, async ({
    page,
    inspector,
  }) => {
    test.slow()
    await takeSnapshot(inspector, 'First', OCTOBER)
    await showByRules(page, SAMPLE_COMPANY_RULES)
    await inspector.settled()
    await openNewSnapshot(inspector, 'October', OCTOBER)
    await inspector.button('Export', page.getByRole('region', { name: 'Snapshot', exact: true })).click()
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
    await expect(dialog).toContainText('By your price rules: what its events are worth is')
    await inspector.startExport(dialog)
    const item = inspector.exports.getByRole('listitem').first()
    await expect(item).toContainText(
      '42803.30 EUR, 3843.70 GBP (without 3 build_minutes events whose quantity is text: “150” 3 times), 64916.00 USD',
    )
    const download = page.waitForEvent('download')
    await inspector.button('Receipt', item).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer)
    const { worth } = JSON.parse(Buffer.concat(chunks).toString('utf8')).eventscope
    const nets = worth.currencies.map(({ currency, net }: Record<string, string>) => [currency, net])
    expect(nets).toEqual([
      ['EUR', '42803.30'],
      ['GBP', '3843.70'],
      ['USD', '64916.00'],
    ])
    expect(worth.bins).toMatchObject({
      charged: '3212',
      reduces: '4',
      balance: '1',
      'number-missing': '3',
      'no-rule': '0',
    })
  })
})
