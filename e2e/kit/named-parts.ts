// What the window is made of, by the names of names.json, and what is done with a part of any kind.
import type { Locator, Page } from '@playwright/test'

export class NamedParts {
  /** As it was given. */
  readonly page: Page
  /** "Add connection" or "Edit NAME", whichever is open. */
  readonly connectionDialog: Locator
  /** The form "Filters". */
  readonly filters: Locator
  /** The grid "Events". */
  readonly grid: Locator
  /** The navigation "Pages". */
  readonly pages: Locator
  /** The region "Event details", there while an event is open. */
  readonly details: Locator
  /** Whatever failed and is said; none while all is well. */
  readonly alert: Locator

  constructor(page: Page) {
    this.page = page
    this.connectionDialog = page.getByRole('dialog', { name: /^(Add connection$|Edit )/ })
    this.filters = page.getByRole('form', { name: 'Filters', exact: true })
    this.grid = page.getByRole('grid', { name: 'Events', exact: true })
    this.pages = page.getByRole('navigation', { name: 'Pages', exact: true })
    this.details = page.getByRole('region', { name: 'Event details', exact: true })
    this.alert = page.getByRole('alert')
  }

  /** A button by its exact name. */
  button(name: string, within: Locator | Page = this.page): Locator {
    return within.getByRole('button', { name, exact: true })
  }

  /** A text field by its exact name. */
  textbox(name: string, within: Locator | Page = this.page): Locator {
    return within.getByRole('textbox', { name, exact: true })
  }

  /** The status with this text in it, e.g. "Rows 1–50 of 1,234"; a number at its end is the whole number. */
  status(text: string | RegExp): Locator {
    const pattern =
      typeof text === 'string' ? new RegExp(`${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\d,]*\\d)`) : text
    return this.page.getByRole('status').filter({ hasText: pattern })
  }

  /** Works on a native select and on a listbox alike. */
  async choose(combobox: Locator, option: string): Promise<void> {
    if ((await combobox.evaluate((element) => element.tagName)) === 'SELECT') {
      await combobox.selectOption({ label: option })
      return
    }
    await combobox.click()
    // The list of another one may still be there.
    await combobox.and(this.page.locator('[aria-controls]')).waitFor()
    const list = this.page.locator(attributeIs('id', (await combobox.getAttribute('aria-controls')) ?? ''))
    await list.getByRole('option', { name: option, exact: true }).click()
  }
}

/** A CSS selector for an attribute of exactly this value, line breaks and quotes included. */
export function attributeIs(attribute: string, value: string): string {
  const text = value.replaceAll(/["\\\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
  return `[${attribute}="${text}"]`
}
