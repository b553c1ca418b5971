// Tables of figures on their way into Excel and CSV files: their rows come in batches, and go on to the disk or to the
// browser as they come, so that memory holds a batch at a time.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Cell } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { keepsItsDigits } from '../../../shared/exact/exact-number.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { tableFileName } from '../../../shared/export/export-file-name.ts'
import {
  type ExportedTable,
  type ExportedTableOutcome,
  type OpenedTable,
  textOfCell,
} from '../../../shared/export/exported-table.ts'
import { createGuard } from '../../../shared/export/spreadsheet-change.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { type PreparedFile, prepareWholeFile, type WrittenFile } from '../storage/whole-file.ts'
import { type CsvOptions, csvDialect, csvRecord } from './csv-format.ts'
import {
  exportRefusal,
  hashed,
  NO_WINDOW,
  type OfferDownload,
  placeTogether,
  type SaveFiles,
  streamedDownload,
} from './delivery.ts'
import { orFailure, SourceFailure, sourceFailure } from './event-source.ts'
import { EXCEL_MEDIA_TYPE } from './excel-format.ts'
import { addSheets, linesSheet, type RowsSheet, STYLE, sheetOpening, zipped } from './excel-package.ts'
import { figureRow, headRow, textRow } from './excel-row.ts'
import { receiptDownload } from './export-run.ts'
import { emptyTally, textFile } from './file-format.ts'
import { RECEIPT_ENDING, RECEIPT_FORM, receiptText } from './receipt.ts'
import { dataPackage } from './receipt-of.ts'

type Head = Omit<ExportedTable, 'rows'>

export type TableFiles = ReturnType<typeof createTableFiles>

export interface TableFilesEffects {
  /** Null where the browser fetches files. */
  saving: Pick<SaveFiles, 'askWhere'> | null
  /** It makes IDs that cannot be guessed. */
  randomId: () => string
  /** It reads as "Eventscope 0.1.0". */
  program: string
  /** This machine's clock, ms since 1970. */
  now: () => number
  /** Logs an unexpected error; returns the failure for the page. */
  onUnexpected: (error: unknown) => Failure
}

/** Nobody saves more at once; the one that waited longest for rows goes. */
const MOST_TABLES = 4
/** A table that gets no batch for so long is gone with its page. */
const LEFT_AFTER_MS = 10 * 60_000

interface OpenTable {
  head: Head
  facts: TableFacts
  /** Where the file goes; null: to the browser. */
  path: string | null
  offer: OfferDownload | null
  rows: PassThrough
  cancelling: AbortController
  /** The whole file. */
  written: Promise<Result<WrittenFile & Partial<PreparedFile>>>
}

/** At most 4 tables are open: a fifth cancels the one that waited longest for rows, and 10 minutes without rows any. */
export function createTableFiles(effects: TableFilesEffects) {
  const { saving, randomId, program, now, onUnexpected } = effects
  const open = new LRUCache<string, OpenTable>({
    max: MOST_TABLES,
    ttl: LEFT_AFTER_MS,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: (table, _, why) => {
      // What is deleted was saved, or is stopped where it is deleted.
      if (why !== 'delete') stop(table)
    },
  })
  /** Tables whose files are not whole yet, those that are no longer open included. */
  const underWay = new Set<OpenTable>()

  function stop({ cancelling, rows }: OpenTable): void {
    cancelling.abort()
    rows.destroy(new SourceFailure(NOT_WANTED))
  }

  /** Begins a file: one that the shell writes, or one that a browser fetches from `address` as its rows come. */
  function begin(head: Head, to: Pick<OpenTable, 'path' | 'offer'>): { table: OpenTable; address: string | null } {
    const facts = emptyTableFacts()
    const rows = new PassThrough({ objectMode: true, highWaterMark: 1 })
    // `written` settles for callers who wait for room.
    rows.on('error', () => undefined)
    const bytes = () => FORMATS[head.format].bytes(head, rows as AsyncIterable<ExportedTable['rows']>, facts)
    const cancelling = new AbortController()
    const common = { head, facts, ...to, rows, cancelling }
    const { path, offer } = to
    if (path !== null) {
      return { table: watched({ ...common, written: orFailure(() => prepareWholeFile(path, bytes())) }), address: null }
    }
    const fetched = Promise.withResolvers<Result<WrittenFile>>()
    const table = watched({ ...common, written: fetched.promise })
    const { signal } = cancelling
    signal.addEventListener('abort', () => fetched.resolve(failed(NOT_WANTED)))
    const download = streamedDownload<WrittenFile>({
      fileName: tableFileName(head),
      mediaType: FORMATS[head.format].mediaType,
      signal,
      bytes(until) {
        until.addEventListener('abort', () => stop(table), { once: true })
        return hashed(bytes())
      },
      failureOf: (error) => sourceFailure(error) ?? onUnexpected(error),
      remedy: 'Save it again',
      over(end) {
        fetched.resolve(end)
        if (!end.ok) stop(table)
      },
    })
    return { table, address: offer?.(download) ?? null }
  }

  function watched(table: OpenTable): OpenTable {
    underWay.add(table)
    const over = () => underWay.delete(table)
    table.written.then(over, over)
    return table
  }

  function receiptOf({ head, facts, path }: OpenTable, fileName: string, written: WrittenFile): string {
    const { format } = head
    const { mediaType, dialect, headOf } = FORMATS[format]
    const fields = head.heads.map((name, at) => ({
      name: headOf(name),
      type: facts.mixed.has(at) ? ('any' as const) : ('string' as const),
    }))
    const resource = { format, mediatype: mediaType, dialect, fields }
    return receiptText({
      ...dataPackage({ path: path ?? fileName, written, createdAt: new Date(now()).toISOString() }, resource),
      eventscope: {
        receipt: RECEIPT_FORM,
        program,
        table: { of: head.of, name: head.name, source: head.source },
        rows: String(facts.rows),
        numbersAsText: String(facts.asText),
      },
    })
  }

  return {
    /**
     * Asks where to, or offers a download to the session that asks. Fails with `invalid` where nobody could take it.
     * @param offer null where the shell writes files itself
     */
    async open(head: Head, offer: OfferDownload | null): Promise<Result<OpenedTable>> {
      const fileName = tableFileName(head)
      if (saving === null && offer === null) return failed(NO_WINDOW)
      const path = saving === null ? null : await saving.askWhere(fileName, head.format)
      if (saving !== null && path === null) return succeeded({ kind: 'dismissed' })
      const tableId = randomId()
      const { table, address } = begin(head, { path, offer })
      open.set(tableId, table)
      return succeeded({ kind: 'opened', tableId, address })
    },
    /** Settles once there is room for more. Fails with `disk`, `cancelled`, or `invalid` where the table is gone. */
    async add(tableId: string, rows: ExportedTable['rows']): Promise<Result<null>> {
      const table = open.get(tableId)
      if (table === undefined) return failed(OVER)
      const isRoom = table.rows.write(rows)
      const over = table.written.then((end) => (end.ok ? failed(OVER) : end))
      const room = () => once(table.rows, 'drain', { signal: table.cancelling.signal })
      const took = isRoom
        ? succeeded(null)
        : await Promise.race([
            room().then(
              () => succeeded(null),
              () => over,
            ),
            over,
          ])
      if (!took.ok) open.delete(tableId)
      return took
    },
    /** No more rows come: the file is whole, and its receipt lies beside it or is offered. Fails as `add` does. */
    async save(tableId: string): Promise<Result<ExportedTableOutcome>> {
      const table = open.get(tableId)
      open.delete(tableId)
      if (table === undefined) return failed(OVER)
      table.rows.end()
      const end = await table.written
      if (!end.ok) return end
      const { value } = end
      const { path, offer, facts, head } = table
      const { asText } = facts
      const fileName = tableFileName(head)
      const text = receiptOf(table, fileName, value)
      if (path === null) {
        const receipt = offer?.(receiptDownload(fileName, text))
        return receipt === undefined ? failed(NO_WINDOW) : succeeded({ kind: 'download', receipt, asText })
      }
      const receipt = { path: path + RECEIPT_ENDING, bytes: Buffer.from(text) }
      const placed = await placeTogether(value as PreparedFile, [receipt])
      return placed.ok ? succeeded({ kind: 'saved', path, asText }) : placed
    },
    /** Nothing half is left. */
    cancel(tableId: string): void {
      const table = open.get(tableId)
      open.delete(tableId)
      if (table !== undefined) stop(table)
    },
    /** Cancels all and waits until nothing half is left. */
    async end(): Promise<void> {
      for (const table of underWay) stop(table)
      await Promise.all([...underWay].map(({ written }) => written))
    },
  }
}

const OVER = exportRefusal('This table is no longer in memory. Save it again.')
const TOO_LARGE = exportRefusal('This table is too large for one file (at most 3.9 GB). Filter it first.')
const NOT_WANTED: Failure = { kind: 'cancelled' }

// A table as the bytes of an Excel file: on sheets that roll over at Excel's limit, and on a last one, "About", where
// its figures come from.

type Rows = ExportedTable['rows']
type ExportedCell = Rows[number][number]

/** This is what is known of a table once its last row is written. */
interface TableFacts {
  rows: number
  /** Figures of more digits than a spreadsheet keeps, which are text. */
  asText: number
  /** Columns in which anything but text stands. */
  mixed: Set<number>
}

export const emptyTableFacts = (): TableFacts => ({ rows: 0, asText: 0, mixed: new Set() })

/** Adds a row to them. */
function note(facts: TableFacts, cells: Rows[number]): void {
  facts.rows += 1
  for (const [column, cell] of cells.entries()) if (cell !== null && typeof cell !== 'string') facts.mixed.add(column)
}

const TABLE = 'Table'

interface TableLimits {
  /** The rows of a sheet, its heads included: Excel's own limit. */
  mostRows: number
  /** The bytes of XML that a ZIP file holds which every program opens. */
  mostBytes: number
}

const LIMITS: TableLimits = { mostRows: 1_048_576, mostBytes: 3.9e9 }

/** @param facts filled in as rows are written. @throws SourceFailure where it is too large, and what `batches` throw */
export function tableWorkbook(
  { heads, source }: Pick<ExportedTable, 'heads' | 'source'>,
  batches: AsyncIterable<Rows>,
  facts: TableFacts,
  { mostRows, mostBytes }: TableLimits = LIMITS,
): AsyncGenerator<Uint8Array> {
  const tally = emptyTally()
  let written = 0

  const sheet = (isFirst: boolean): RowsSheet<Rows[number]> => ({
    heads: 1,
    columns: heads.length,
    header(first) {
      const named = heads.map((text, column) => ({ text, isOfNumbers: first.some((row) => isNumber(row[column])) }))
      const widths = heads.map((head, column) => widthOf(head, first, column))
      return sheetOpening(widths) + headRow(1, named, isFirst ? tally : emptyTally())
    },
    row(number, cells) {
      note(facts, cells)
      facts.asText += cells.filter((cell) => isNumber(cell) && !keepsItsDigits(textOfCell(cell))).length
      return figureRow(number, cells.map(cellOf), heads, tally)
    },
    onBytes(bytes) {
      written += bytes
      if (written > mostBytes) throw new SourceFailure(TOO_LARGE)
    },
  })

  function about(sheets: number): string {
    const { asText, rows } = facts
    const notes = [
      ...(asText === 0 ? [] : [['Figures', `${asText} of more than 15 digits are text, so that none is rounded`]]),
      ...(sheets === 1 ? [] : [['Sheets', `${grouped(rows)} lines on ${sheets} sheets, one behind the other`]]),
    ]
    const lines = [...source, ...notes].map((line, place) => textRow(place + 1, line, STYLE.text, tally))
    return linesSheet(lines, { widths: [20, 100], isTitled: false })
  }

  return zipped(false, (add) => addSheets({ name: TABLE, batches, sheet, mostRows, about }, add))
}

const isNumber = (cell: ExportedCell | undefined) => cell != null && typeof cell === 'object' && 'number' in cell

function cellOf(cell: ExportedCell) {
  if (cell === null) return null
  const kind = typeof cell === 'string' ? 'string' : 'number' in cell ? 'number' : 'day'
  return { kind, text: textOfCell(cell) } as const
}

/** Counts characters: wide enough for the head and for the first rows. */
function widthOf(head: string, rows: readonly Rows[number][], at: number): number {
  const longest = rows.reduce((most, row) => Math.max(most, textOfCell(row[at] ?? null).length * 1.2), head.length + 3)
  return Math.min(48, Math.max(10, Math.ceil(longest) + 1))
}

// A table as CSV: where its figures come from is in the receipt alone. No figure is rounded, however many digits it
// has.

const CSV: CsvOptions = { separator: ',', decimal: '.', guarded: true }

function tableCsv(
  { heads }: Pick<ExportedTable, 'heads'>,
  batches: AsyncIterable<Rows>,
  facts: TableFacts,
): AsyncGenerator<Uint8Array> {
  const record = csvRecord(CSV, emptyTally())
  return textFile<Rows[number]>(batches, {
    header: `\ufeff${record(heads.map((text) => ({ kind: 'string', text })))}`,
    row(cells) {
      note(facts, cells)
      return record(heads.map((_, column) => plainCell(cells[column] ?? null)))
    },
  })
}

function plainCell(cell: ExportedCell): Cell {
  const typed = cellOf(cell)
  return typed?.kind === 'day' ? { kind: 'string', text: typed.text } : (typed as Cell)
}

const FORMATS = {
  xlsx: {
    mediaType: EXCEL_MEDIA_TYPE,
    dialect: { header: true, sheetName: TABLE },
    headOf: (head: string) => head,
    bytes: tableWorkbook,
  },
  csv: {
    mediaType: 'text/csv',
    dialect: csvDialect(CSV),
    /** Gives the head as it stands in the file. */
    headOf: (head: string) => createGuard(CSV.separator).guard(wellFormed(head)),
    bytes: tableCsv,
  },
} as const
