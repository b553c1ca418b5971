// A list of customers' names: beside IDs in rows, details, reports, totals and values, offered to a letter, found by
// name, and in no copy.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, root, test } from './fixtures.ts'
import { openNewSnapshot } from './taken-snapshot.ts'

const names = JSON.parse(readFileSync(join(root, 'e2e/kit/names.json'), 'utf8')).customerNames

test.use({
  serviceSwitches: ['--sample', '--now', '2026-11-22T15:00:00Z'],
  permissions: ['clipboard-read', 'clipboard-write'],
})

const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }

test('names that were pasted stand beside IDs, lead to events, and are not copied', async ({ inspector, page }) => {
  const dialog = page.getByRole(names.within.role, { name: names.within.name, exact: true })
  await inspector.button('Switch connection').click()
  await page.getByRole('menuitem', { name: names.menuitem[0], exact: true }).click()
  await inspector.textbox(names.textbox[0], dialog).fill('Nordlicht Logistik')
  await inspector.button('Save names', dialog).click()
  await expect(dialog).toContainText('Line 1 must be a name and a customer ID')
  await inspector
    .textbox(names.textbox[0], dialog)
    .fill('Nordlicht Logistik, cus_nordlicht\nHalden Robotics; cus_halden')
  await inspector.button('Save names', dialog).click()
  await expect(dialog).toBeHidden()

  await inspector.find.fill('logist')
  await page.getByRole('option', { name: /^Show events of Nordlicht Logistik/ }).click()
  const row = inspector.rows.first()
  await expect(row).toContainText('cus_nordlicht Nordlicht Logistik')
  await row.click()
  await expect(inspector.details).toContainText('Nordlicht Logistik')
  expect(await inspector.fieldText('customer_id')).toBe('cus_nordlicht')

  await inspector.button('Add to report', inspector.details).click()
  await inspector.button('Open report').click()
  const report = page.getByRole('dialog', { name: 'Report', exact: true })
  await expect(report.locator('[data-entry="event"]')).toContainText('of cus_nordlicht Nordlicht Logistik')
  await report.getByText('For the customer', { exact: true }).click()
  const called = report.getByLabel('Customer’s name')
  await expect(called).toHaveValue('')
  await called.click()
  await page.getByRole('option', { name: 'Nordlicht Logistik', exact: true }).click()
  await expect(called).toHaveValue('Nordlicht Logistik')
  await expect(report.getByLabel('To', { exact: true })).toHaveValue('Nordlicht Logistik, your number cus_nordlicht')
  await page.keyboard.press('Escape')
  await expect(report).toBeHidden()

  await openNewSnapshot(inspector, 'October 2026', OCTOBER)
  await inspector.openTab('Totals')
  await inspector.choose(page.getByRole('combobox', { name: 'Group by', exact: true }), 'Customer ID')
  const line = inspector.totalsLine('cus_halden', '')
  await expect(line.or(page.locator('tr[data-group*="cus_halden"]')).first()).toContainText(
    'cus_halden Halden Robotics',
  )
  await inspector.button('Copy table').click()
  await page.getByRole('menuitem', { name: 'Markdown table', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('halden')
  expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('Robotics')
  await inspector.openTab('Values')
  await expect(page.locator('tr[data-field="customer_id"]')).toContainText('"cus_nordlicht" Nordlicht Logistik')

  await page.reload()
  await inspector.button('Switch connection').click()
  await page.getByRole('menuitem', { name: names.menuitem[0], exact: true }).click()
  await expect(inspector.textbox(names.textbox[0], dialog)).toHaveValue(
    'Nordlicht Logistik, cus_nordlicht\nHalden Robotics, cus_halden',
  )
})
