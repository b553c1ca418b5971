// A table of figures as an Excel file: its rows on one sheet, and on another one where they come from.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { keepsItsDigits } from '../../../shared/exact/decimal-value.ts'
import { tableFileName } from '../../../shared/export/export-file-name.ts'
import { type ExportedTable, type ExportedTableOutcome, textOfCell } from '../../../shared/export/exported-table.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { prepareWholeFile, type WrittenFile } from '../storage/whole-file.ts'
import { heldDownload, type OfferDownload, type SaveFiles } from './delivery.ts'
import { EXCEL_MEDIA_TYPE } from './excel-format.ts'
import { addPackage, STYLE, sheetClosing, sheetOpening, sheetPath, zipped } from './excel-package.ts'
import { columnLetters, figureRow, headRow, textRow } from './excel-row.ts'
import { nothingCounted } from './file-format.ts'
import { RECEIPT_ENDING, RECEIPT_FORM, receiptText } from './receipt.ts'
import { dataPackage } from './receipt-of.ts'
import { receiptDownload } from './run-export.ts'
import { createTextChunks } from './text-chunks.ts'
import { commitAll } from './write-event-file.ts'

export interface TableFiles {
  /** `offer`: gives a download to the session that asks; null where the shell writes files itself. Fails with `disk`. */
  save(table: ExportedTable, offer: OfferDownload | null): Promise<Result<ExportedTableOutcome>>
}

export interface TableFilesEffects {
  /** Null where the browser fetches files. */
  saving: Pick<SaveFiles, 'askWhere'> | null
  /** As "Eventscope 0.1.0". */
  program: string
  /** This machine's clock, ms since 1970. */
  now: () => number
}

/** A table's receipt lies beside it, or is offered with it. */
export function createTableFiles({ saving, program, now }: TableFilesEffects): TableFiles {
  /** @param path its name, or where it is */
  function receiptOf(table: ExportedTable, path: string, written: WrittenFile, asText: number): string {
    const fields = table.heads.map((name, at) => ({
      name,
      type: table.rows.every((row) => isText(row[at])) ? ('string' as const) : ('any' as const),
    }))
    const resource = {
      format: 'xlsx' as const,
      mediatype: EXCEL_MEDIA_TYPE,
      dialect: { header: true, sheetName: TABLE },
      fields,
    }
    return receiptText({
      ...dataPackage({ path, written, createdAt: new Date(now()).toISOString() }, resource),
      eventscope: {
        receipt: RECEIPT_FORM,
        program,
        table: { of: table.of, name: table.name, source: table.source },
        rows: String(table.rows.length),
        numbersAsText: String(asText),
      },
    })
  }

  async function offered(table: ExportedTable, asText: number, offer: OfferDownload): Promise<ExportedTableOutcome> {
    const fileName = tableFileName(table.of, table.name)
    // Held until it is fetched, as its receipt says what its bytes are.
    const bytes = await buffer(tableFile(table, asText))
    const written = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    const address = offer(heldDownload(fileName, EXCEL_MEDIA_TYPE, bytes))
    const receipt = offer(receiptDownload(fileName, receiptOf(table, fileName, written, asText)))
    return { kind: 'download', address, receipt, asText }
  }

  return {
    async save(table, offer) {
      const asText = table.rows.flat().filter(isLong).length
      if (saving === null) return offer === null ? failed(NOBODY) : succeeded(await offered(table, asText, offer))
      const path = await saving.askWhere(tableFileName(table.of, table.name), 'xlsx')
      if (path === null) return succeeded({ kind: 'dismissed' })
      const file = await prepareWholeFile(path, tableFile(table, asText))
      if (!file.ok) return file
      const text = receiptOf(table, path, file.value, asText)
      const receipt = await prepareWholeFile(path + RECEIPT_ENDING, [Buffer.from(text)])
      if (!receipt.ok) {
        await file.value.drop()
        return receipt
      }
      const placed = await commitAll([file.value, receipt.value])
      return placed.ok ? succeeded({ kind: 'saved', path, asText }) : placed
    },
  }
}

const NOBODY: Failure = { kind: 'invalid', field: 'export', message: 'There is nobody to hand the file to.' }

type ExportedCell = ExportedTable['rows'][number][number]

const isText = (cell: ExportedCell | undefined) => cell == null || typeof cell === 'string'
const isNumber = (cell: ExportedCell | undefined) => cell != null && typeof cell === 'object' && 'number' in cell
const isLong = (cell: ExportedCell) => isNumber(cell) && !keepsItsDigits(textOfCell(cell))

function cellOf(cell: ExportedCell) {
  if (cell === null) return null
  const kind = typeof cell === 'string' ? 'string' : 'number' in cell ? 'number' : 'day'
  return { kind, text: textOfCell(cell) } as const
}

const TABLE = 'Table'
const SHEETS = [TABLE, 'About']

const isOfNumbers = ({ rows }: Pick<ExportedTable, 'rows'>, at: number) => rows.some((row) => isNumber(row[at]))

function tableFile({ heads, rows, source }: ExportedTable, asText: number): AsyncGenerator<Uint8Array> {
  const tally = nothingCounted()

  async function* sheet() {
    const chunks = createTextChunks()
    chunks.add(sheetOpening(heads.map((head, at) => widthOf(head, rows, at))))
    chunks.add(
      headRow(
        1,
        heads.map((text, at) => ({ text, isOfNumbers: isOfNumbers({ rows }, at) })),
        tally,
      ),
    )
    for (const [at, row] of rows.entries()) {
      chunks.add(figureRow(at + 2, row.map(cellOf), heads, tally))
      yield* chunks.full()
    }
    chunks.add(sheetClosing(heads.length === 0 ? null : `A1:${columnLetters(heads.length - 1)}${rows.length + 1}`))
    yield* chunks.rest()
  }

  async function* about() {
    const note = asText === 0 ? [] : [['Figures', `${asText} of more than 15 digits are text, so that none is rounded`]]
    const lines = [...source, ...note].map((line, at) => textRow(at + 1, line, STYLE.text, tally))
    yield Buffer.from(sheetOpening([20, 100], 0) + lines.join('') + sheetClosing(null))
  }

  return zipped(false, async (add) => {
    await add(sheetPath(1), sheet())
    await add(sheetPath(2), about())
    await addPackage(SHEETS, add)
  })
}

/** In characters: wide enough for the head and for the first rows. */
function widthOf(head: string, rows: ExportedTable['rows'], at: number): number {
  const longest = rows
    .slice(0, 250)
    .reduce((most, row) => Math.max(most, textOfCell(row[at] ?? null).length * 1.2), head.length + 3)
  return Math.min(48, Math.max(10, Math.ceil(longest) + 1))
}
