// Events to files.
import { type } from '@orpc/contract'
import { z } from 'zod'
import { type ExportedTableOutcome, tableHeadSchema, tableRowsSchema } from '../export/exported-table.ts'
import {
  type ExportEntry,
  type ExportPlace,
  type ExportPreview,
  type ExportStart,
  exportOptionsSchema,
  exportSubjectSchema,
} from '../export/file-export.ts'
import { FILE_FORMATS } from '../export/file-formats.ts'
import { call } from './call.ts'

const exportId = z.string()

/**
 * `open`, for rows of the screen `add` in pieces (a bridge body is at most 4 MiB), `preview` as often as options change,
 * `start`. Failures: `invalid` names `export`; `disk` where a snapshot cannot be read any more.
 */
export const exportCalls = {
  /** What is opened and not started is dropped after a while. Failure `invalid` for a snapshot that is not finished. */
  open: call.input(exportSubjectSchema).output(type<{ exportId: string }>()),
  /** `sources`: events' exact JSON texts, parsed again on this side. */
  add: call.input(z.object({ exportId, sources: z.array(z.string()) })).output(type<{ rows: number }>()),
  /** A new one cancels the one before; so does aborting. */
  preview: call.input(z.object({ exportId, options: exportOptionsSchema })).output(type<ExportPreview>()),
  /** Asks the user for the location (desktop) before reading, so that the user can walk away. */
  place: call
    .input(z.object({ fileName: z.string().min(1).max(400), format: z.enum(FILE_FORMATS) }))
    .output(type<ExportPlace>()),
  /**
   * Asks the user where to (desktop), unless `placeId` says what was chosen before; or gives an address for the browser to
   * download from, good for this session.
   */
  start: call
    .input(z.object({ exportId, options: exportOptionsSchema, placeId: z.string().optional() }))
    .output(type<ExportStart>()),
  /** Of any that is open or running; nothing half is left. */
  cancel: call.input(z.object({ exportId })).output(type<null>()),
  /** Started in this run, latest first, at most 50. */
  list: call.output(type<ExportEntry[]>()),
  /** The same rows as a new export, to be started with the same options or others. */
  again: call.input(z.object({ exportId })).output(type<{ exportId: string }>()),
  /** An address of the receipt, good once and for a minute, where the file was handed to the browser. */
  receipt: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** A table of figures as an Excel file, with where it comes from on a sheet of its own: its lines follow, then `saveTable`. */
  openTable: call.input(tableHeadSchema).output(type<{ tableId: string }>()),
  /** Lines in pieces: a bridge body is at most 4 MiB. Failure `invalid` where they are more than a file is made of. */
  addToTable: call.input(z.object({ tableId: z.string(), rows: tableRowsSchema })).output(type<null>()),
  saveTable: call.input(z.object({ tableId: z.string() })).output(type<ExportedTableOutcome>()),
  /** Only for files that this run wrote. */
  showInFolder: call.input(z.object({ exportId })).output(type<null>()),
}
