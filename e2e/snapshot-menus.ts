// What the head of an opened snapshot has behind its menus: for specs that choose from them.
import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'

type Menu = 'Check for changes…' | 'Export' | 'More actions'

export async function chooseOfSnapshot(inspector: Inspector, menu: Menu, item: string | RegExp): Promise<void> {
  await inspector.button(menu, inspector.snapshot).click()
  await inspector.page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Waits until the head says that it is one. */
export async function keepAsClosingCopy(inspector: Inspector, note = ''): Promise<void> {
  await chooseOfSnapshot(inspector, 'More actions', 'Keep as closing copy…')
  const dialog = inspector.page.getByRole('dialog', { name: 'Keep as closing copy', exact: true })
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
  await dialog.getByRole('button', { name: /^Keep as closing copy \(/ }).click()
  await expect(dialog).toBeHidden()
  await expect(inspector.snapshot.locator('header').getByText(/^Closing copy, read /)).toBeVisible()
}

/** What is behind "Options" on Totals, in sight. */
export async function behindOptions(inspector: Inspector, found: Locator): Promise<Locator> {
  const closed = inspector.button('Options', inspector.snapshot).and(inspector.page.locator('[aria-expanded="false"]'))
  // What is remembered may open them, or put them away, while they are looked at.
  await expect(async () => {
    if (!(await found.isVisible()) && (await closed.isVisible())) await closed.click()
    await expect(found).toBeVisible({ timeout: 2_000 })
  }).toPass()
  return found
}

/** Opens or closes "Compare within this period" below Totals. */
export async function compareWithinPeriod(inspector: Inspector): Promise<void> {
  await (await behindOptions(inspector, inspector.button('Compare within this period', inspector.snapshot))).click()
}

/** Opens the dialog "Price rules" from Totals. */
export async function openPriceRules(inspector: Inspector): Promise<void> {
  await (await behindOptions(inspector, inspector.button('Price rules', inspector.snapshot))).click()
}
