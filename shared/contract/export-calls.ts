// Events to files.
import { type } from '@orpc/contract'
import { z } from 'zod'
import { type ExportedTableOutcome, tableHeadSchema, tableRowsSchema } from '../export/exported-table.ts'
import {
  type AllMatchesStart,
  type ExportEntry,
  type ExportPreview,
  type ExportStart,
  exportOptionsSchema,
  exportSubjectSchema,
} from '../export/file-export.ts'
import { snapshotOrderSchema } from '../snapshot/snapshot.ts'
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
  /** Asks the user where to (desktop), or gives an address for the browser to download from, good for this session. */
  start: call.input(z.object({ exportId, options: exportOptionsSchema })).output(type<ExportStart>()),
  /**
   * Reads every match of a search and then writes it, whatever becomes of the window; asks where to before that (desktop).
   * In the browser shell its file is `ready` then. Fails as `snapshots.take`, or with `invalid` for a zone that is not known.
   */
  startAll: call
    .input(z.object({ order: snapshotOrderSchema, options: exportOptionsSchema }))
    .output(type<AllMatchesStart>()),
  /** An address of a file that is `ready`, good once and for a minute. Failure `invalid` where another window was first. */
  save: call.input(z.object({ exportId })).output(type<{ address: string }>()),
  /** Of any that is open or not over, from any window; nothing half is left, and no snapshot of matches half read. */
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
