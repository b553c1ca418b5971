// The grid "Events" as a test sees it: its rows, cells and columns, and what the service answered for them.
import type { Locator } from '@playwright/test'
import { attributeIs, NamedParts } from './named-parts.ts'

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

export class EventsGrid extends NamedParts {
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
   * Columns → shows or hides one: the table's own by its head, or a property by its name. Rejects where no event on screen
   * has that property.
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

  /** The event IDs of the rows in the document, in order; empty for an event without one. Waits for nothing: `settled` does. */
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

  /** Waits until the grid fits a CSS selector. */
  protected async gridWith(selector: string): Promise<void> {
    await this.grid.and(this.page.locator(selector)).waitFor({ state: 'attached' })
  }
}
