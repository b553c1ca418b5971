// The inspector's window as a test sees it: one page object. What live pages and snapshots share is in EventsWindow,
// the live page in LiveSearch; the connections, the one box and the open snapshot are here. It knows only the names of
// names.json, and loads no Playwright of its own: each wait is the given page's, and as long as that page waits for
// anything (Playwright: 30 s unless set otherwise).
import type { Locator } from '@playwright/test'
import { attributeIs } from './events-window.ts'
import { LiveSearch } from './live-search.ts'

/** A line's figures come together. */
const FIGURE_WITHIN_MS = 10_000

/**
 * The window of an inspector. What does not come within the page's own time limit rejects with Playwright's
 * TimeoutError, as does a name that is not there.
 */
export class Inspector extends LiveSearch {
  /** Fills the connection's dialog, saves, and waits for the first search. Keep the token out of what is recorded. */
  async connect(connection: { name: string; baseUrl: string; token: string }): Promise<void> {
    await this.textbox('Name', this.connectionDialog).fill(connection.name)
    await this.textbox('Base URL', this.connectionDialog).fill(connection.baseUrl)
    await this.textbox('API key', this.connectionDialog).fill(connection.token)
    await this.button('Save and connect', this.connectionDialog).click()
    await this.connectionDialog.waitFor({ state: 'hidden' })
    await this.settled()
  }

  /** The header's time zone: "UTC" or an IANA name. Rejects for one that is not offered. */
  async chooseZone(zone: string): Promise<void> {
    await this.button('Time zone').click()
    await this.page.getByLabel('Search time zones').fill(zone)
    await this.page
      .getByRole('option', { name: zone.replaceAll('_', ' ') })
      .first()
      .click()
  }

  /** The one box. */
  get find(): Locator {
    return this.page.getByRole('combobox', { name: 'Find', exact: true })
  }

  /** Types into the one box, and takes what it offers first once that is `first`: its beginning, or all of it. */
  async take(typed: string, first: string | RegExp): Promise<void> {
    await this.find.fill(typed)
    const results = this.page.getByRole('listbox', { name: 'Find results', exact: true })
    await results.getByRole('option').first().filter({ hasText: first }).waitFor()
    await this.find.press('Enter')
  }

  /** Opens the event of this ID, or of the one within what is pasted. One that is not there is said in the details. */
  async findById(eventId: string): Promise<void> {
    const results = this.page.getByRole('listbox', { name: 'Find results', exact: true })
    const open = results.getByRole('option', { name: /^Open event / })
    await this.find.fill(eventId)
    await open.waitFor()
    await open.click()
  }

  /** Readings that are not over, each a list item with `data-state`: "reading", "waiting" or "paused". */
  get taking(): Locator {
    return this.page.getByRole('region', { name: 'Taking snapshot', exact: true })
  }

  /** The open snapshot, with `data-verdict` and `data-rows`. */
  get snapshot(): Locator {
    return this.page.getByRole('region', { name: 'Snapshot', exact: true })
  }

  /**
   * Reads every match of the search on screen and waits until that is open, as long as the page waits for anything.
   * Rejects above 100,000 events, which are asked about first. @returns its id
   */
  async takeSnapshot(): Promise<string> {
    await this.button('Load all').click()
    await this.snapshot.waitFor()
    return (await this.snapshot.getAttribute('data-snapshot')) ?? ''
  }

  /** From the open snapshot to what was there before. */
  async backToLive(): Promise<void> {
    await this.button('Back to live', this.snapshot).click()
    await this.snapshot.waitFor({ state: 'detached' })
  }

  /** The table "Totals" of the open snapshot. */
  get totals(): Locator {
    return this.page.getByRole('table', { name: 'Totals', exact: true })
  }

  /** A line of "Totals" by its keys, and its currency or unit last: null where that is not known. */
  totalsLine(...group: (string | null)[]): Locator {
    return this.totals.locator(attributeIs('data-group', JSON.stringify(group)))
  }

  /** "All" of a currency or unit; null where that is not known. There is none across two of them. */
  totalsAll(unit: string | null): Locator {
    return this.totals.locator(attributeIs('data-all', JSON.stringify([unit])))
  }

  /**
   * A figure of a line: "count", "credit", "debit", "debit-minus-credit", "sum", "min" or "max". `column` is the value
   * of what lines are split by, where they are.
   */
  figure(line: Locator, figure: string, column?: string): Locator {
    const found = line.locator(attributeIs('data-figure', figure))
    return column === undefined
      ? found.and(this.page.locator(':not([data-column])'))
      : found.and(this.page.locator(attributeIs('data-column', column)))
  }

  /**
   * The exact text of a figure; null where it has none. Waits for the line; of a figure that is not in it 10 s later,
   * rejects with those that are.
   */
  async figureText(line: Locator, figure: string, column?: string): Promise<string | null> {
    const found = this.figure(line, figure, column)
    const there = line.locator('[data-figure]')
    await there.first().waitFor({ state: 'attached' })
    try {
      await found.waitFor({ state: 'attached', timeout: FIGURE_WITHIN_MS })
    } catch (error) {
      if (!(error instanceof Error) || (await found.count()) > 0) throw error
      const names = await there.evaluateAll((cells) =>
        cells.map((cell) => [cell.getAttribute('data-figure'), cell.getAttribute('data-column')]),
      )
      const listed = names.map(([name, of]) => (of === null ? `"${name}"` : `"${name}" of ${JSON.stringify(of)}`))
      const asked = column === undefined ? `"${figure}"` : `"${figure}" of ${JSON.stringify(column)}`
      error.message = `No figure ${asked} in this line. There are: ${[...new Set(listed)].join(', ')}.\n${error.message}`
      throw error
    }
    return (await found.getAttribute('data-value')) || null
  }

  /**
   * "Group by", "Then by", "Split by", "Measure", "Chart by" or "Rounding", also what stands behind "Options"; waits
   * for the figures.
   */
  async chooseTotals(combobox: string, option: string): Promise<void> {
    const found = this.page.getByRole('combobox', { name: combobox, exact: true })
    const closed = this.button('Options', this.snapshot).and(this.page.locator('[aria-expanded="false"]'))
    await found.or(closed).first().waitFor()
    if ((await found.count()) === 0) await closed.click()
    await this.choose(found, option)
    await this.totals.and(this.page.locator('[aria-busy="false"]')).waitFor()
  }

  /**
   * A tab of the open snapshot: "Events", "Totals", "Values", "Checks", "Check a file", or "Changes" and "Comparison"
   * while something is compared.
   */
  async openTab(name: string): Promise<void> {
    await this.snapshot.getByRole('tab', { name, exact: true }).click()
  }

  /** The table "Values" of the open snapshot. */
  get values(): Locator {
    return this.page.getByRole('table', { name: 'Values', exact: true })
  }

  /** The row of a field by its wire name, or of a property; `of` tells a property that is named like a field. */
  valuesRow(name: string, of: 'field' | 'property' = 'property'): Locator {
    return this.values.locator(`tr${attributeIs('data-field', name)}${attributeIs('data-of', of)}`)
  }

  /** How many events have it as each kind: "string", "number", …, "missing". */
  async kindCounts(row: Locator): Promise<Record<string, number>> {
    await row.locator('[data-kind]').first().waitFor()
    const kinds = await row
      .locator('[data-kind]')
      .evaluateAll((cells) =>
        cells.map((cell) => [cell.getAttribute('data-kind') ?? '', Number(cell.getAttribute('data-count'))] as const),
      )
    return Object.fromEntries(kinds)
  }

  /** One of the checks: "possible-duplicates", "mixed-kinds", "misfits" or "repeated-ids". */
  check(name: string): Locator {
    return this.page.getByRole('list', { name: 'Checks', exact: true }).locator(attributeIs('data-check', name))
  }

  /** A line of the file that is checked, ledger or invoice, by its number in the file, on the page shown. */
  fileLine(line: number): Locator {
    return this.page.getByRole('table', { name: 'Lines', exact: true }).locator(attributeIs('data-line', String(line)))
  }

  /** What is held against the open snapshot; `data-added`, `data-gone` and `data-altered` come once it is compared. */
  get changes(): Locator {
    return this.page.getByRole('region', { name: 'Changes', exact: true })
  }

  /** The open snapshot held against one of another search or range: by groups, or event by event (`data-by`). */
  get comparison(): Locator {
    return this.page.getByRole('region', { name: 'Comparison', exact: true })
  }
}
