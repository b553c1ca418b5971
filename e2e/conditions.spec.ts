// Conditions of a snapshot are seen everywhere: above every tab, in copies and in files. And no figure that is not
// money has a currency there.
import type { Page } from '@playwright/test'
import { test as base, expect, startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { json, pageOf, startScriptedService } from './scripted-service.ts'
import { chooseOfSnapshot } from './snapshot-menus.ts'
import { openNewSnapshot } from './taken-snapshot.ts'
import { eventLine, type SentEvent } from './totals-reference.ts'
import { expectNoViolations } from './violations.ts'

const NOVEMBER = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' }

function event(number: number, code: string, amount: string, more: Partial<SentEvent> = {}): SentEvent {
  const price: SentEvent['properties'] = code === 'api_calls' ? [['unit_price', '0.0004']] : []
  return {
    id: `evt_${String(number).padStart(4, '0')}`,
    customer: `cus_${number % 3}`,
    code,
    type: 'debit',
    created: new Date(Date.UTC(2026, 10, 1 + (number % 28), 9, number % 60)).toISOString(),
    properties: [['amount', amount], ['currency', '"EUR"'], ...price],
    ...more,
  }
}

/** Of 12 events 5 are calls, which have a price; of each code two look alike. */
const calls = [1, 2, 3].map((number) => event(number, 'api_calls', `${number * 1_000}`))
const twins = (number: number, code: string, amount: string) => {
  const first = event(number, code, amount)
  return [first, { ...first, id: `${first.id}_again` }]
}
const events = [
  ...calls,
  ...twins(4, 'api_calls', '250000'),
  ...twins(5, 'fee', '12.50'),
  ...[6, 7, 8, 9].map((number) => event(number, 'fee', '1.00')),
  event(10, 'refund', '3.00', { type: 'credit' }),
]
const LATE = [event(20, 'api_calls', '7000'), event(21, 'fee', '36.45')]

const test = base.extend<{ window: Inspector; sent: SentEvent[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  sent: async ({}, use) => {
    await use([...events])
  },
  window: async ({ folder, page, context, sent }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const service = await startScriptedService(({ body }, response) => {
      const { created_at_from: from, created_at_to: to, limit = 50, offset = 0 } = JSON.parse(body || '{}')
      const isIn = (at: number) => (!from || at >= Date.parse(from)) && (!to || at <= Date.parse(to))
      const found = sent
        .filter(({ created }) => isIn(Date.parse(created)))
        .sort((one, other) => Date.parse(other.created) - Date.parse(one.created) || other.id.localeCompare(one.id))
      json(response, pageOf(found.slice(offset, offset + limit).map(eventLine), found.length, limit, offset))
    })
    const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token })
    await page.goto(shell.url)
    const inspector = new Inspector(page)
    await expect(inspector.rows.first()).toBeVisible()
    await use(inspector)
    await shell.stop()
    await service.stop()
  },
})

/** The line "Events" under a copied table. */
async function copiedEvents(page: Page, name = 'Copy table'): Promise<string | undefined> {
  await page.getByRole('button', { name }).first().click()
  const forSpreadsheet = page.getByRole('menuitem', { name: 'For a spreadsheet', exact: true })
  await said(page, /^Copied/, () => forSpreadsheet.click())
  const text = await page.evaluate(() => navigator.clipboard.readText())
  return text
    .split('\r\n')
    .find((line) => line.startsWith('Events\t'))
    ?.slice('Events\t'.length)
}

test('what a search cannot ask of a property is asked from its filter: all is loaded, and opens with the condition set', async ({
  window,
  page,
}) => {
  await window.button('Add property filter').click()
  const filter = window.filters.getByRole('group', { name: 'Property filter 1', exact: true })
  await window.textbox('Property name', filter).fill('amount')
  await filter.getByRole('combobox', { name: 'Comparison', exact: true }).selectOption('more than')
  await window.textbox('Property value', filter).fill('2500')
  await window.button('In a snapshot: amount more than 2500', window.filters).click()
  const snapshot = page.getByRole('region', { name: 'Snapshot', exact: true })
  const chips = snapshot.getByRole('list', { name: 'Conditions', exact: true })
  await expect(chips.getByRole('listitem')).toHaveText(['amount is more than 2500'])
  await expect(window.rows).toHaveCount(3)
})

test('a condition is a chip above every tab, and named in copies and files; no quantity is money', async ({
  window,
  page,
  sent,
}) => {
  const snapshot = page.getByRole('region', { name: 'Snapshot', exact: true })
  await openNewSnapshot(window, 'November', NOVEMBER)
  const chips = snapshot.getByRole('list', { name: 'Conditions', exact: true })
  const words = 'event code = api_calls'

  await test.step('in Checks, what a price stands beside has no currency, and money has', async () => {
    await expect(chips).toHaveCount(0)
    await window.openTab('Checks')
    const duplicates = window.check('possible-duplicates')
    await expect(duplicates).toHaveAttribute('data-count', '2')
    await expect(duplicates).toContainText(
      /: 250,000 \(unit not set\) and 12\.50 EUR too much, as sent \(no price rule\)\./,
    )
    await expect(duplicates.locator('[data-too-much="250000"]')).not.toContainText('EUR')
    await expect(duplicates.locator('[data-too-much="12.50"]')).toContainText('12.50 EUR too much')
  })

  await test.step('Totals says the same of them', async () => {
    await window.openTab('Totals')
    await expect(page.getByText('250,000 (unit not set) and 12.50 EUR too much')).toBeVisible()
  })

  await test.step('a condition that is set in Events stands above every tab', async () => {
    await window.openTab('Events')
    await window.button('Add condition').click()
    const form = page.getByRole('form', { name: 'Add condition' })
    await form.getByRole('combobox', { name: 'Comparison' }).click()
    const comparisons = page.getByRole('listbox', { name: 'Comparison', exact: true })
    await comparisons.getByRole('option', { name: 'is', exact: true }).click()
    await form.getByRole('textbox', { name: 'Value', exact: true }).fill('api_calls')
    await page.keyboard.press('Enter')
    await expect(window.status('5 of 12 events')).toBeVisible()
    // Beside its number it reads as one sentence, which is announced.
    await expect(snapshot.getByText('5 of 12 events:', { exact: true })).toBeVisible()
    await expect(snapshot.locator('[aria-live]', { hasText: `5 of 12 events: ${words}` })).toHaveCount(1)
    for (const tab of ['Events', 'Totals', 'Values', 'Checks'] as const) {
      await window.openTab(tab)
      await expect(chips.getByRole('listitem')).toHaveText([words])
      await expect(page.getByRole('list', { name: 'Conditions' })).toHaveCount(1)
      if (tab !== 'Events') expect(await copiedEvents(page), tab).toBe(`5 of 12 events: ${words}`)
    }
    await expectNoViolations(page, 'conditions', '[aria-label="Snapshot"]')
  })

  await test.step('a file names it from any tab', async () => {
    await window.openTab('Values')
    await chooseOfSnapshot(window, 'Export', 'Events…')
    await expect(page.getByRole('dialog', { name: 'Export' })).toContainText(`5 of 12 events: ${words}`)
    await page.keyboard.press('Escape')
  })

  await test.step('Changes are narrowed by it, say so, and have no currency beside quantities', async () => {
    sent.push(...LATE)
    await chooseOfSnapshot(window, 'Check for changes…', 'Read all again')
    await expect(window.changes).toHaveAttribute('data-step', 'compared')
    await expect(window.changes).toHaveAttribute('data-added', '1')
    await expect(chips.getByRole('listitem')).toHaveText([words])
    await expect(window.changes).toContainText('+7,000 (unit not set)')
    await expect(window.changes).not.toContainText('EUR')
    expect(await copiedEvents(page, 'Copy table of changes')).toBe(`some of 14 events: ${words}`)
  })

  await test.step('it is removed from any tab; the focus stays at it', async () => {
    await window.button(`Remove condition: ${words}`, snapshot).press('Enter')
    await expect(chips).toHaveCount(0)
    await expect(snapshot.getByRole('tab', { name: 'Changes', exact: true })).toBeFocused()
    await expect(snapshot.locator('[aria-live]', { hasText: 'All 12 events' })).toHaveCount(1)
    await expect(window.changes).toHaveAttribute('data-added', '2')
    await expect(window.changes).toContainText('+36.45 EUR')
    const figure = window.changes.locator('tr[data-group] [data-figure="debit"][data-value="7000"]')
    await figure.getByRole('button').click()
    const listed = page.getByRole('table', { name: 'Changed events', exact: true }).locator('tr[data-event-id]')
    await expect(listed).toHaveCount(1)
    await expect(listed).toHaveAttribute('data-event-id', 'evt_0020')
  })
})
