// What opens has the focus in the same task, and gives it back in the same: no key that is pressed right after is lost.
import type { Locator, Page } from '@playwright/test'
import type { Inspector } from './kit/inspector.ts'
import { expect, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow()

/** What has the focus in the task of a click: all that hangs on it is done, and no timer, frame or key came between. */
const focusedByClick = (button: Locator) =>
  button.evaluate(async (element: HTMLElement) => {
    element.focus()
    element.click()
    for (let turns = 0; turns < 50; turns++) await null
    const now = document.activeElement
    const opened = now?.closest('[role="dialog"], [role="menu"], [role="presentation"]')?.role ?? 'page'
    return `${opened}: ${now?.role ?? now?.tagName.toLowerCase()} ${now?.getAttribute('aria-label') ?? now?.textContent}`
  })

/** What has the focus in the task of a key: its name, or else its text. */
const focusedByKey = (page: Page, key: string) =>
  page.evaluate(async (pressed) => {
    const event = new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    for (let turns = 0; turns < 50; turns++) await null
    const now = document.activeElement
    return now?.getAttribute('aria-label') ?? (now instanceof HTMLInputElement ? now.labels?.[0] : now)?.textContent
  }, key)

const period = (window: Inspector) => window.filters.getByRole('combobox', { name: 'Period', exact: true })

test('a menu, a popup, a dialog has the focus as it opens, and its button has it as it closes', async ({
  window,
  page,
}) => {
  const opening: [name: string, focused: RegExp][] = [
    ['Time zone', /^presentation: combobox Search time zones/],
    ['Switch connection', /^menu: menuitem Environment/],
    ['Export', /^menu: menuitem This page/],
    ['Searches', /^menu: menuitem Recent/],
    ['Auto-refresh', /^menu: menuitemradio Off/],
    ['Columns', /^dialog: input Created/],
    ['Over time', /^dialog: button 20/],
    ['Totals of this page', /^dialog: select Event code/],
    ['Period', /^dialog: button Any time/],
    ['Settings', /^dialog: button Close/],
    ['Snapshots', /^dialog: button Close/],
  ]
  const opened = page.locator('[role="dialog"], [role="menu"], [role="presentation"]').locator(':focus')
  for (const [name, focused] of opening) {
    const button = name === 'Period' ? period(window) : window.button(name)
    // The first time loads what it opens.
    await button.click()
    await expect(opened).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      await page.emulateMedia({ reducedMotion })
      expect(await focusedByClick(button), name).toMatch(focused)
      await focusedByKey(page, 'Escape')
      await expect(button, name).toBeFocused({ timeout: 1 })
    }
  }

  await window.search({ 'Customer ID': 'cus_A' })
  await window.button('Searches').press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Recent' })).toBeFocused()
  expect(await focusedByKey(page, 'ArrowRight')).toBe('cus_A')
  expect(await focusedByKey(page, 'ArrowLeft')).toBe('Recent')
  await page.keyboard.press('Escape')
  await window.button('Clear filters', window.filters).click()
  await window.search()
})

/**
 * Closes what has the focus, and presses Ctrl+K in the very task in which it leaves the page: what has the focus then,
 * and once every timer of the closing is over.
 */
async function keyedAsItCloses(page: Page, close: () => Promise<void>): Promise<(string | null)[]> {
  const keyed = await page.evaluateHandle(() => {
    const open = document.activeElement?.closest('[role="dialog"], [role="menu"], [role="presentation"]')
    const focused = () => document.activeElement?.getAttribute('aria-label') ?? null
    const { promise, resolve } = Promise.withResolvers<(string | null)[]>()
    const look = new MutationObserver(() => {
      if (open?.isConnected && open.checkVisibility()) return
      look.disconnect()
      const press = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(press)
      const first = focused()
      setTimeout(() => resolve([first, focused()]), 100)
    })
    look.observe(document.body, { childList: true, subtree: true, attributes: true })
    // Not the promise itself, which would be waited for before it closes.
    return { promise }
  })
  await close()
  return keyed.evaluate(({ promise }) => promise)
}

test('Ctrl+K leads to the one box the moment a popup or a dialog is closed, and the focus stays there', async ({
  window,
  page,
}) => {
  const dialog = page.getByRole('dialog')
  const press = (key: string) => () => page.keyboard.press(key)
  const click = (name: string) => () => window.button(name).click()
  const choose = (name: string, item: string) => async () => {
    await window.button(name).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const close = () => window.button('Close', dialog).click()
  const saved = async () => {
    await dialog.getByRole('textbox').fill('Kept')
    await page.keyboard.press('Enter')
  }
  const popups = ['Time zone', 'Switch connection', 'Export', 'Searches', 'Auto-refresh', 'Columns', 'Over time']
  const ways: [string, () => Promise<unknown>, () => Promise<void>][] = [
    ...[...popups, 'Totals of this page'].map((name) => [name, click(name), press('Escape')] as const),
    ['Period', () => period(window).click(), press('Escape')],
    ['a zone that is chosen', click('Time zone'), () => page.getByRole('option').nth(2).click()],
    ...['Settings', 'Snapshots'].flatMap((name) => [
      [name, click(name), press('Escape')] as const,
      [`${name}, its button`, click(name), close] as const,
    ]),
    ['a connection', choose('Switch connection', 'Add connection…'), press('Escape')],
    ['a search that is saved', choose('Searches', 'Save this search'), saved],
    ['an export that is cancelled', () => window.openExport('This page'), click('Cancel export')],
  ].map(([name, open, shut]) => [name, open, shut] as [string, () => Promise<unknown>, () => Promise<void>])
  for (const [name, open, shut] of ways) {
    await open()
    const opened = page.locator('[role="dialog"], [role="menu"], [role="presentation"]').locator(':focus')
    await expect(opened, name).toHaveCount(1)
    expect(await keyedAsItCloses(page, shut), name).toEqual(['Find', 'Find'])
    await page.keyboard.press('Escape')
  }
})

test('a key that leads elsewhere has the focus there before the next key', async ({ window, page }) => {
  await page.keyboard.press('/')
  await expect(window.textbox('Customer ID', window.filters)).toBeFocused()
  await window.find.focus()
  await window.button('Hide filters').click()
  await expect(window.filters).toBeHidden()
  await window.grid.locator('[tabindex="0"]').focus()
  expect(await focusedByKey(page, '/')).toBe('Customer ID')

  // Where there is no room for panes, from one over the table to the one box.
  await page.setViewportSize({ width: 1000, height: 800 })
  await window.open('evt_0001')
  const overlay = page.getByRole('dialog', { name: 'Details of the event' })
  await expect(overlay.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Control+k')
  await expect(window.find).toBeFocused({ timeout: 1 })
  await expect(overlay).toBeHidden()

  // From the one box to what a command opens, menus included.
  for (const [command, focused] of [
    ['Settings', 'Close'],
    ['Totals of this page', 'Event codeCustomer IDnothing'],
  ] as const) {
    for (let times = 0; times < 2; times++) {
      await window.find.fill(command)
      const first = page.getByRole('listbox', { name: 'Find results', exact: true }).getByRole('option').first()
      await expect(first).toContainText(command)
      const now = await focusedByKey(page, 'Enter')
      // The first time loads what it opens.
      if (times === 1) expect(now, command).toBe(focused)
      else await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
    }
  }
})
