// What a controller asks first, from an empty window on: what Nordlicht owes for last month, what is wrong with it, by
// how much Halden's month changed since it was closed, and a file of it to hand over. Every click is counted.
import { readFile } from 'node:fs/promises'
import type { Download, Locator } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from './fixtures.ts'
import { controlsInSight } from './good-looks.ts'

const MOST_CLICKS = 20

/** A select that is opened and chosen from. */
const CLICKS_A_CHOICE = 2

test('last month of the sample company: owed, wrong, changed since closing and handed over, in few clicks', async ({
  firstRun: window,
  page,
}) => {
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const tab = (name: string) => click(window.snapshot.getByRole('tab', { name, exact: true }))
  const byCustomer = async () => {
    clicks += CLICKS_A_CHOICE
    await window.choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Customer ID')
  }
  const headline = (name: string) => window.snapshot.locator(`[data-headline="${name}"]`)

  await test.step('a snapshot of last month, in the months of the billing zone', async () => {
    await click(window.button('Explore sample data', window.connectionDialog))
    const rows = window.status(/^Rows 1–50 of /)
    await window.settled()
    const all = await rows.innerText()
    await window.choosePeriod('Last month')
    // Who reads on waits for the rows as well: a snapshot of a search under way is offered, and does not open by
    // itself.
    await expect(rows).not.toHaveText(all)
    await window.settled()
    await click(window.button('Load all'))
    await expect(window.snapshot).toHaveAttribute('data-verdict', 'complete')
  })

  await test.step('what Nordlicht owes, after a refund', async () => {
    await tab('Totals')
    await byCustomer()
    const line = window.totalsLine('cus_nordlicht', 'EUR')
    await expect(window.figure(line, 'debit-minus-credit')).toHaveText('13,782.00')
    await expect(window.figure(line, 'reduces')).toHaveText('−150.00')
    await expect(headline('charged-twice')).toHaveText('480.00 EUR')
    await expect(headline('changed')).toHaveText('−375.30 EUR')
    // With all three cards, on the page that most people open.
    await page.setViewportSize({ width: 1440, height: 900 })
    const controls = await controlsInSight(page)
    expect(controls.length, controls.join(', ')).toBeLessThanOrEqual(24)
  })

  await test.step('what is wrong with it: charged twice, group by group', async () => {
    await tab('Checks')
    const duplicates = window.check('possible-duplicates')
    await expect(duplicates).toContainText('480.00 EUR charged too much')
    const groups = duplicates.locator('[data-group]')
    const ofNordlicht = groups.filter({ hasText: 'cus_nordlicht' })
    await expect(ofNordlicht).toHaveCount(12)
    await expect(ofNordlicht.filter({ hasText: '40.00 EUR charged too much' })).toHaveCount(12)
    // The largest first, and a credit that was given twice is called one.
    await expect(groups.first()).toContainText('49.60 EUR credited too much')
  })

  await test.step("by how much Halden's month changed since it was closed", async () => {
    await tab('Totals')
    await click(window.button('Show changes'))
    await byCustomer()
    const lines = window.changes.locator('tr[data-change][data-group]')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText('cus_halden')
    await expect(lines.locator('[data-figure="net"]')).toHaveText('−375.30')
  })

  await test.step('the figures as an Excel file, with where they come from', async () => {
    await tab('Totals')
    await click(window.button('Copy table'))
    const arriving = page.waitForEvent('download')
    await click(page.getByRole('menuitem', { name: 'Excel file', exact: true }))
    const { name, cells } = await excelOf(await arriving)
    expect(name).toMatch(/\.xlsx$/)
    const nordlicht = cells.find(([customer]) => customer === 'cus_nordlicht')
    expect(nordlicht).toEqual(expect.arrayContaining([13_782, -150]))
    const about = cells.map((row) => row.join(' '))
    expect(about).toContainEqual(expect.stringMatching(/Possibly charged twice.*480\.00 EUR/))
    expect(about).toContainEqual(expect.stringMatching(/Changed since the closing copy.*−375\.30 EUR/))
  })

  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
})

/** Every cell of every sheet. */
async function excelOf(download: Download) {
  const { sheets } = await readXlsx(await readFile(await download.path()))
  return { name: download.suggestedFilename(), cells: sheets.flatMap(({ rows }) => rows) }
}
