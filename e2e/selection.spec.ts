// Selected rows: the toolbar that says what can be done with them, copying them in other forms, and comparing them.
import type { Page } from '@playwright/test'
import { copiedHtml } from './copied-html.ts'
import type { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { eventText, json, pageOf, type ScriptedService } from './scripted-service.ts'
import { expect, testInOneScriptedWindow } from './scripted-window.ts'
import { expectNoViolations } from './violations.ts'

/** 1 and 2 are a charge and its twin a second later; 3 is another one. */
const events = [
  eventText(1, { event_properties: '{"amount":1249.00,"key":"c1a","seats":50}' }),
  eventText(2, { event_properties: '{"amount":1249.00,"key":"d9","seats":"50"}' }),
  eventText(3, { event_properties: '{"amount":9007199254740993,"note":"a | b\\n<b>"}' }),
]

const test = testInOneScriptedWindow(pageOf(events))
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const selection = (page: Page) => page.getByRole('toolbar', { name: 'Selection', exact: true })
const clipboard = (window: Inspector) => window.page.evaluate(() => navigator.clipboard.readText())

test('with nothing selected, the focused cell is copied, to its last sign', async ({ window, page }) => {
  await window.cell('evt_0003', 'amount').focus()
  await said(page, /Cell copied/, () => page.keyboard.press('ControlOrMeta+c'))
  expect(await clipboard(window)).toBe('9007199254740993')
  await window.cell('evt_0003', 'Event ID').focus()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => clipboard(window)).toBe('evt_0003')
  await window.row('evt_0003').getByRole('checkbox').focus()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => clipboard(window)).toContain('event_id\t')
})

test('what was said stands above the toolbar, however many lines that has', async ({ window, page }) => {
  const size = page.viewportSize()
  await window.open('evt_0001')
  await window.button('Add to report', window.details).click()
  await window.button('Close details').click()
  await page.setViewportSize({ width: 512, height: 700 })
  for (const id of ['evt_0001', 'evt_0003']) await window.row(id).getByRole('checkbox').check()
  const notice = await page.locator('.mantine-Notification-root').boundingBox()
  const toolbar = await selection(page).boundingBox()
  expect(toolbar?.height).toBeGreaterThan(64)
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual(toolbar?.y ?? 0)
  await window.button('Clear selection').click()
  if (size !== null) await page.setViewportSize(size)
})

test('the toolbar is there while rows are selected, and copies them in the grid’s order', async ({ window, page }) => {
  const toolbar = selection(page)
  await expect(toolbar).toHaveCount(0)
  await window.row('evt_0003').getByRole('checkbox').check()
  await expect(toolbar).toContainText('1 selected')
  await expect(toolbar).toContainText('Debit 9007199254740993unit not set')
  const compare = window.button('Compare', toolbar)
  const why = 'Select a second row first'
  await expect(compare).toHaveAttribute('aria-disabled', 'true')
  await expect(compare).toHaveAccessibleDescription(why)
  const colourOf = (name: string) => window.button(name, toolbar).evaluate((one) => getComputedStyle(one).color)
  expect(await colourOf('Compare')).not.toBe(await colourOf('Export selection'))
  await compare.hover()
  await expect(page.getByRole('tooltip', { name: why })).toBeVisible()
  await compare.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await window.row('evt_0001').getByRole('checkbox').check()
  await expect(compare).not.toHaveAttribute('aria-disabled')
  expect(await colourOf('Compare')).toBe(await colourOf('Export selection'))
  const copied = async (format: string) => {
    await window.button('Copy selection', toolbar).click()
    await said(page, /copied/, () => page.getByRole('menuitem', { name: format }).click())
    return clipboard(window)
  }
  expect(await copied('Event IDs, one per line')).toBe('evt_0001\nevt_0003')
  expect(JSON.parse(await copied('Event IDs as a JSON array'))).toEqual(['evt_0001', 'evt_0003'])
  expect(await copied('JSON as sent')).toBe(`[${events[0]},\n${events[2]}]`)
  expect(await copied('Markdown table')).toContain('a \\| b<br>&lt;b>')
  expect(await copied('Rows, all columns')).toMatch(/(^|\t)9007199254740993/m)
  expect(await copiedHtml(page)).toMatch(/<td[^>]*>evt_0001<\/td>.*<td[^>]*>9007199254740993<\/td>/s)
  const heads = async (format: string) => (await copied(format)).split('\r\n')[0]?.split('\t') ?? []
  const all = await heads('Rows, all columns')
  const shown = await heads('Rows, columns shown')
  expect(all).toEqual(expect.arrayContaining(shown))
  expect(shown).toContain('event_id')
  await window.button('Export selection', toolbar).click()
  await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('2')
  await page.keyboard.press('Escape')
  await window.button('Clear selection', toolbar).click()
  await expect(toolbar).toHaveCount(0)
})

test('two events are compared in the zone of the header, with what was sent', async ({ window, page }) => {
  await window.chooseZone('Asia/Kathmandu')
  for (const id of ['evt_0001', 'evt_0002']) await window.row(id).getByRole('checkbox').check()
  await window.button('Compare').click()
  const created = page.getByRole('dialog', { name: 'Compare events' }).locator('[data-field="Created"]')
  await expect(created.getByRole('cell').first()).toHaveText(/^2026-11-01 05:45:01\+05:45\s*2026-11-01T00:00:01Z$/)
  await page.keyboard.press('Escape')
  await window.button('Clear selection').click()
  await window.chooseZone('UTC')
})

test('two events are compared by keyboard: what differs is in sight, what is equal is folded', async ({
  window,
  page,
}) => {
  await window.row('evt_0001').getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await window.button('Compare').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare events', exact: true })
  const row = (field: string) => dialog.locator(`[data-field="${field}"]`)
  await expect(dialog).toMatchAriaSnapshot(`
  - heading "Compare events" [level=2]
  - paragraph: 4 fields differ, 4 are equal.
  - table "Compared fields":
    - rowgroup:
      - row "Field evt_0001 evt_0002":
        - columnheader "Field"
        - columnheader "evt_0001"
        - columnheader "evt_0002"
    - rowgroup:
      - row /^Event ID/:
        - rowheader "Event ID"
        - cell "evt_0001"
        - cell "evt_0002"
      - row /^Created/
      - row /^key/
      - row /^seats/:
        - rowheader "seats"
        - cell "50"
        - cell /"50"/
  - button "Show 4 equal fields"
  - button "Copy differences"
`)
  await expect(dialog.getByRole('columnheader')).toHaveText(['Field', 'evt_0001', 'evt_0002'])
  await expect(row('seats')).toHaveAttribute('data-equal', 'false')
  await expect(row('seats').getByRole('cell')).toHaveText(['50', '"50"'])
  await expect(row('key')).toHaveAttribute('data-equal', 'false')
  await expect(row('amount')).toHaveCount(0)
  await window.button('Copy differences', dialog).click()
  expect(await clipboard(window)).toContain('seats: A 50, B "50"')
  await window.button('Show 4 equal fields', dialog).click()
  await expect(row('amount')).toHaveAttribute('data-equal', 'true')
  await expectNoViolations(page, 'compared events', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await window.button('Clear selection').click()
})

test('rows that went out of sight are counted', async ({ window, scripted, page }) => {
  await window.row('evt_0001').getByRole('checkbox').check()
  await window.row('evt_0003').getByRole('checkbox').check()
  scripted.answers((_, response) => json(response, pageOf(events.slice(2))))
  await window.search({ 'Customer ID': 'cus_other' })
  await expect(window.rows).toHaveCount(1)
  await expect(selection(page)).toContainText('2 selected, 1 of them not in this table')
  await window.button('Clear selection').click()
})

const money = (index: number, amount: string, currency: string, type = 'debit') =>
  eventText(index, {
    event_type: JSON.stringify(type),
    event_properties: `{"amount":${amount},"seats":1,"currency":"${currency}"}`,
  })
const amounts = pageOf([
  money(1, '1249.00', 'EUR'),
  money(2, '9007199254740993.10', 'EUR'),
  money(3, '0.1', 'USD'),
  money(4, '"7"', 'EUR'),
  money(5, '1764.69', 'EUR', 'credit'),
  money(6, '2.50', 'EUR', 'adjustment'),
])

/** @param selected the numbers of the rows that are selected of them */
async function showAmounts(window: Inspector, scripted: ScriptedService, ...selected: number[]): Promise<void> {
  scripted.answers((_, response) => json(response, amounts))
  await window.search({})
  await expect(window.rows).toHaveCount(6)
  for (const number of selected) await window.row(`evt_000${number}`).getByRole('checkbox').check()
}

test('Shift and the arrows take rows along, and let go of them', async ({ window, scripted, page }) => {
  await showAmounts(window, scripted)
  await window.cell('evt_0001', 'Created').focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(`Shift+${key}`)
  await expect(selection(page)).toContainText('3 selected')
  await expect(window.row('evt_0004')).toHaveAttribute('aria-selected', 'false')
  await window.button('Clear selection').click()
  // Sideways there is no other row to take along.
  await page.keyboard.press('Shift+ArrowRight')
  await expect(selection(page)).toBeHidden()
})

test('the bar adds up a property exactly, apart for each currency, and says what has no number', async ({
  window,
  scripted,
  page,
}) => {
  await showAmounts(window, scripted, 1, 2, 3)
  const toolbar = selection(page)
  const sum = toolbar.getByRole('status')
  await toolbar.getByRole('combobox', { name: 'Sum of' }).selectOption('amount')
  await expect(sum).toHaveText('Debit 9007199254742242.10 EUR, 0.1 USD')
  await expect(sum).toHaveAttribute('title', 'Sum of amount as sent. By currency, not confirmed')
  await window.row('evt_0004').getByRole('checkbox').check()
  await expect(toolbar).toContainText('whose amount is text: “7”')
  await toolbar.getByRole('combobox', { name: 'Sum of' }).selectOption('seats')
  await expect(sum).toHaveText('Debit 3 EUR, 1 USD')
  await expect(toolbar).not.toContainText('unit not set')
  await window.button('Clear selection').click()
})

test('where there is little room, figures stand below each other and all buttons on one line', async ({
  window,
  scripted,
  page,
}) => {
  await showAmounts(window, scripted, 1, 3)
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 720, height: size.height })
  const toolbar = selection(page)
  await toolbar.getByRole('combobox', { name: 'Sum of' }).selectOption('amount')
  await expect(toolbar.getByRole('status')).toHaveText('Debit 1249.00 EUR, 0.1 USD')
  const tops = await toolbar.locator('> button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  await window.button('Clear selection').click()
  await page.setViewportSize(size)
})

test('in the sums a credit is no debit, and what is neither is neither', async ({ window, scripted, page }) => {
  await showAmounts(window, scripted, 1, 2, 3, 4, 5, 6)
  const toolbar = selection(page)
  await toolbar.getByRole('combobox', { name: 'Sum of' }).selectOption('amount')
  const figures = (name: string) => toolbar.locator(`[data-figure="${name}"]`)
  await expect(figures('debit')).toHaveText(['9007199254742242.10 EUR', '0.1 USD'])
  await expect(figures('credit')).toHaveAttribute('data-value', '1764.69')
  await expect(figures('sum')).toHaveText('2.50 EUR')
  await expect(toolbar.getByRole('status')).toHaveText(/^Credit 1764\.69 EUR\s*Debit .*\s*Other 2\.50 EUR$/)
  await window.button('Clear selection').click()
})

test('the selected rows are shown alone, and back; a file has the others too', async ({ window, scripted, page }) => {
  await showAmounts(window, scripted, 1, 3, 4)
  const order = page.getByText(/^(Newest|Oldest) first$/)
  await expect(order).toHaveCount(1)
  await window.button('Show selected').click()
  await expect(window.rows).toHaveCount(3)
  // They stand as they were chosen.
  await expect(order).toHaveCount(0)
  await expect(window.row('evt_0002')).toHaveCount(0)
  await expect(window.status('3 rows that were selected')).toBeVisible()
  for (const what of ['This page', 'All matches'] as const) {
    const { text } = await window.export(what, 'CSV')
    for (let index = 1; index <= 6; index++) expect(text, what).toContain(`evt_000${index}`)
  }
  await window.button('Show selected').click()
  await expect(window.rows).toHaveCount(6)
  await expect(window.status('Rows 1–6 of 6')).toBeVisible()
  await window.button('Clear selection').click()
})

test('the sums of the rows that are shown are those of the selected ones alone', async ({ window, scripted, page }) => {
  await showAmounts(window, scripted, 1, 3, 4)
  await window.button('Show selected').click()
  await window.button('Totals of this page').click()
  const sums = page.getByRole('dialog', { name: 'Totals of this page', exact: true })
  await expect(sums).toContainText('Only the 3 selected rows.')
  await sums.getByRole('combobox', { name: 'Measure', exact: true }).selectOption('amount')
  const debits = sums.locator('tfoot [data-figure="debit"]')
  await expect(debits).toHaveCount(2)
  expect(await debits.evaluateAll((all) => all.map((one) => one.getAttribute('data-value')))).toEqual([
    '1249.00',
    '0.1',
  ])
})
