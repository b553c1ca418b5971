// A table of figures as an Excel file: its rows on one sheet, and on another one where they come from.
import type { Cell } from '../../../shared/event/event-table.ts'
import { keepsItsDigits } from '../../../shared/exact/decimal-value.ts'
import { tableFileName } from '../../../shared/export/export-file-name.ts'
import type { ExportedTable, ExportedTableOutcome } from '../../../shared/export/exported-table.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { prepareWholeFile } from '../storage/whole-file.ts'
import type { OfferDownload, SaveFiles } from './delivery.ts'
import { EXCEL_MEDIA_TYPE } from './excel-format.ts'
import { packageParts, STYLE, sheetClosing, sheetOpening, sheetPath, zipped } from './excel-package.ts'
import { columnLetters, figureRow, headRow, textRow } from './excel-row.ts'
import { nothingCounted } from './file-format.ts'
import { createTextChunks } from './text-chunks.ts'

export interface TableFiles {
  /** `offer`: gives a download to the session that asks; null where the shell writes files itself. Fails with `disk`. */
  save(table: ExportedTable, offer: OfferDownload | null): Promise<Result<ExportedTableOutcome>>
}

/** @param saving null where the browser fetches files */
export function createTableFiles(saving: Pick<SaveFiles, 'askWhere'> | null): TableFiles {
  return {
    async save(table, offer) {
      const fileName = tableFileName(table.of, table.name)
      const asText = table.rows.flat().filter(isLong).length
      if (saving === null) {
        if (offer === null) return failed(NOBODY)
        const address = offer({
          fileName,
          mediaType: EXCEL_MEDIA_TYPE,
          bytes: () => tableFile(table, asText),
          signal: new AbortController().signal,
          expired: () => undefined,
        })
        return succeeded({ kind: 'download', address, asText })
      }
      const path = await saving.askWhere(fileName, 'xlsx')
      if (path === null) return succeeded({ kind: 'dismissed' })
      const file = await prepareWholeFile(path, tableFile(table, asText))
      if (!file.ok) return file
      const written = await file.value.commit()
      return written.ok ? succeeded({ kind: 'saved', path, asText }) : written
    },
  }
}

const NOBODY: Failure = { kind: 'invalid', field: 'export', message: 'There is nobody to hand the file to.' }

type ExportedCell = ExportedTable['rows'][number][number]

const isLong = (cell: ExportedCell) => cell !== null && typeof cell === 'object' && !keepsItsDigits(cell.number)

function cellOf(cell: ExportedCell): Cell {
  if (cell === null) return null
  return typeof cell === 'string' ? { kind: 'string', text: cell } : { kind: 'number', text: cell.number }
}

const SHEETS = ['Table', 'About']

function tableFile({ heads, rows, source }: ExportedTable, asText: number): AsyncGenerator<Uint8Array> {
  const tally = nothingCounted()

  async function* sheet() {
    const chunks = createTextChunks()
    const isOfNumbers = (at: number) => rows.some((row) => typeof row[at] === 'object' && row[at] !== null)
    chunks.add(sheetOpening(heads.map((head, at) => widthOf(head, rows, at))))
    chunks.add(
      headRow(
        1,
        heads.map((text, at) => ({ text, isOfNumbers: isOfNumbers(at) })),
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
    for (const [path, xml] of packageParts(SHEETS)) {
      await add(
        path,
        (async function* () {
          yield Buffer.from(xml)
        })(),
      )
    }
  })
}

/** In characters: wide enough for the head and for the first rows. */
function widthOf(head: string, rows: ExportedTable['rows'], at: number): number {
  const longest = rows
    .slice(0, 250)
    .reduce((most, row) => Math.max(most, (cellOf(row[at] ?? null)?.text.length ?? 0) * 1.2), head.length + 3)
  return Math.min(48, Math.max(10, Math.ceil(longest) + 1))
}
