// A table of figures as an Excel file: its rows on one sheet, and on another one where they come from.
import type { Cell } from '../../../shared/event/event-table.ts'
import { keepsItsDigits } from '../../../shared/exact/decimal-value.ts'
import { tableFileName } from '../../../shared/export/export-file-name.ts'
import type { ExportedTable, ExportedTableOutcome } from '../../../shared/export/exported-table.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { prepareWholeFile } from '../storage/whole-file.ts'
import type { OfferDownload, SaveFiles } from './delivery.ts'
import { EXCEL_MEDIA_TYPE } from './excel-format.ts'
import { packageParts, SHEET_CLOSING, STYLE, sheetOpening, sheetPath, zipped } from './excel-package.ts'
import { figureRow, textRow } from './excel-row.ts'
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
    chunks.add(sheetOpening(heads.map(widthOf)) + textRow(1, heads, STYLE.head, tally))
    for (const [at, row] of rows.entries()) {
      chunks.add(figureRow(at + 2, row.map(cellOf), heads, tally))
      yield* chunks.full()
    }
    chunks.add(SHEET_CLOSING)
    yield* chunks.rest()
  }

  async function* about() {
    const note = asText === 0 ? [] : [['Figures', `${asText} of more than 15 digits are text, so that none is rounded`]]
    const lines = [...source, ...note].map((line, at) => textRow(at + 1, line, STYLE.text, tally))
    yield Buffer.from(sheetOpening([20, 100]) + lines.join('') + SHEET_CLOSING)
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

/** In characters. */
const widthOf = (head: string) => Math.min(40, Math.max(14, head.length + 2))
