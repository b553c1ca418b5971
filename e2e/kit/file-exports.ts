// Files: Export, its dialog, and the download that comes of it.
import type { Locator } from '@playwright/test'
import { EventDetails } from './event-details.ts'

/** What the menu "Export" offers. */
export type ExportedRows = 'This page' | 'Selected rows' | 'All matches'
export type ExportFormat = 'Excel' | 'CSV' | 'NDJSON' | 'Parquet'

/** `text` is the bytes as UTF-8: nothing to read in an Excel file. */
export interface ExportedFile {
  fileName: string
  bytes: Buffer
  text: string
}
export class FileExports extends EventDetails {
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
