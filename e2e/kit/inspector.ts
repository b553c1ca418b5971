// The inspector's window as a test sees it. It knows only the names of names.json, and loads no Playwright of its own: each
// wait is the given page's, and as long as that page waits for anything (Playwright: 30 s unless set otherwise).
import type { Locator, Page } from '@playwright/test'

/** One property filter; `type` is "String" where it is left out. */
export interface PropertyFilterInput {
  name: string
  type?: 'String' | 'Number'
  value: string
}

/** The filters by the names of their fields; what is left out is empty. Dates as people type them, or RFC 3339. */
export interface FilterInput {
  'Customer ID'?: string
  'Event code'?: string
  'Event ID'?: string
  From?: string
  To?: string
  type?: 'All' | 'Credit' | 'Debit'
  properties?: PropertyFilterInput[]
}

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

/** What the menu "Export" offers. */
export type ExportedRows = 'This page' | 'Selected rows' | 'All matches'
export type ExportFormat = 'Excel' | 'CSV' | 'NDJSON'

/** `text` is the bytes as UTF-8: nothing to read in an Excel file. */
export interface ExportedFile {
  fileName: string
  bytes: Buffer
  text: string
}

/**
 * The window of an inspector. What does not come within the page's own time limit rejects with Playwright's TimeoutError, as
 * does a name that is not there.
 */
export class Inspector {
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

  /** Fills the connection's dialog, saves, and waits for the first search. Keep the token out of what is recorded. */
  async connect(connection: { name: string; baseUrl: string; token: string }): Promise<void> {
    await this.textbox('Name', this.connectionDialog).fill(connection.name)
    await this.textbox('Base URL', this.connectionDialog).fill(connection.baseUrl)
    await this.textbox('API key', this.connectionDialog).fill(connection.token)
    await this.button('Save and connect', this.connectionDialog).click()
    await this.connectionDialog.waitFor({ state: 'hidden' })
    await this.settled()
  }

  /** Puts the filters in place of what is there, as typed: what does not fit is said beside its field. Does not search. */
  async fillFilters(filters: FilterInput): Promise<void> {
    for (const field of ['Customer ID', 'Event code', 'Event ID', 'From', 'To'] as const) {
      await this.textbox(field, this.filters).fill(filters[field] ?? '')
    }
    await this.chooseType(filters.type ?? 'All')
    const remove = this.button('Remove property filter', this.filters)
    while ((await remove.count()) > 0) await remove.last().click()
    for (const [index, property] of (filters.properties ?? []).entries()) {
      await this.button('Add property filter', this.filters).click()
      const group = this.filters.getByRole('group', { name: `Property filter ${index + 1}`, exact: true })
      await this.textbox('Property name', group).fill(property.name)
      await this.choose(group.getByRole('combobox', { name: 'Property type', exact: true }), property.type ?? 'String')
      await this.textbox('Property value', group).fill(property.value)
    }
  }

  /** The event type of the filters; does not search. Radios of a segmented control are covered by their labels, so the label is what is clicked. */
  async chooseType(type: 'All' | 'Credit' | 'Debit'): Promise<void> {
    const group = this.filters.getByRole('radiogroup', { name: 'Event type', exact: true })
    await group.getByRole('radio', { name: type, exact: true }).check({ force: true })
  }

  /** Works on a native select and on a listbox alike. */
  async choose(combobox: Locator, option: string): Promise<void> {
    if ((await combobox.evaluate((element) => element.tagName)) === 'SELECT') {
      await combobox.selectOption({ label: option })
      return
    }
    await combobox.click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }

  /**
   * Searches with these filters in place of what is there, or with what is there, and waits until that is over. A failed
   * search and a refused filter reject nothing: they are said in the window.
   */
  async search(filters?: FilterInput): Promise<void> {
    if (filters !== undefined) await this.fillFilters(filters)
    await this.button('Search', this.filters).click()
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

  /** Chooses how many rows are asked for; a service that lowers the limit never settles here. */
  async rowsPerPage(size: 25 | 50 | 100): Promise<void> {
    await this.choose(this.pages.getByRole('combobox', { name: 'Rows per page', exact: true }), String(size))
    await this.gridWith(`[data-limit="${size}"]`)
    await this.settled()
  }

  /** Goes to the next page and waits for it. Rejects where there is none, and where its search fails. */
  async next(): Promise<void> {
    const before = (await this.state()).offset
    await this.button('Next page', this.pages).click()
    await this.gridWith(`:not([data-offset="${before}"])`)
    await this.settled()
  }

  /** Pages from where it stands to the end. Rejects as `next` does. @returns the event IDs seen, in order, as often as seen */
  async walk(): Promise<string[]> {
    const seen = await this.eventIds()
    while (await this.button('Next page', this.pages).isEnabled()) {
      await this.next()
      seen.push(...(await this.eventIds()))
    }
    return seen
  }

  /** Opens a row on screen by its ID; `findById` opens any event. Rejects where more than one row has it. */
  async open(eventId: string): Promise<void> {
    await this.row(eventId).getByRole('gridcell').nth(2).click()
    await this.details.waitFor()
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
    const open = this.page.getByRole('option', { name: /^Open event / })
    await this.find.fill(eventId)
    await open.waitFor()
    await open.click()
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

  /** The exact text of a property of the open event, digits and all; of a name that repeats, the first. Waits until it is there. */
  async propertyText(name: string): Promise<string | null> {
    return this.property(name).first().getAttribute('data-value')
  }

  /** The region "Exports"; there as long as something was exported. Its items are named by their files. */
  get exports(): Locator {
    return this.page.getByRole('region', { name: 'Exports', exact: true })
  }

  /** Opens the dialog by its menu. */
  async openExport(what: ExportedRows): Promise<Locator> {
    await this.button('Export').click()
    await this.page.getByRole('menuitem', { name: what, exact: true }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Export', exact: true })
    await dialog.getByRole('combobox', { name: 'Format', exact: true }).waitFor()
    return dialog
  }

  /** Export → what, in this format. "All matches" are read first. @returns the downloaded file, whole */
  async export(what: ExportedRows, format: ExportFormat): Promise<ExportedFile> {
    const dialog = await this.openExport(what)
    await this.choose(dialog.getByRole('combobox', { name: 'Format', exact: true }), format)
    return this.startExport(dialog)
  }

  /** Starts the export of the open dialog. @returns the downloaded file, whole */
  async startExport(dialog: Locator): Promise<ExportedFile> {
    const download = this.page.waitForEvent('download')
    await this.button('Start export', dialog).click()
    await dialog.waitFor({ state: 'hidden' })
    const file = await download
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    return { fileName: file.suggestedFilename(), bytes, text: bytes.toString('utf8') }
  }

  /** Export → This page, as CSV. @returns the file's text */
  async exportPage(): Promise<ExportedFile> {
    return this.export('This page', 'CSV')
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
   * Reads every match of the search on screen and waits until that is open, as long as the page waits for anything. Rejects
   * above 100,000 events, which are asked about first. @returns its id
   */
  async takeSnapshot(): Promise<string> {
    await this.button('Take snapshot').click()
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
   * A figure of a line: "count", "credit", "debit", "debit-minus-credit", "sum", "min" or "max". `column` is the value of
   * what lines are split by, where they are.
   */
  figure(line: Locator, figure: string, column?: string): Locator {
    const found = line.locator(attributeIs('data-figure', figure))
    return column === undefined
      ? found.and(this.page.locator(':not([data-column])'))
      : found.and(this.page.locator(attributeIs('data-column', column)))
  }

  /** The exact text of a figure; null where there is none. */
  async figureText(line: Locator, figure: string, column?: string): Promise<string | null> {
    return (await this.figure(line, figure, column).getAttribute('data-value')) || null
  }

  /** "Group by", "Then by", "Split by", "Measure", "Chart by" or "Rounding"; waits for the figures. */
  async chooseTotals(combobox: string, option: string): Promise<void> {
    await this.choose(this.page.getByRole('combobox', { name: combobox, exact: true }), option)
    await this.totals.and(this.page.locator('[aria-busy="false"]')).waitFor()
  }

  /** A tab of the open snapshot: "Events", "Totals", "Values", "Checks", or "Changes" while something is compared. */
  async openTab(name: string): Promise<void> {
    const snapshot = this.page.getByRole('region', { name: 'Snapshot', exact: true })
    await snapshot.getByRole('tab', { name, exact: true }).click()
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

  /** What is held against the open snapshot; `data-added`, `data-gone` and `data-altered` are there once it is compared. */
  get changes(): Locator {
    return this.page.getByRole('region', { name: 'Changes', exact: true })
  }

  /** Waits until the grid fits a CSS selector. */
  private async gridWith(selector: string): Promise<void> {
    await this.grid.and(this.page.locator(selector)).waitFor({ state: 'attached' })
  }
}

/** A CSS selector for an attribute of exactly this value, line breaks and quotes included. */
function attributeIs(attribute: string, value: string): string {
  const text = value.replaceAll(/["\\\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
  return `[${attribute}="${text}"]`
}
