// What the head of an opened snapshot has behind its menus: for specs that choose from them.
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

/** Opens or closes "Compare within this period" below Totals, which is behind "Options". */
export async function compareWithinPeriod(inspector: Inspector): Promise<void> {
  const compare = inspector.button('Compare within this period', inspector.snapshot)
  if (!(await compare.isVisible())) await inspector.button('Options', inspector.snapshot).click()
  await compare.click()
}
