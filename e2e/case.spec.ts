// A case is gathered, refused to another customer, saved, opened with scripts off, and printed.
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expectGoodLooks } from './good-looks.ts'
import { expect, test } from './kit/fixtures.ts'
import { openNewSnapshot } from './taken-snapshot.ts'
import { expectNoViolations } from './violations.ts'

const event = (number: number, customer: string) =>
  `{"event_id":"evt_${number}","customer_id":"${customer}","event_code":"api_calls","event_type":"debit","created_at":"2026-10-0${1 + number}T10:00:00Z","event_properties":{"amount":${number}.500000000000000000001,"region":"eu-${number}"}}`

test.use({ serviceSwitches: ['--events', '0', '--now', '2026-11-20T12:00:00Z'] })

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return download.path()
}

test('events and tables go to a colleague whole and to a customer as far as they are theirs', async ({
  inspector,
  service,
  page,
  browser,
}) => {
  test.slow()
  await service.add(event(1, 'cus_nord'), event(2, 'cus_nord'), event(3, 'cus_other'))
  await inspector.button('Refresh', inspector.pages).click()
  const dialog = page.getByRole('dialog', { name: 'Report', exact: true })
  const entries = dialog.getByRole('list', { name: 'Entries', exact: true }).getByRole('listitem')

  await test.step('by mouse: an event from its details, and a table', async () => {
    await inspector.row('evt_1').click()
    await page.getByRole('button', { name: 'Add to report', exact: true }).click()
    await page.getByRole('button', { name: 'Open report', exact: true }).click()
    await expect(entries).toHaveCount(1)
    await expect(entries.first()).toContainText('2 Oct 2026, 10:00:00, api_calls event evt_1 of cus_nord')
    await page.keyboard.press('Escape')
    await inspector.row('evt_3').click()
    await page.getByRole('button', { name: 'Add to report', exact: true }).click()
    await expect(page.getByText('Added to the report.')).toBeVisible()
    await openNewSnapshot(inspector, 'October', {
      from: '2026-10-01T00:00:00Z',
      until: '2026-11-01T00:00:00Z',
      zone: 'UTC',
    })
    await inspector.openTab('Totals')
    await page
      .getByRole('button', { name: /^Copy totals|^Copy table/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Add to report', exact: true }).click()
    await expect(page.getByText('Added to the report.')).toBeVisible()
  })

  await test.step('by keys: the one box opens it, a note is written', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('reports')
    await page
      .getByRole('option', { name: /^Report/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await expect(entries).toHaveCount(3)
    await dialog.getByLabel('Title').fill('Nordlicht, October')
    await dialog.getByLabel('Note', { exact: true }).fill('Ask Ben <b>first</b>.')
    await dialog.getByRole('button', { name: 'Add note', exact: true }).press('Enter')
    await expect(entries).toHaveCount(4)
  })

  await test.step('several cases: another is begun, named and added to, and the first is as it was', async () => {
    const cases = dialog.getByRole('list', { name: 'Reports', exact: true })
    const current = cases.locator('[aria-current="true"]')
    await dialog.getByRole('button', { name: 'New report', exact: true }).click()
    await expect(current).toHaveText('Report (2)')
    await expect(entries).toHaveCount(0)
    await dialog.getByLabel('Name', { exact: true }).fill('Halden, refunds')
    await page.keyboard.press('Escape')
    await inspector.button('Back to live').click()
    await inspector.row('evt_2').click()
    await page.getByRole('button', { name: 'Add to report', exact: true }).click()
    await expect(page.getByText('Added to “Halden, refunds”.')).toBeVisible()
    await inspector.button('Reports').click()
    await expect(current).toHaveText('Halden, refunds')
    await expect(entries).toHaveCount(1)
    await expectGoodLooks(page, 'cases', '[role="dialog"]')
    await dialog.getByRole('button', { name: 'Delete…', exact: true }).click()
    await expect(dialog.getByRole('group', { name: 'Delete this report' })).toContainText('with 1 entry')
    await expectNoViolations(page, 'asked whether to delete', '[role="dialog"]')
    await dialog.getByRole('button', { name: 'Delete it', exact: true }).press('Enter')
    await expect(current).toHaveText('Report')
    await expect(current).toBeFocused()
    await expect(cases.getByRole('listitem')).toHaveCount(1)
    await expect(entries).toHaveCount(4)
    await expect(dialog.getByLabel('Title')).toHaveValue('Nordlicht, October')
  })

  await expectGoodLooks(page, 'case', '[role="dialog"]')

  const html = await saved(page, 'Save as HTML')
  const path = test.info().outputPath('case.html')
  await test.step('the HTML opens with scripts off, is whole, and its figures are as sent', async () => {
    const text = await readFile(html, 'utf8')
    await import('node:fs/promises').then(({ writeFile }) => writeFile(path, text))
    const context = await browser.newContext({ javaScriptEnabled: false })
    const opened = await context.newPage()
    const asked: string[] = []
    opened.on('request', (request) => asked.push(request.url()))
    await opened.goto(pathToFileURL(path).href)
    await expect(opened.getByRole('heading', { name: 'Nordlicht, October', exact: true })).toBeVisible()
    await expect(opened.getByRole('heading', { level: 2 })).toHaveCount(5)
    await expect(opened.getByText('Ask Ben <b>first</b>.')).toBeVisible()
    await expect(opened.getByText('1.500000000000000000001', { exact: true })).toBeVisible()
    expect(asked).toHaveLength(1)
    await opened.screenshot({ path: test.info().outputPath('case.png'), fullPage: true })
    await context.close()
    const scripted = await browser.newPage()
    await scripted.goto(pathToFileURL(path).href)
    await expectNoViolations(scripted, 'a case as HTML')
    for (const format of ['A4', 'Letter'] as const) {
      const pdf = await scripted.pdf({ format, path: test.info().outputPath(`case-${format}.pdf`) })
      expect(pdf.length).toBeGreaterThan(1_000)
    }
    await scripted.close()
  })

  await test.step('masked, no customer is named', async () => {
    await dialog.getByLabel('Mask customers').check()
    const masked = await readFile(await saved(page, 'Save as Markdown'), 'utf8')
    expect(masked).toContain('customer A')
    expect(masked).not.toContain('cus_')
  })

  await test.step('for the customer: what is of others is refused by name, and goes out', async () => {
    await dialog.getByText('For the customer', { exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(
      '“4 Oct 2026, 10:00:00, api_calls” is an event of another customer. Remove it.',
    )
    await expect(dialog.getByRole('alert')).toContainText('may hold what is not for this customer')
    await expect(dialog.getByRole('button', { name: 'Save as HTML', exact: true })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Remove: 4 Oct 2026, 10:00:00, api_calls, evt_3', exact: true }).click()
    await dialog.getByRole('button', { name: /^Remove: Table|^Remove: Totals/ }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByLabel('Invoice number').fill('2026-10-118')
    await dialog.getByLabel('amount', { exact: true }).check()
    await dialog.getByLabel('Conclusion', { exact: true }).fill('One call was charged too much.')
    await expect(dialog.getByRole('alert')).toContainText('The conclusion was not confirmed.')
    await expect(dialog.getByRole('button', { name: 'Print', exact: true })).toBeDisabled()
    await dialog.getByLabel('I confirm the conclusion as it stands').check()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    const text = await readFile(await saved(page, 'Save as HTML'), 'utf8')
    expect(text).toContain('One call was charged too much.')
    expect(text).toContain('1.500000000000000000001')
    expect(text).toContain('2026-10-118')
    for (const hidden of ['eu-1', 'Ask Ben', 'evt_3', '127.0.0.1', 'cus_other']) expect(text).not.toContain(hidden)
  })
})
