// export/ says what a file of events is made of. Exports as seen across the bridge: the contents of a file, how it is
// written, and its progress. The only rows that cross are those of a page or a selection, to be written, and the first
// few for a preview.
import { z } from 'zod'
import { filtersSchema } from '../event/event.ts'
import { FIELD_KEYS } from '../event/event-fields.ts'
import type { Failure } from '../failure/failure.ts'
import type { SnapshotStep, SnapshotVerdict } from '../snapshot/snapshot.ts'
import { scopeSchema } from '../snapshot/snapshot-condition.ts'
import { rowsQuestionSchema } from '../snapshot/snapshot-rows.ts'
import { FILE_FORMATS } from './file-formats.ts'
import type { SpreadsheetChange } from './spreadsheet-change.ts'

const columnSchema = z.union([z.object({ field: z.enum(FIELD_KEYS) }), z.object({ property: z.string().max(10_000) })])
export const columnsSchema = z.array(columnSchema).max(16_383)

/** It chooses which columns a file has. The column of a property that no row has is empty. */
const columnChoiceSchema = z.discriminatedUnion('are', [
  z.object({ are: z.literal('all') }),
  /** The columns are in this order. */
  z.object({ are: z.literal('chosen'), columns: columnsSchema.min(1) }),
  /** All but these, which are internal. There is no receipt then, and "About" names neither connection nor address. */
  z.object({ are: z.literal('for-the-customer'), leave: columnsSchema }),
])

export const exportOptionsSchema = z.object({
  format: z.enum(FILE_FORMATS),
  columns: columnChoiceSchema,
  /** `one`: all properties as one JSON object in one column. NDJSON always has them as sent. */
  properties: z.enum(['columns', 'one']),
  /** IANA zone or `UTC`, of the date-times in an Excel file. */
  zone: z.string().min(1).max(100),
  /** The next three are CSV's. */
  separator: z.enum([',', ';', '\t']),
  decimal: z.enum(['.', ',']),
  /** Whether text that a spreadsheet would run as a formula gets an apostrophe. */
  guarded: z.boolean(),
  /** A snapshot has it; a page or a selection stays in the order of the screen. Sorted rows keep their own. */
  first: z.enum(['oldest', 'newest']),
  /** Properties that "About" and the receipt sum exactly, by currency or unit. */
  sums: z.array(z.string().max(10_000)).max(20),
  /** Whether rows of a snapshot that miss a filter of its search are in the file. */
  misses: z.boolean(),
})
export type ExportOptions = z.infer<typeof exportOptionsSchema>

/** An export is of one of these. */
export const exportSubjectSchema = z.discriminatedUnion('of', [
  /** Rows of the screen, which `exports.add` sends after it. */
  z.object({
    of: z.enum(['page', 'selection']),
    connectionId: z.string(),
    /** They are as applied to the search on the screen: the file's name and "About" tell them. */
    filters: filtersSchema,
  }),
  z.object({
    of: z.literal('snapshot'),
    snapshotId: z.string(),
    /** A filter set in the snapshot, which holds in the file. `misses` is that of the options. */
    scope: scopeSchema.nullable(),
    /** The events of the snapshot are sorted so on the screen; null: in order of time. */
    sort: rowsQuestionSchema.shape.sort,
  }),
])
export type ExportSubject = z.infer<typeof exportSubjectSchema>

/** A cell as it will be in the file. */
export interface PreviewCell {
  /** Cut where it is long. */
  text: string
  /** It is the kind that Excel files have; in a CSV all is text. `none`: there is nothing in the cell. */
  kind: 'text' | 'number' | 'boolean' | 'date-time' | 'none'
  /** This is what a spreadsheet makes of the cell of a CSV: null where it keeps what was sent. */
  changed: SpreadsheetChange | null
}

/** The first rows as they will be in the file. */
export interface ExportPreview {
  /** A suggestion; includes customer and period if the filters name them. */
  fileName: string
  /** The name of the receipt; null where there is none: rows of the screen, or for the customer. */
  receipt: string | null
  /** It counts rows of the file; `of` of the snapshot, where a filter is set in it. */
  rows: number
  of: number | null
  /** "3,914 of 312,440 events: …", "1 row": what the file says of its rows. */
  words: string
  /** It reads as "oldest first". */
  order: string
  /** The version of the rules by which the file says what its events are worth; null: it does not. */
  rules: string | null
  /** Rules are kept for the connection, but cannot be read. */
  areRulesUnreadable: boolean
  /** Null for NDJSON, whose first lines are `lines`; each cut where it is long. */
  table: { heads: string[]; rows: PreviewCell[][] } | null
  lines: string[] | null
  /** How many rows were examined for what follows: of a large snapshot, only the first. */
  looked: number
  /** Properties in the order first seen, at most a thousand; what can be chosen as columns. */
  properties: { name: string; numbers: number }[]
  /** Cells that a spreadsheet would change were this a CSV, by how. An Excel file keeps them. */
  changed: { how: SpreadsheetChange; cells: number }[]
  /** Fields unknown to the interface and rows that fit no columns, in so many rows: not in a chosen set of columns. */
  besides: number
}

export interface ExportProgress {
  /**
   * `looking`: all rows are gone through for columns and sums. `offered`: the browser has not come for the file yet.
   * `writing`: bytes are on their way.
   */
  phase: 'looking' | 'offered' | 'writing'
  rows: number
  /** Null where that shows only at the end. */
  of: number | null
  /** The file has so many so far. */
  bytes: number
}

export type ExportStatus =
  /** All matches, which are read first. `step`: how far that is, and what a paused one needs; null once deleted. */
  | { state: 'reading'; snapshotId: string; step: SnapshotStep | null }
  /** All matches are read, and the browser can fetch the file (`exports.save`): no window has asked for it yet. */
  | { state: 'ready' }
  | { state: 'running'; progress: ExportProgress }
  | {
      state: 'written'
      rows: number
      bytes: number
      sha256: string
      /** Where the shell wrote it, to be shown; null: it was handed to the browser, which alone knows where it is. */
      path: string | null
      /** The receipt's name: beside the file, or available from `exports.receipt`. */
      receipt: string | null
      /** The name of the file of charges, beside the receipt (`exports.charges`); null: it needs none. */
      charges: string | null
      /** It loads a Parquet file into DuckDB, and says what must then answer its receipt; null of any other file. */
      duckdb: string | null
      /** This is what is to be known of the file, each a sentence: rows left out, texts cut, columns that are empty. */
      remarks: string[]
    }
  | { state: 'failed'; failure: Failure }
  /** Its user ended it, or the browser ended the download; nothing half is left. */
  | { state: 'cancelled' }

/** An export of this run, as the tray lists it. */
export interface ExportEntry {
  exportId: string
  subject: ExportSubject
  connectionId: string
  connectionName: string
  /** Whether all matches of a search were to be read for it. */
  readFirst: boolean
  /** Null for rows of the screen, and until all matches are read. */
  verdict: SnapshotVerdict | null
  options: ExportOptions
  fileName: string
  /** "3,914 of 312,440 events: …"; empty until all matches are read. */
  words: string
  /** This machine's clock, RFC 3339 UTC. */
  startedAt: string
  endedAt: string | null
  status: ExportStatus
  /** Whether "Export again" can: rows of the screen are kept for a while, matches are there once read. */
  repeatable: boolean
  /** Whether "Show in folder" can. */
  inFolder: boolean
}

/** The outcome of `exports.startAll`. `dismissed`: the user chose no place, so nothing is read. */
export type AllMatchesStart = { kind: 'begun'; exportId: string } | { kind: 'dismissed' }

/**
 * The outcome of `exports.start`. `writing`: the shell writes it where the user said. `download`: the page is to lead
 * the browser to this address, once and within a minute. `dismissed`: the user chose no place; the export can be
 * started again.
 */
export type ExportStart = { kind: 'writing' } | { kind: 'download'; address: string } | { kind: 'dismissed' }

/** What became of a small file, told as `ExportStart` tells it. `saved`: it is where the user said. */
export type SavedText = { kind: 'saved'; path: string } | { kind: 'download'; address: string } | { kind: 'dismissed' }

/** `refused`: entries that may not be shown to this customer, by their IDs, each in a sentence. */
export type SavedCase = SavedText | { kind: 'refused'; refused: { id: string; words: string }[] }
