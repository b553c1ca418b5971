// Every action by keyboard alone.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { token } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { eventText, json, pageOf, serving } from './scripted-service.ts'
import { test as base, expect, fifty, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow(pageOf(fifty, 120))
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const KEYS = { beside: 'ArrowRight', before: 'Shift+Tab', behind: 'Tab' } as const

/** Tab or Shift+Tab, whichever leads there sooner, as often as it takes; within a toolbar the arrow keys go on. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // Found once, and not by its name behind every key: that looks at the whole page each time.
  let element = await target.elementHandle()
  for (let count = 0; count < 120 && element !== null; count += 1) {
    const where = await element.evaluate((element) => {
      if (!element.isConnected) return 'gone'
      const focused = document.activeElement
      if (element === focused) return 'there'
      const isBeside = focused instanceof HTMLButtonElement
      if (isBeside && element.closest('[role=toolbar]')?.contains(focused)) return 'beside'
      const isBefore = focused !== null && focused.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING
      return isBefore ? 'before' : 'behind'
    })
    if (where === 'there') return
    if (where === 'gone') element = await target.elementHandle()
    else await page.keyboard.press(KEYS[where])
  }
  await expect(target).toBeFocused()
}

async function type(window: Inspector, field: string, text: string): Promise<void> {
  await tabTo(window.page, window.textbox(field))
  await window.page.keyboard.insertText(text)
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function use(window: Inspector, button: string, within: Locator | Page = window.page, key = 'Enter') {
  await tabTo(window.page, window.button(button, within))
  await window.page.keyboard.press(key)
}

const menuitem = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const inGrid = (window: Inspector) => expect(window.grid.locator(':focus')).toHaveCount(1)

// At first run, which a window has once.
base('a connection is tested and added', { tag: '@core' }, async ({ firstRun: window, scripted }) => {
  scripted.answers(serving(120))
  await type(window, 'Name', 'Alpha')
  await type(window, 'Base URL', scripted.url)
  await type(window, 'API key', token)
  await use(window, 'Test connection')
  await expect(window.connectionDialog.getByRole('status')).toContainText(/answered|works|connected/i)
  await use(window, 'Save and connect')
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
})

test('filters are typed, chosen, removed and cleared', { tag: '@core' }, async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await press(page, '/')
  await expect(window.textbox('Customer ID', window.filters)).toBeFocused()
  await page.keyboard.insertText('cus_A')
  await tabTo(page, window.filters.getByRole('radio', { name: 'All' }))
  await press(page, 'ArrowRight', 'ArrowRight')
  await expect(window.filters.getByRole('radio', { name: 'Debit' })).toBeChecked()
  await use(window, 'Add property filter')
  await expect(window.textbox('Property name', window.filters)).toBeFocused()
  await page.keyboard.insertText('amount')
  await tabTo(page, window.filters.getByRole('combobox', { name: 'Property type' }))
  await page.keyboard.type('Number')
  await type(window, 'Property value', '0.1')
  await press(page, 'Enter')
  await expect(window.filters).toContainText('3 applied')
  expect(scripted.asked.at(-1)?.body).toContain('"event_property_filters":{"amount":0.1}')
  await use(window, 'Remove property filter')
  await expect(window.filters.locator(':focus')).toHaveCount(1)
  await use(window, 'Clear filters')
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('')
  await use(window, 'Search')
  await expect(window.filters).not.toContainText('applied')
  await window.settled()
})

test('rows are read, selected and copied', { tag: '@core' }, async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  while ((await window.grid.locator(':focus').count()) === 0) await press(page, 'Tab')
  await press(page, 'ArrowDown', 'Enter')
  await expect(window.details).toContainText('evt_0001')
  await press(page, 'Alt+ArrowDown')
  await expect(window.details).toContainText('evt_0002')
  await tabTo(page, page.getByRole('separator', { name: 'Resize event details' }))
  const width = async () => (await window.details.boundingBox())?.width ?? 0
  const before = await width()
  await press(page, 'ArrowLeft')
  await expect.poll(width).toBeGreaterThan(before)
  await use(window, 'Copy JSON')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('evt_0002')
  await press(page, 'Escape')
  await expect(window.details).toBeHidden()
  await inGrid(window)
  await press(page, 'Space', 'ArrowDown', 'Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await said(page, /\b2 rows copied/, () => press(page, 'Control+c'))
  await window.button('Clear selection').click()
})

test('pages are turned, sized and refreshed', { tag: '@core' }, async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await use(window, 'Next page')
  await expect(window.status('Rows 51–100 of 120')).toBeVisible()
  await expect(window.button('Next page')).toBeFocused()
  await press(page, 'Enter')
  await expect(window.status('Rows 101–120 of 120')).toBeVisible()
  await use(window, 'Previous page')
  await expect(window.status('Rows 51–100 of 120')).toBeVisible()
  await use(window, 'First page')
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await tabTo(page, page.getByRole('combobox', { name: 'Rows per page' }))
  await page.keyboard.type('100')
  await expect(window.status('Rows 1–100 of 120')).toBeVisible()
  await use(window, 'Refresh', page, 'Space')
  await window.settled()
})

test('a column is hidden, selected rows are exported, the selection is gone', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  for (const id of ['evt_0002', 'evt_0003']) await window.row(id).getByRole('checkbox').check()
  await use(window, 'Columns')
  const columns = page.getByRole('dialog', { name: 'Columns', exact: true })
  const code = columns.getByRole('checkbox', { name: 'Event code', exact: true })
  await expect(columns.getByRole('checkbox', { name: 'Created', exact: true })).toBeFocused()
  while (!(await code.evaluate((item) => item.matches(':focus')))) await press(page, 'ArrowDown')
  await press(page, 'Space')
  await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toHaveCount(0)
  await press(page, 'Escape')
  await expect(window.button('Columns')).toBeFocused()
  await use(window, 'Export')
  await expect(menuitem(page, 'This page')).toBeVisible()
  while (!(await menuitem(page, 'Selected rows').evaluate((item) => item.matches(':focus'))))
    await press(page, 'ArrowDown')
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
  await expect(dialog).toBeVisible()
  // The format has the focus: its first letter chooses.
  await expect(dialog.getByRole('combobox', { name: 'Format' })).toBeFocused()
  await page.keyboard.type('N')
  await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('ndjson')
  const download = page.waitForEvent('download')
  await tabTo(page, window.button('Start export', dialog))
  // Its rows have come.
  await expect(window.button('Start export', dialog)).toBeEnabled()
  await press(page, 'Enter')
  expect((await download).suggestedFilename()).toMatch(/\.ndjson$/)
  await expect(dialog).toBeHidden()
  await expect(window.button('Export')).toBeFocused()
  const item = window.exports.getByRole('listitem')
  await expect(item).toHaveAttribute('data-state', 'written')
  await tabTo(page, window.button('Remove from the list', item))
  await press(page, 'Enter')
  await expect(window.exports).toHaveCount(0)
  await tabTo(page, window.button('Export'))
  await use(window, 'Clear selection')
  await expect(page.getByText('2 selected')).toBeHidden()
  await inGrid(window)
})

test('all that stands in the header is used', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await use(window, 'Time zone')
  // Typed once the field has the focus, and taken once it alone is found: a machine types faster than anybody.
  await expect(page.getByLabel('Search time zones')).toBeFocused()
  await page.keyboard.insertText('Berlin')
  await expect(page.getByRole('listbox', { name: 'Time zones' }).getByRole('option')).toHaveText([/^Europe\/Berlin/])
  await press(page, 'ArrowDown', 'Enter')
  await expect(window.button('Time zone')).toContainText('Berlin')
  await press(page, 'Control+k')
  await expect(window.find).toBeFocused()
  await page.keyboard.insertText('evt_0042')
  await press(page, 'Enter')
  await expect(window.details).toContainText('evt_0042')
  for (const dialog of ['Settings', 'Activity']) {
    await use(window, 'Settings')
    if (dialog === 'Activity') await use(window, 'Activity')
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await press(page, 'Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(window.button('Settings')).toBeFocused()
  }
  await use(window, 'Switch connection')
  await expect(menuitem(page, 'Add connection…')).toBeVisible()
  while (!(await menuitem(page, 'Add connection…').evaluate((item) => item.matches(':focus'))))
    await press(page, 'ArrowDown')
  await press(page, 'Enter')
  await expect(window.connectionDialog.locator(':focus')).toHaveCount(1)
  await press(page, 'Escape')
  await expect(window.connectionDialog).toBeHidden()
  await expect(window.button('Switch connection')).toBeFocused()
  await press(page, 'Control+k')
  await expect(window.find).toBeFocused()
  await press(page, 'Escape')
  await expect(window.button('Switch connection')).toBeFocused()
})

test('a snapshot is taken and filtered', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  const { snapshot } = window
  await use(window, 'Load all')
  await expect(snapshot).toHaveAttribute('data-rows', '120')
  await expect(snapshot.getByRole('heading').first()).toBeFocused()

  await use(window, 'Add condition', snapshot)
  const of = page.getByRole('combobox', { name: 'Field or property', exact: true })
  await expect(of).toBeFocused()
  await press(page, 'Control+a')
  await page.keyboard.insertText('Event ID')
  await expect(page.locator('[role=option]').filter({ visible: true })).toHaveText(['Event ID'])
  await press(page, 'ArrowDown', 'Enter')
  await expect(of).toHaveValue('Event ID')
  await type(window, 'Text', 'evt_001')
  await press(page, 'Enter')
  await expect(window.status('10 of 120 events')).toBeVisible()
  await use(window, 'Remove condition: event ID contains "evt_001"', snapshot)
  await expect(window.status(/^120 events$/)).toBeVisible()
  await expect(snapshot.getByRole('tab', { name: 'Events', exact: true })).toBeFocused()
  await window.backToLive()
})

test('a snapshot is sorted, selected from, written to files, and left', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  const { snapshot } = window
  const rows = snapshot.getByRole('grid', { name: 'Events', exact: true })
  /** By the button that has the focus. @returns the lines of the file, as NDJSON */
  const lines = async () => {
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toBeFocused()
    await page.keyboard.type('N')
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('ndjson')
    const download = page.waitForEvent('download')
    await use(window, 'Start export', dialog)
    const text = await readFile(await (await download).path(), 'utf8')
    await expect(dialog).toBeHidden()
    return text.trim().split('\n')
  }
  await window.takeSnapshot()
  const created = rows.getByRole('columnheader', { name: 'Created', exact: true })
  while ((await rows.locator(':focus').count()) === 0) await press(page, 'Tab')
  while ((await rows.locator('thead :focus').count()) === 0) await press(page, 'ArrowUp')
  while ((await created.locator(':focus').count()) === 0) await press(page, 'ArrowLeft')
  await press(page, 'Enter')
  await expect(created).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.locator('[data-event-id]').first()).toHaveAttribute('data-event-id', 'evt_0119')
  await press(page, 'ArrowDown', 'Space', 'ArrowDown', 'Space')
  const selection = snapshot.getByRole('toolbar', { name: 'Selection', exact: true })
  await expect(selection).toContainText('2 selected')
  await use(window, 'Export selection', selection)
  expect(await lines()).toEqual([eventText(119), eventText(118)])
  await expect(window.button('Export selection', selection)).toBeFocused()
  await use(window, 'Clear selection', selection)
  await expect(selection).toBeHidden()
  await expect(rows.locator(':focus')).toHaveCount(1)
  await use(window, 'Export', snapshot)
  expect(await lines()).toEqual(Array.from({ length: 120 }, (_, index) => eventText(119 - index)))
  await expect(window.button('Export', snapshot)).toBeFocused()
  await use(window, 'Back to live', snapshot)
  await expect(snapshot).toHaveCount(0)
  await expect(window.button('Load all')).toBeFocused()
})

test('what is behind a figure opens in “Events”, whose tab has the focus then', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  const { snapshot } = window
  await window.takeSnapshot()
  for (const tab of ['Totals', 'Values']) {
    await window.openTab(tab)
    const figure = snapshot.getByRole('table', { name: tab, exact: true }).getByRole('button', { name: /120/ }).first()
    await tabTo(page, figure)
    await press(page, 'Enter')
    await expect(snapshot.getByRole('tab', { name: 'Events', exact: true })).toBeFocused()
  }
  await window.backToLive()
})

test('a search under way is cancelled, and one that failed asked again', async ({ window, scripted }) => {
  scripted.answers(() => {})
  await use(window, 'Refresh')
  await expect(window.button('Cancel search')).toBeVisible()
  await use(window, 'Cancel search')
  await inGrid(window)
  scripted.answers((_, response) => json(response, { error: 'bad' }, 400))
  await use(window, 'Refresh')
  await expect(window.alert).toBeVisible()
  scripted.answers(serving(120))
  await use(window, 'Retry')
  await expect(window.alert).toBeHidden()
  await inGrid(window)
})
