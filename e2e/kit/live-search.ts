// The live page: which events it shows, by the filters that are searched with and the page, and the files of them.
import type { Locator } from '@playwright/test'
import { EventsWindow } from './events-window.ts'

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

/** What the menu "Export" offers. */
export type ExportedRows = 'This page' | 'Selected rows' | 'All matches'
export type ExportFormat = 'Excel' | 'CSV' | 'NDJSON' | 'Parquet'

/** `text` is the bytes as UTF-8: nothing to read in an Excel file. */
export interface ExportedFile {
  fileName: string
  bytes: Buffer
  text: string
}

export class LiveSearch extends EventsWindow {
  /**
   * Puts the filters in place of what is there, as typed: what does not fit is said beside its field. What is typed is
   * not searched with; another event type, and taking away a property filter that is applied, search at once, as in the
   * window.
   */
  async fillFilters(filters: FilterInput): Promise<void> {
    for (const field of ['Customer ID', 'Event code', 'Event ID', 'From', 'To'] as const) {
      await this.textbox(field, this.filters).fill(filters[field] ?? '')
    }
    const remove = this.button('Remove property filter', this.filters)
    while ((await remove.count()) > 0) await remove.last().click()
    for (const [index, property] of (filters.properties ?? []).entries()) {
      await this.button('Add property filter', this.filters).click()
      const group = this.filters.getByRole('group', { name: `Property filter ${index + 1}`, exact: true })
      await this.textbox('Property name', group).fill(property.name)
      await this.choose(group.getByRole('combobox', { name: 'Property type', exact: true }), property.type ?? 'String')
      await this.textbox('Property value', group).fill(property.value)
    }
    // Last, because it searches with all the others.
    await this.chooseType(filters.type ?? 'All')
  }

  /**
   * The event type of the filters; another one searches at once. Radios of a segmented control are covered by their
   * labels, so the label is what is clicked.
   */
  async chooseType(type: 'All' | 'Credit' | 'Debit'): Promise<void> {
    const group = this.filters.getByRole('radiogroup', { name: 'Event type', exact: true })
    await group.getByRole('radio', { name: type, exact: true }).check({ force: true })
  }

  /** An offer of "Period", such as "Today" or "Last month": fills From and To, searches, waits until it is over. */
  async choosePeriod(period: string): Promise<void> {
    await this.filters.getByRole('combobox', { name: 'Period', exact: true }).click()
    await this.page
      .getByRole('group', { name: 'Periods', exact: true })
      .getByRole('button', { name: period, exact: true })
      .click()
    await this.settled()
  }

  /**
   * Searches with these filters in place of what is there, or with what is there, and waits until that is over. A
   * failed search and a refused filter reject nothing: they are said in the window.
   */
  async search(filters?: FilterInput): Promise<void> {
    if (filters !== undefined) await this.fillFilters(filters)
    await this.button('Search', this.filters).click()
    await this.settled()
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

  /** Pages on to the end. Rejects as `next` does. @returns the event IDs seen, in order, as often as seen */
  async walk(): Promise<string[]> {
    const seen = await this.eventIds()
    while (await this.button('Next page', this.pages).isEnabled()) {
      await this.next()
      seen.push(...(await this.eventIds()))
    }
    return seen
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
}
