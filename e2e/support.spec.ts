// Support's daily tasks: a double charge found, compared and sent as text by keyboard alone; from a value to a search.
import type { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, type ScriptedService } from './scripted-service.ts'
import { expect, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow()
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Twenty events of a customer; the 7th and 8th are the same charge, two seconds apart. */
const charges = Array.from({ length: 20 }, (_, index) =>
  eventText(index, {
    customer_id: '"cus_northwind_traders"',
    event_code: '"seat_month"',
    created_at: JSON.stringify(`2026-11-03T09:14:${String(50 - (index === 7 ? 12 + 2 : index * 2)).padStart(2, '0')}Z`),
    event_properties: `{"amount":${index === 6 || index === 7 ? '1249.00' : `${index}.50`},"currency":"EUR"}`,
  }),
)

/** One whose code and note are longer than a filter may be. */
const wordy = eventText(20, {
  event_id: '"evt_wordy"',
  customer_id: '"cus_northwind_traders"',
  event_code: JSON.stringify('seat_'.repeat(401)),
  event_properties: JSON.stringify({ note: 'n'.repeat(2_001) }),
})

const sent = ({ asked }: ScriptedService) => JSON.parse(asked.at(-1)?.body ?? '{}') as Record<string, string>
const item = ({ page }: Inspector, name: string) => page.getByRole('menuitem', { name, exact: true })

test('fields complete from values seen, and stay textboxes that take whatever is typed', async ({
  window,
  scripted,
  page,
}) => {
  await window.settled()
  const customer = window.textbox('Customer ID', window.filters)
  await expect(customer).toHaveAttribute('aria-autocomplete', 'list')
  await customer.focus()
  await page.keyboard.type('CUS')
  const seen = window.filters.getByRole('listbox', { name: 'Seen values', exact: true })
  await expect(seen.getByRole('option')).toHaveText(['cus_A'])
  await expect(customer).not.toHaveAttribute('aria-expanded')
  await page.keyboard.press('ArrowDown')
  await expect(seen.getByRole('option', { name: 'cus_A', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(customer).toHaveValue('cus_A')
  await expect(seen).toBeHidden()
  await expect(window.filters).toContainText('Filters changed')
  // What is not taken is searched for as typed.
  await customer.fill('')
  await page.keyboard.type('cus')
  await expect(seen).toBeVisible()
  await page.keyboard.press('Enter')
  await window.settled()
  await expect(customer).toHaveValue('cus')
  await expect(seen).toBeHidden()

  // A property's name, and its values: of the type that they were seen with.
  await window.fillFilters({})
  await window.button('Add property filter', window.filters).click()
  const row = window.filters.getByRole('group', { name: 'Property filter 1', exact: true })
  await expect(window.textbox('Property name', row)).toBeFocused()
  await page.keyboard.type('am')
  await expect(seen.getByRole('option')).toHaveText(['amount'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(window.textbox('Property name', row)).toHaveValue('amount')
  await expect(window.filters).toContainText('Filters changed')
  await window.textbox('Property value', row).focus()
  await page.keyboard.press('ArrowDown')
  await expect(seen.getByRole('option')).toHaveText(['0.10'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(window.textbox('Property value', row)).toHaveValue('0.10')
  await expect(row.getByRole('combobox', { name: 'Property type', exact: true })).toHaveValue('number')
  await page.keyboard.press('Enter')
  await expect.poll(() => scripted.asked.at(-1)?.body).toContain('"event_property_filters":{"amount":0.10}')
  await window.settled()
  await window.search({})
})

/*
 * Of the presses, 18 write what is asked ("northw", "3 nov", "compare"), and four confirm it; the rest are ways: to the
 * box, down the rows, and to the button that copies. Whoever knows a shorter way keeps within it too.
 */
const BUDGET = 40

test('"charged twice on 3 Nov": found, compared and sent as text, by keyboard and within 40 presses', async ({
  window,
  scripted,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  scripted.answers((_, response) => json(response, pageOf(charges)))
  await window.button('Refresh').click()
  await expect(window.rows).toHaveCount(20)
  const first = page.getByRole('listbox', { name: 'Find results', exact: true }).getByRole('option').first()

  let presses = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      presses++
    }
  }
  const type = (text: string) => press(...[...text].map((letter) => (letter === ' ' ? 'Space' : letter)))

  await press('Control+k')
  await type('northw')
  await expect(first).toContainText('Show events of cus_northwind_traders')
  await press('Enter')
  await expect.poll(() => sent(scripted)).toMatchObject({ customer_id: 'cus_northwind_traders' })
  // A day is added to the filters of the rows on screen.
  await window.settled()
  await press('Control+k')
  await type('3 nov')
  await expect(first).toContainText('3 Nov')
  await press('Enter')
  await expect.poll(() => sent(scripted).created_at_from).toMatch(/-11-03T00:00:00Z$/)
  expect(sent(scripted)).toMatchObject({ customer_id: 'cus_northwind_traders' })
  await window.settled()

  // In the rows already: down to the two, one Space each.
  await expect(window.grid.locator(':focus')).toHaveCount(1)
  for (let row = 0; row < 6; row++) await press('ArrowDown')
  await press('Space', 'ArrowDown', 'Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await press('Control+k')
  await type('compare')
  await expect(first).toContainText('Compare selected rows')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare events', exact: true })
  await expect(dialog).toBeVisible()
  const copy = window.button('Copy differences', dialog)
  for (let tries = 0; tries < 6 && !(await copy.evaluate((element) => element.matches(':focus'))); tries++) {
    await press('Tab')
  }
  await press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('evt_0007')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('evt_0006')
  expect(presses).toBeLessThanOrEqual(BUDGET)
})

/** Unfiltered, with nothing over them. */
async function showCharges(window: Inspector, scripted: ScriptedService): Promise<void> {
  scripted.answers(({ body, method }, response) => {
    const asked = method === 'POST' ? (JSON.parse(body) as { customer_id?: string }) : {}
    json(response, asked.customer_id === 'northwind' ? pageOf([]) : pageOf([...charges, wordy]))
  })
  await window.page.keyboard.press('Escape')
  await window.search({})
  await expect(window.rows).toHaveCount(21)
}

test('a cell leads to a search for its value, by the menu key as by the secondary click, and back', async ({
  window,
  scripted,
  page,
}) => {
  await showCharges(window, scripted)
  await window.row('evt_0003').getByRole('gridcell').filter({ hasText: 'seat_month' }).focus()
  await page.keyboard.press('Shift+F10')
  if (!(await item(window, 'Filter by this').isVisible())) {
    await window.row('evt_0003').getByRole('gridcell').filter({ hasText: 'seat_month' }).click({ button: 'right' })
  }
  await expect(item(window, 'Copy')).toBeVisible()
  await item(window, 'Filter by this').click()
  await expect.poll(() => sent(scripted)).toMatchObject({ event_code: 'seat_month' })
  await window.settled()
  await window.row('evt_0003').getByRole('gridcell').filter({ hasText: 'seat_month' }).click({ button: 'right' })
  await item(window, 'Remove this filter').click()
  await expect.poll(() => sent(scripted)).not.toHaveProperty('event_code')
  await window.settled()
})

test('a property of the open event leads to a search for it, and away again', async ({ window, scripted }) => {
  await showCharges(window, scripted)
  await window.open('evt_0003')
  const filter = window.property('amount').getByRole('button', { name: 'Filter by this', exact: true })
  await filter.click()
  await expect.poll(() => sent(scripted)).toMatchObject({ event_property_filters: { amount: 3.5 } })
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await window.settled()
  await filter.click()
  await expect.poll(() => sent(scripted)).not.toHaveProperty('event_property_filters')
  await window.settled()
})

test('more than a filter may hold is said, where a click would begin a search that no field could show', async ({
  window,
  scripted,
  page,
}) => {
  await showCharges(window, scripted)
  const tooLong = 'Too long to filter by: over 2,000 characters'
  const searches = scripted.asked.length
  await window.row('evt_wordy').getByRole('gridcell').filter({ hasText: 'seat_seat' }).click({ button: 'right' })
  await expect(item(window, tooLong)).toBeDisabled()
  await page.keyboard.press('Escape')
  await window.open('evt_wordy')
  const refused = window.property('note').getByRole('button', { name: tooLong, exact: true })
  await refused.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip')).toHaveText(tooLong)
  expect(scripted.asked.length).toBe(searches)
})

test('a search without rows names what is close', async ({ window, scripted, page }) => {
  await showCharges(window, scripted)
  await window.search({ 'Customer ID': 'northwind' })
  await expect(page.getByText('Exact match only. 1 customer seen is close to “northwind”:')).toBeVisible()
  await page.getByRole('button', { name: 'cus_northwind_traders', exact: true }).click()
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('cus_northwind_traders')
  await expect(window.rows).toHaveCount(21)
})
