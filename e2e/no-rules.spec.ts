// A walk over all that is called money while no rules say what events are worth: debit and credit stand apart
// everywhere, and nothing is netted.
import type { Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expect, openInspector, startService, testInWindowOf } from './fixtures.ts'
import { compareWithinPeriod } from './snapshot-menus.ts'
import { openSnapshot, takeSnapshot } from './taken-snapshot.ts'

const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }
const [REFUND, USAGE] = ['evt_005038', 'evt_005036']

/** In a window that has a snapshot of October. */
const test = testInWindowOf(async (page, folder) => {
  const service = await startService('--sample', '--now', '2026-11-22T15:00:00Z')
  const { inspector, shell } = await openInspector(page, folder, service.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const october = await takeSnapshot(inspector, 'October', OCTOBER)
  return { inspector, october, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
test.slow()

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Figures that would be one of debit and credit together. */
const NETTED = '[data-headline="net"], [data-figure="net"], [data-figure="charged"], [data-figure="reduces"]'

async function expectNothingNetted(within: Page | Locator): Promise<void> {
  await expect(within.locator(NETTED)).toHaveCount(0)
  const differences = await within
    .locator('[data-figure="debit-minus-credit"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-value') ?? ''))
  expect(differences.filter((value) => value !== '')).toEqual([])
}

test('nothing is netted in the rows of a page', async ({ inspector, page }) => {
  await inspector.search({ 'Customer ID': 'cus_atelier', 'Event code': 'refund' })
  await inspector.button('Totals of this page').click()
  const sums = page.getByRole('dialog', { name: 'Totals of this page' })
  await expect(sums.locator('[data-all] [data-figure="credit"]')).toHaveAttribute('data-value', /^99\.2/)
  await expectNothingNetted(sums)
  await page.keyboard.press('Escape')
})

test('nothing is netted in a selection, and in its copy', async ({ inspector, page, opened }) => {
  await openSnapshot(inspector, opened.october)
  await inspector.take(`${REFUND}\n${USAGE}`, 'Show these 2 events')
  for (const id of [REFUND, USAGE]) await inspector.row(id).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: 'Selection', exact: true })
  await bar.getByRole('combobox', { name: 'Sum of' }).selectOption('amount')
  await expect(bar).toContainText('no total: no price rules say what these events are worth')
  await expectNothingNetted(bar)
  await inspector.button('Copy selection', bar).click()
  await page.getByRole('menuitem', { name: 'Totals', exact: true }).click()
  await expect.poll(() => clipboard(page)).toContain('No total: no price rules say what these events are worth')
  await page
    .getByRole('button', { name: /^Remove condition/ })
    .first()
    .click()
})

test('nothing is netted in Totals, its headlines, two periods and its copy', async ({ inspector, page, opened }) => {
  await openSnapshot(inspector, opened.october)
  await inspector.openTab('Totals')
  const headlines = page.getByRole('region', { name: 'Headlines', exact: true })
  await expect(headlines).toContainText('No total: 3,216 debits and 4 credits have no price rule.')
  await expect(headlines.locator('[data-apart="debit"]')).not.toHaveCount(0)
  await expect(headlines.locator('[data-apart="credit"]')).toHaveCount(1)
  await inspector.totals.waitFor()
  await compareWithinPeriod(inspector)
  await expect(
    page
      .getByRole('table', { name: 'Compare within this period' })
      .or(page.getByRole('group', { name: 'Compare within this period' }))
      .first(),
  ).toBeVisible()
  await expectNothingNetted(page)
  await inspector.button('Copy table').click()
  await page.getByRole('menuitem', { name: 'Markdown table' }).click()
  await expect.poll(() => clipboard(page)).toContain('Credit')
  expect(await clipboard(page)).not.toMatch(/\bTotal\b/)
})

test('nothing is netted in Checks', async ({ inspector, page, opened }) => {
  await openSnapshot(inspector, opened.october)
  await inspector.openTab('Checks')
  const duplicates = inspector.check('possible-duplicates')
  await expect(duplicates).toContainText('480.00 EUR too much, as sent (no price rule); 49.60 EUR credited too much')
  await expectNothingNetted(page)
})

test('nothing is netted in a file, its About included', async ({ inspector, page, opened }) => {
  await openSnapshot(inspector, opened.october)
  await inspector.button('Export').click()
  const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
  await dialog.getByRole('combobox', { name: 'Format', exact: true }).waitFor()
  const { bytes } = await inspector.startExport(dialog)
  const { sheets } = await readXlsx(bytes)
  const words = sheets.flatMap(({ rows }) => rows.flat()).filter((cell) => typeof cell === 'string')
  expect(words.filter((cell) => /^(?:Total$|Worth\b|worth\b)/.test(cell))).toEqual([])
})
