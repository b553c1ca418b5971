// What the window is made of wherever it stands, by the names of names.json: its parts, the grid "Events", the open
// event.
import type { Locator, Page } from '@playwright/test'

/** What the service answered for the rows on screen; NaN where it did not say. */
export interface GridState {
  /** Of the first row, from 0. */
  offset: number
  limit: number
  /** As the service counts; it may be of the page alone. */
  total: number
  /** A search is under way. */
  busy: boolean
}

export class EventsWindow {
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

  /** The rows in the document: all of them up to 200, above that those around what is scrolled to. */
  get rows(): Locator {
    return this.grid.locator('[data-event-id]')
  }

  /** The row of an event; more than one where a service repeats an ID. */
  row(eventId: string): Locator {
    return this.grid.locator(attributeIs('data-event-id', eventId))
  }

  /** A cell by its column's head: "Created", or the name of a property that is a column. */
  cell(eventId: string, column: string): Locator {
    return this.row(eventId).locator(attributeIs('data-column', column))
  }

  /** The heads of the columns, left to right. @returns none before the first rows */
  async columns(): Promise<string[]> {
    return this.grid
      .locator('th[data-column]')
      .evaluateAll((heads) => heads.map((head) => head.getAttribute('data-column') ?? ''))
  }

  /**
   * Columns → shows or hides one: the table's own by its head, or a property by its name. Rejects where no event on
   * screen has that property.
   */
  async showColumn(column: string, shown = true): Promise<void> {
    await this.button('Columns').click()
    const panel = this.page.getByRole('dialog', { name: 'Columns', exact: true })
    await panel.getByRole('checkbox').first().waitFor()
    const listed = panel.getByRole('checkbox', { name: column, exact: true })
    if (shown && (await listed.count()) === 0) await this.button(`Add column ${column}`, panel).click()
    else await listed.setChecked(shown)
    await this.page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
  }

  /** The event IDs of the rows in order; empty for an event without one. Waits for nothing: `settled` does. */
  async eventIds(): Promise<string[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-event-id') ?? ''))
  }

  /** What the service answered for the rows on screen, counted in events. */
  async state(): Promise<GridState> {
    return this.grid.evaluate((grid) => ({
      offset: Number(grid.getAttribute('data-offset') ?? Number.NaN),
      limit: Number(grid.getAttribute('data-limit') ?? Number.NaN),
      total: Number(grid.getAttribute('data-total') ?? Number.NaN),
      busy: grid.getAttribute('aria-busy') === 'true',
    }))
  }

  /** Waits until the search under way is over; a failure counts as over. */
  async settled(): Promise<void> {
    await this.gridWith('[aria-busy="false"]')
  }

  /** Opens a row on screen by its ID; `findById` opens any event. Rejects where more than one row has it. */
  async open(eventId: string): Promise<void> {
    await this.row(eventId).getByRole('gridcell').nth(2).click()
    await this.details.waitFor()
  }

  /** A field of the open event by its wire name, as `customer_id`. */
  field(name: string): Locator {
    return this.details.locator(attributeIs('data-field', name))
  }

  /** The exact text of a field of the open event; null where it has none. Waits until an event is open. */
  async fieldText(name: string): Promise<string | null> {
    return this.field(name).first().getAttribute('data-value')
  }

  /** A property of the open event; more than one where the name repeats. */
  property(name: string): Locator {
    return this.details.locator(attributeIs('data-property', name))
  }

  /** The exact text of the open event's property; of a name that repeats, the first. Waits until it is there. */
  async propertyText(name: string): Promise<string | null> {
    return this.property(name).first().getAttribute('data-value')
  }

  /** Waits until the grid fits a CSS selector. */
  protected async gridWith(selector: string): Promise<void> {
    await this.grid.and(this.page.locator(selector)).waitFor({ state: 'attached' })
  }
}

/** A CSS selector for an attribute of exactly this value, line breaks and quotes included. */
export function attributeIs(attribute: string, value: string): string {
  const text = value.replaceAll(/["\\\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
  return `[${attribute}="${text}"]`
}
