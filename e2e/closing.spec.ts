// A month that was closed, over the sample company: what came twice, what differs and what changed since, by the rules,
// digit for digit the same in Checks, in Changes and in the headlines.
import type { Locator, Page } from '@playwright/test'
import { SAMPLE_COMPANY_RULES } from '../shared/worth/sample-company-files.ts'
import { expect, startBrowserShell, startService, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { chooseOfSnapshot, keepAsClosingCopy } from './snapshot-menus.ts'
import { openNewSnapshot } from './taken-snapshot.ts'
import { expectNoViolations } from './violations.ts'

const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }
const SAMPLE = ['--sample', '--now', '2026-11-22T15:00:00Z']

const pictures = process.env.EVENTSCOPE_PICTURES

/** Where pictures are asked for: light, dark and in little room. */
async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${pictures}/${name}-${scheme}.png` })
  }
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${pictures}/${name}-small.png` })
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** By currency, exact. */
async function valuesOf(figures: Locator): Promise<Record<string, string>> {
  await figures.first().waitFor()
  const found = await figures.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('data-currency') ?? '', one.getAttribute('data-value') ?? '']),
  )
  return Object.fromEntries(found)
}

const copied = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().click()
  const forSpreadsheet = page.getByRole('menuitem', { name: 'For a spreadsheet', exact: true })
  await said(page, /^Copied/, () => forSpreadsheet.click())
  return page.evaluate(() => navigator.clipboard.readText())
}

test('what came twice, what differs and what changed since closing is one text everywhere', async ({
  page,
  folder,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const atClosing = await startService(...SAMPLE, '--at-closing')
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: atClosing.url, EVENTSCOPE_TOKEN: token })
  await page.goto(shell.url)
  const window = new Inspector(page)
  await expect(window.rows.first()).toBeVisible()
  const snapshot = page.getByRole('region', { name: 'Snapshot', exact: true })
  const headlines = page.getByRole('region', { name: 'Headlines', exact: true })

  await test.step('one is closed before there are rules', async () => {
    await openNewSnapshot(window, 'October, without rules', OCTOBER)
    await keepAsClosingCopy(window, 'no price rules yet')
  })

  const closed = await openNewSnapshot(window, 'October', OCTOBER)
  const duplicates = window.check('possible-duplicates')
  await test.step('without rules, Checks say debits and credits as sent, and net nothing', async () => {
    await window.openTab('Checks')
    await expect(duplicates).toContainText(
      '480.00 EUR too much, as sent (no price rule); 49.60 EUR credited too much, as sent (no price rule).',
    )
    await expect(duplicates.locator('[data-twice]')).toHaveCount(0)
    await expect(window.check('amount-differs')).toContainText(
      'No price rule names an amount, a quantity and a unit price.',
    )
  })

  await test.step('rules are said from Checks', async () => {
    await window.button('Price rules').click()
    const dialog = page.getByRole('dialog', { name: 'Price rules', exact: true })
    await dialog.getByRole('button', { name: 'As text', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Paste rules', exact: true }).fill(SAMPLE_COMPANY_RULES)
    await dialog.getByRole('button', { name: 'Use these rules' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByTitle(/^Version [0-9a-f]{12}$/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  const twice = { charged: { EUR: '480.00' }, credited: { EUR: '49.60' } }
  await test.step('what came twice, in Checks', async () => {
    await expect(duplicates).toContainText(
      '13 groups may be duplicates. If one of each is right: 480.00 EUR charged too much; 49.60 EUR credited too much.',
    )
    for (const side of ['charged', 'credited'] as const) {
      const figures = duplicates.locator(`[data-twice="${side}"][data-evidence="key"] [data-value]`)
      expect(await valuesOf(figures)).toEqual(twice[side])
    }
    const groups = duplicates.locator('[data-group]')
    await expect(groups.and(page.locator('[data-too-much="40.00"]'))).toHaveCount(12)
    await expect(groups.and(page.locator('[data-bin="reduces"]'))).toContainText('49.60 EUR credited too much')
    await expectNoViolations(page, 'checks', '[aria-label="Snapshot"]')
    await picture(page, 'checks')
  })

  await test.step('amounts that are not quantity × unit price, with their events', async () => {
    const differs = window.check('amount-differs')
    await expect(differs).toHaveAttribute('data-count', '4')
    await expect(differs).toContainText('4 events whose amount is not quantity × unit price: +32.00 EUR.')
    expect(await valuesOf(differs.locator('[data-differs="amount"] [data-value]'))).toEqual({ EUR: '32.00' })
    await expect(differs.locator('[data-event][data-value="8.00"]')).toHaveCount(4)
    await differs.getByRole('button', { name: 'Show 4 events whose amount differs' }).click()
    await expect(window.rows).toHaveCount(4)
    await expect(page.getByRole('grid', { name: 'Events', exact: true })).toContainText('cus_lumen')
    await page.getByRole('button', { name: /^Remove condition: / }).click()
  })

  await test.step('a copy of Checks is whole, and names its measure', async () => {
    await window.openTab('Checks')
    const text = await copied(page, 'Copy table')
    expect(text.split('\r\n').filter((line) => line.startsWith('Possible duplicates\tapi_calls'))).toHaveLength(12)
    expect(text).toMatch(
      /^Measure\tworth by your price rules, version [0-9a-f]{12}; as sent where there is no price rule\r?$/m,
    )
    expect(text).toMatch(/^Days\tin Europe\/Berlin, by the time of creation\r?$/m)
  })

  await test.step('the same figures above Totals, and nothing changed yet', async () => {
    await window.openTab('Totals')
    expect(await valuesOf(headlines.locator('[data-headline="charged-twice"]'))).toEqual(twice.charged)
    expect(await valuesOf(headlines.locator('[data-headline="credited-twice"]'))).toEqual(twice.credited)
    expect(await valuesOf(headlines.locator('[data-headline="net"]'))).toMatchObject({ EUR: '43178.60' })
    await expect(headlines.locator('[data-changed], [data-headline="changed"]')).toHaveCount(0)
  })

  await test.step('it is closed with the rules of now', async () => {
    await chooseOfSnapshot(window, 'More actions', 'Keep as closing copy…')
    await expect(page.getByRole('dialog')).toContainText('Keeps your price rules with it.')
    await page.keyboard.press('Escape')
    await keepAsClosingCopy(window, 'invoiced')
  })

  const { port } = new URL(atClosing.url)
  await atClosing.stop()
  const now = await startService(...SAMPLE, '--port', port)

  await test.step('a recheck, day by day: one sum over all days', async () => {
    await chooseOfSnapshot(window, 'Check for changes…', 'Count each day again')
    await page.getByRole('button', { name: /^Read the days that differ/ }).click()
    await expect(window.changes).toHaveAttribute('data-added', '2', { timeout: 60_000 })
    const all = window.changes.locator('[data-all-days="EUR"]')
    await expect(all).toHaveAttribute('data-value', '-375.30')
    await expect(all).toHaveText('−375.30 EUR (+37.20 charged, −412.50 taken off)')
    await picture(page, 'recheck')
    await window.button('Read all again', window.changes).click()
    await expect(window.changes).toHaveAttribute('data-added', '2', { timeout: 60_000 })
  })

  await test.step('in full: added by the rules, in the sentence and by group', async () => {
    await expect(window.changes).toContainText('are here now: −375.30 EUR (+37.20 charged, −412.50 taken off).')
    const line = (code: string) => window.changes.locator(`tr[data-change="added"][data-group='["${code}","EUR"]']`)
    for (const [code, figure, value] of [
      ['tokens', 'charged', '37.20'],
      ['tokens', 'net', '37.20'],
      ['api_calls', 'reduces', '-412.50'],
      ['api_calls', 'net', '-412.50'],
    ] as const) {
      await expect(line(code).locator(`[data-figure="${figure}"]`)).toHaveAttribute('data-value', value)
    }
    await expectNoViolations(page, 'changes', '[aria-label="Snapshot"]')
    await picture(page, 'changes')
    const text = await copied(page, /^Copy table of changes/)
    expect(text).toMatch(/^Here now\tapi_calls\tEUR\t0\t1\t0\.00\t-412\.50\t-412\.50\t/m)
    expect(text).toMatch(/^Measure\tworth by your price rules, version [0-9a-f]{12}/m)
  })

  await test.step('the headline of the later one says the same, by the rules of then', async () => {
    await window.button('Open the later snapshot', window.changes).click()
    await expect(snapshot).not.toHaveAttribute('data-snapshot', closed)
    await window.openTab('Totals')
    expect(await valuesOf(headlines.locator('[data-headline="changed"]'))).toEqual({ EUR: '-375.30' })
    const added = headlines.locator('[data-change="added"]')
    await expect(added).toHaveText('2 events added.')
    await expect(added).toHaveAttribute('title', 'Added: −375.30 EUR (+37.20 charged, −412.50 taken off), 2 events')
    const kept = headlines.getByText(/^Kept as closing copy \d+ \w{3} \d{4}, \d\d:\d\d$/)
    await expect(kept).toHaveAttribute('title', /: by the price rules of that time, version [0-9a-f]{12}$/)
    expect(await valuesOf(headlines.locator('[data-headline="net"]'))).toMatchObject({ EUR: '42803.30' })
    await expectNoViolations(page, 'headlines', '[aria-label="Headlines"]')
    await picture(page, 'headline')
    expect(await copied(page, 'Copy table')).toContain(
      'Added: −375.30 EUR (+37.20 charged, −412.50 taken off), 2 events; by the price rules of that time',
    )
  })

  await test.step('against a closing from before there were rules, debits and credits stand apart', async () => {
    await window.button('Snapshots').click()
    const list = page.getByRole('dialog', { name: 'Snapshots', exact: true })
    await list.getByRole('button', { name: 'More for October', exact: true }).click()
    await page.getByRole('menuitem', { name: 'No longer keep as closing copy', exact: true }).click()
    await page.keyboard.press('Escape')
    const kept = headlines.getByText('Kept as closing copy')
    await expect(kept).toHaveAttribute('title', /: kept without price rules, so debits and credits stand apart$/)
    await expect(headlines.locator('[data-headline="changed"]')).toHaveCount(0)
    await expect(headlines.locator('[data-changed="debit"]')).toHaveAttribute('data-value', /^-375\.30?$/)
    await window.button('Show changes', headlines).click()
    await expect(window.changes).toHaveAttribute('data-added', '2')
  })
  await shell.stop()
  await now.stop()
})
