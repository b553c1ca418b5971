// The inspector's window as a test sees it. Meant for other people's tests too: it knows only the names of names.json.
import { expect, type Locator, type Page } from '@playwright/test'

export interface PropertyFilterInput {
  name: string
  type?: 'String' | 'Number'
  value: string
}

export interface FilterInput {
  'Customer ID'?: string
  'Event code'?: string
  'Event ID'?: string
  From?: string
  To?: string
  type?: 'All' | 'Credit' | 'Debit'
  properties?: PropertyFilterInput[]
}

export interface GridState {
  offset: number
  limit: number
  total: number
  busy: boolean
}

export class Inspector {
  readonly page: Page
  /** "Add connection" or "Edit NAME", whichever is open. */
  readonly connectionDialog: Locator
  readonly filters: Locator
  readonly grid: Locator
  readonly pages: Locator
  readonly details: Locator
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

  button(name: string, within: Locator | Page = this.page): Locator {
    return within.getByRole('button', { name, exact: true })
  }

  textbox(name: string, within: Locator | Page = this.page): Locator {
    return within.getByRole('textbox', { name, exact: true })
  }

  /** The status with this text in it, e.g. "Rows 1–50 of 1,234"; a number at its end is the whole number. */
  status(text: string | RegExp): Locator {
    const pattern =
      typeof text === 'string' ? new RegExp(`${text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\d,]*\\d)`) : text
    return this.page.getByRole('status').filter({ hasText: pattern })
  }

  get rows(): Locator {
    return this.grid.locator('[data-event-id]')
  }

  row(eventId: string): Locator {
    return this.grid.locator(attributeIs('data-event-id', eventId))
  }

  /** A cell by its column's head: "Created", or the name of a property that is a column. */
  cell(eventId: string, column: string): Locator {
    return this.row(eventId).locator(attributeIs('data-column', column))
  }

  /** The heads of the columns, left to right. */
  async columns(): Promise<string[]> {
    return this.grid
      .locator('th[data-column]')
      .evaluateAll((heads) => heads.map((head) => head.getAttribute('data-column') ?? ''))
  }

  /** Columns → shows or hides one: the table's own by its head, or a property by its name. */
  async showColumn(column: string, shown = true): Promise<void> {
    await this.button('Columns').click()
    const panel = this.page.getByRole('dialog', { name: 'Columns', exact: true })
    await expect(panel.getByRole('checkbox').first()).toBeVisible()
    const listed = panel.getByRole('checkbox', { name: column, exact: true })
    if (shown && (await listed.count()) === 0) await this.button(`Add column ${column}`, panel).click()
    else await listed.setChecked(shown)
    await this.page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  }

  async eventIds(): Promise<string[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-event-id') ?? ''))
  }

  async state(): Promise<GridState> {
    return this.grid.evaluate((grid) => ({
      offset: Number(grid.getAttribute('data-offset')),
      limit: Number(grid.getAttribute('data-limit')),
      total: Number(grid.getAttribute('data-total')),
      busy: grid.getAttribute('aria-busy') === 'true',
    }))
  }

  /** Waits until the search under way is over; a failure counts as over. */
  async settled(): Promise<void> {
    await expect(this.grid).toHaveAttribute('aria-busy', 'false')
  }

  async connect(connection: { name: string; baseUrl: string; token: string }): Promise<void> {
    await this.textbox('Name', this.connectionDialog).fill(connection.name)
    await this.textbox('Base URL', this.connectionDialog).fill(connection.baseUrl)
    await this.textbox('API key', this.connectionDialog).fill(connection.token)
    await this.button('Save and connect', this.connectionDialog).click()
    await expect(this.connectionDialog).toBeHidden()
    await this.settled()
  }

  /** Puts the filters in place of what is there; does not search. */
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

  /** Radios of a segmented control are covered by their labels, so the label is what is clicked. */
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

  async search(filters?: FilterInput): Promise<void> {
    if (filters !== undefined) await this.fillFilters(filters)
    await this.button('Search', this.filters).click()
    await this.settled()
  }

  /** The header's time zone: "UTC" or an IANA name. */
  async chooseZone(zone: string): Promise<void> {
    await this.button('Time zone').click()
    await this.page.getByLabel('Search time zones').fill(zone)
    await this.page
      .getByRole('option', { name: zone.replaceAll('_', ' ') })
      .first()
      .click()
  }

  async rowsPerPage(size: 25 | 50 | 100): Promise<void> {
    await this.choose(this.pages.getByRole('combobox', { name: 'Rows per page', exact: true }), String(size))
    await expect(this.grid).toHaveAttribute('data-limit', String(size))
    await this.settled()
  }

  async next(): Promise<void> {
    const before = (await this.state()).offset
    await this.button('Next page', this.pages).click()
    await expect(this.grid).not.toHaveAttribute('data-offset', String(before))
    await this.settled()
  }

  /** Pages from where it stands to the end. @returns the event ids seen, in order */
  async walk(): Promise<string[]> {
    const seen = await this.eventIds()
    while (await this.button('Next page', this.pages).isEnabled()) {
      await this.next()
      seen.push(...(await this.eventIds()))
    }
    return seen
  }

  async open(eventId: string): Promise<void> {
    await this.row(eventId).getByRole('gridcell').nth(2).click()
    await expect(this.details).toBeVisible()
  }

  /** The one box. */
  get find(): Locator {
    return this.page.getByRole('combobox', { name: 'Find', exact: true })
  }

  /** Types into the one box, and takes what it offers first once that is `first`: its beginning, or all of it. */
  async take(typed: string, first: string | RegExp): Promise<void> {
    await this.find.fill(typed)
    const results = this.page.getByRole('listbox', { name: 'Find results', exact: true })
    await expect(results.getByRole('option').first()).toContainText(first)
    await this.find.press('Enter')
  }

  /** Opens the event of this ID, or of the one within what is pasted. */
  async findById(eventId: string): Promise<void> {
    const open = this.page.getByRole('option', { name: /^Open event / })
    await this.find.fill(eventId)
    await expect(open).toHaveCount(1)
    await open.click()
  }

  property(name: string): Locator {
    return this.details.locator(attributeIs('data-property', name))
  }

  /** The exact text of a property of the open event. */
  async propertyText(name: string): Promise<string | null> {
    return this.property(name).first().getAttribute('data-value')
  }

  /** Export → This page. @returns the file's text */
  async exportPage(): Promise<{ fileName: string; text: string }> {
    await this.button('Export').click()
    await this.page.getByRole('menuitem', { name: 'This page', exact: true }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Export', exact: true })
    const download = this.page.waitForEvent('download')
    await this.button('Start export', dialog).click()
    const file = await download
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    await this.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    return { fileName: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
  }
}

/** A CSS selector for an attribute of exactly this value, line breaks and quotes included. */
function attributeIs(attribute: string, value: string): string {
  const text = value.replaceAll(/["\\\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)
  return `[${attribute}="${text}"]`
}
